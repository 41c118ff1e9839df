/// How often a fault happens.
public enum FaultTimes: Hashable, Sendable {
  /// 1 to ``most`` times, and never after that.
  case times(Int)
  case always

  public static let once = FaultTimes.times(1)
  public static let most = 1000
}

/// One fault: endpoint, defect and how often.
public struct FaultRule: Hashable, Sendable {
  public var endpoint: FaultEndpoint
  public var defect: FaultDefect
  public var times: FaultTimes
  /// How many requests pass before the fault begins.
  public var after: Int

  public init(_ endpoint: FaultEndpoint, _ defect: FaultDefect, _ times: FaultTimes = .always, after: Int = 0) {
    (self.endpoint, self.defect, self.times, self.after) = (endpoint, defect, times, after)
  }

  /// `token: status 503`
  public var summary: String { "\(endpoint.rawValue): \(defect.summary)" }

  /// Whether a later rule for the same endpoint would never act. Latencies add to other faults.
  var hidesFollowing: Bool { times == .always && after == 0 && !defect.isLatency }
}

/// Faults that belong together, in order: the contents of a fault file.
///
/// At each request the first rule of its endpoint that is not used up decides; latencies are added.
public struct FaultPlan: Hashable, Sendable {
  /// The maximum number of rules.
  public static let most = 100

  /// The title of the preset or file; `nil`: the rules were switched on one by one.
  public var title: String?
  public var description: String?
  public var rules: [FaultRule]

  public init(_ rules: [FaultRule] = [], title: String? = nil, description: String? = nil) {
    (self.rules, self.title, self.description) = (rules, title, description)
  }

  public static let none = FaultPlan()
}
