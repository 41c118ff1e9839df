/// How often a fault happens.
public enum FaultTimes: Hashable, Sendable {
  /// 1 to ``most``, and no more after that.
  case times(Int)
  case always

  public static let once = FaultTimes.times(1)
  public static let most = 1000
}

/// One fault: where, what and how often.
public struct FaultRule: Hashable, Sendable {
  public var endpoint: FaultEndpoint
  public var defect: FaultDefect
  public var times: FaultTimes
  /// How many requests go through before the fault begins.
  public var after: Int

  public init(_ endpoint: FaultEndpoint, _ defect: FaultDefect, _ times: FaultTimes = .always, after: Int = 0) {
    (self.endpoint, self.defect, self.times, self.after) = (endpoint, defect, times, after)
  }

  /// `token: status 503`
  public var summary: String { "\(endpoint.rawValue): \(defect.summary)" }

  /// Whether no rule behind this one at the same endpoint would ever have its turn. Latencies add up with others.
  var hidesFollowing: Bool { times == .always && after == 0 && !defect.isLatency }
}

/// Faults that belong together, in order: what a fault file holds.
///
/// At each request the first rule of its endpoint that has something left decides, and latencies come on top.
public struct FaultPlan: Hashable, Sendable {
  /// More rules are refused.
  public static let most = 100

  /// The title of the preset or file; `nil` where the rules were switched on one by one.
  public var title: String?
  public var description: String?
  public var rules: [FaultRule]

  public init(_ rules: [FaultRule] = [], title: String? = nil, description: String? = nil) {
    (self.rules, self.title, self.description) = (rules, title, description)
  }

  public static let none = FaultPlan()
}
