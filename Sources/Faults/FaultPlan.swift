package enum FaultTimes: Hashable, Sendable {
  /// 1 to ``most`` times, and never after that.
  case times(Int)
  case always

  package static let once = FaultTimes.times(1)
  package static let most = 1000

  /// How often a fault that has happened so often will still happen; `nil`: always.
  package func left(after hits: Int) -> Int? {
    if case .times(let number) = self { max(0, number - hits) } else { nil }
  }
}

/// One fault: endpoint, defect and how often.
package struct FaultRule: Hashable, Sendable {
  package var endpoint: FaultEndpoint
  package var defect: FaultDefect
  package var times: FaultTimes
  /// How many requests pass before the fault begins.
  package var after: Int

  package init(_ endpoint: FaultEndpoint, _ defect: FaultDefect, _ times: FaultTimes = .always, after: Int = 0) {
    (self.endpoint, self.defect, self.times, self.after) = (endpoint, defect, times, after)
  }

  package var summary: String { "\(endpoint.rawValue): \(defect.summary)" }

  /// Whether a later rule for the same endpoint would never act. Latencies add to other faults.
  var hidesFollowing: Bool { times == .always && after == 0 && !defect.isLatency }
}

/// Faults that belong together, in order: the contents of a fault file.
///
/// At each request the first rule of its endpoint that is not used up decides; latencies are added.
package struct FaultPlan: Hashable, Sendable {
  package static let most = 100

  /// The title of the preset or file; `nil`: the rules were switched on one by one.
  package var title: String?
  package var description: String?
  package var rules: [FaultRule]

  package init(_ rules: [FaultRule] = [], title: String? = nil, description: String? = nil) {
    (self.rules, self.title, self.description) = (rules, title, description)
  }

  package static let none = FaultPlan()
}
