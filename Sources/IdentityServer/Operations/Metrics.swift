import SharedValues
import Synchronization

/// Counts since the start. Labels are routes and outcomes, never a client or a user: so their number is bounded, and they
/// identify no one.
final class Metrics: Sendable {
  enum Login: String, CaseIterable, Sendable { case accepted, refused, delayed }
  enum Token: String, CaseIterable, Sendable { case access, refresh, id, registration }

  struct RequestLabels: Hashable, Sendable {
    var port: String
    var route: String
    var method: String
    var status: Int
  }

  struct RouteLabels: Hashable, Sendable {
    var port: String
    var route: String
  }

  struct Histogram: Sendable {
    /// Seconds; the last bucket has no upper bound.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    var sum = 0.0

    mutating func add(_ seconds: Double) {
      counts[Histogram.bounds.firstIndex { seconds <= $0 } ?? Histogram.bounds.count] += 1
      sum += seconds
    }
  }

  struct Counts: Sendable {
    var requests: [RequestLabels: Int] = [:]
    var durations: [RouteLabels: Histogram] = [:]
    var cutOff: [String: Int] = [:]
    var logins: [Login: Int] = [:]
    var tokens: [Token: Int] = [:]
    var registrations = 0
  }

  /// The kinds of tokens in a token answer (RFC 6749 §5.1).
  static func tokens(_ members: [JSON.Member], isRegistration: Bool) -> [Token] {
    members.compactMap { member in
      switch member.name {
      case "access_token": isRegistration ? .registration : .access
      case "refresh_token": .refresh
      case "id_token": .id
      default: nil
      }
    }
  }

  private let state = Mutex(Counts())

  var counts: Counts { state.withLock { $0 } }

  func recordResponse(_ labels: RequestLabels, seconds: Double) {
    state.withLock {
      $0.requests[labels, default: 0] += 1
      $0.durations[RouteLabels(port: labels.port, route: labels.route), default: Histogram()].add(seconds)
    }
  }

  func cutOff(_ reason: RequestGuard.CutOff) { state.withLock { $0.cutOff[reason.rawValue, default: 0] += 1 } }
  func login(_ outcome: Login) { state.withLock { $0.logins[outcome, default: 0] += 1 } }
  func registered() { state.withLock { $0.registrations += 1 } }
  func issued(_ tokens: [Token]) { state.withLock { for token in tokens { $0.tokens[token, default: 0] += 1 } } }
}
