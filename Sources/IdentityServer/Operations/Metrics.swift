import Synchronization

/// Labels are routes and outcomes, never a client or a user: their number is bounded, and they identify no one.
final class Metrics: Sendable {
  enum Login: String, CaseIterable, Sendable { case accepted, refused, delayed }
  enum Token: String, CaseIterable, Sendable { case access, refresh, id, registration }

  struct RequestLabels: Hashable, Sendable {
    var port: String
    var route: String
    var method: String
    var status: Int

    var order: (String, String, String, Int) { (port, route, method, status) }
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
    var faults = 0
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
  func faulted() { state.withLock { $0.faults += 1 } }
  func registered() { state.withLock { $0.registrations += 1 } }
  func issued(_ tokens: [Token]) { state.withLock { for token in tokens { $0.tokens[token, default: 0] += 1 } } }
}

/// Counters as OpenMetrics text (OpenMetrics 1.0.0): each family once, with its type, and `# EOF` at the end.
struct OpenMetrics: Sendable {
  static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  private(set) var text = ""

  enum Kind: String { case counter, gauge, histogram, info }
  typealias Labels = [(name: String, value: String)]

  mutating func family(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
    text += "# TYPE \(name) \(kind.rawValue)\n"
    if let unit { text += "# UNIT \(name) \(unit)\n" }
    text += "# HELP \(name) \(Escape.metricsLabel(help))\n"
  }

  mutating func sample(_ name: String, _ labels: Labels, _ value: some CustomStringConvertible) {
    let inside = labels.map { "\($0.name)=\"\(Escape.metricsLabel($0.value))\"" }.joined(separator: ",")
    text += inside.isEmpty ? "\(name) \(value)\n" : "\(name){\(inside)} \(value)\n"
  }

  mutating func end() { text += "# EOF\n" }
}

extension OpenMetrics {
  init(
    _ counts: Metrics.Counts, version: String, sessions: Int, databaseBytes: Int, connections: Int, started: Int
  ) {
    write(counts)
    gauge("idsvr_sessions", "Single sign-on sessions that are live.", sessions)
    gauge("idsvr_connections", "Open connections on all ports.", connections)
    gauge("idsvr_database_bytes", unit: "bytes", "Size of the database with its write-ahead log.", databaseBytes)
    gauge("idsvr_start_time_seconds", unit: "seconds", "When the server was started, since 1970.", started)
    family("idsvr_build", .info, "The program.")
    sample("idsvr_build_info", [("version", version)], 1)
    end()
  }

  private mutating func gauge(_ name: String, unit: String? = nil, _ help: String, _ value: Int) {
    family(name, .gauge, unit: unit, help)
    sample(name, [], value)
  }

  private mutating func counter(_ name: String, _ help: String, _ samples: [(Labels, Int)]) {
    family(name, .counter, help)
    for (labels, count) in samples { sample(name + "_total", labels, count) }
  }

  private mutating func write(_ counts: Metrics.Counts) {
    counter(
      "idsvr_requests", "Requests answered, by port, route, method and status.",
      counts.requests.sorted { $0.key.order < $1.key.order }.map { key, count in
        ([("port", key.port), ("route", key.route), ("method", key.method), ("status", String(key.status))], count)
      })
    family(
      "idsvr_request_duration_seconds", .histogram, unit: "seconds",
      "From a whole request to its answer, by port and route.")
    for (key, histogram) in counts.durations.sorted(by: { ($0.key.port, $0.key.route) < ($1.key.port, $1.key.route) }) {
      write(histogram, [("port", key.port), ("route", key.route)])
    }
    counter(
      "idsvr_connections_cut_off", "Connections that the server ended, by reason: \(names(RequestGuard.CutOff.self)).",
      counts.cutOff.sorted { $0.key < $1.key }.map { ([("reason", $0.key)], $0.value) })
    counter(
      "idsvr_logins", "Logins of users, by outcome: \(names(Metrics.Login.self)).",
      Metrics.Login.allCases.map { ([("outcome", $0.rawValue)], counts.logins[$0] ?? 0) })
    counter("idsvr_registrations", "Clients registered.", [([], counts.registrations)])
    counter(
      "idsvr_faults", "Answers and handshakes that a fault changed that was switched on at the server.",
      [([], counts.faults)])
    counter(
      "idsvr_tokens_issued", "Tokens issued, by kind: \(names(Metrics.Token.self)).",
      Metrics.Token.allCases.map { ([("kind", $0.rawValue)], counts.tokens[$0] ?? 0) })
  }

  private func names<Label: CaseIterable & RawRepresentable<String>>(_ label: Label.Type) -> String {
    label.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private mutating func write(_ histogram: Metrics.Histogram, _ labels: Labels) {
    let name = "idsvr_request_duration_seconds"
    var total = 0
    for (index, count) in histogram.counts.enumerated() {
      total += count
      let bound = index < Metrics.Histogram.bounds.count ? String(Metrics.Histogram.bounds[index]) : "+Inf"
      sample(name + "_bucket", labels + [("le", bound)], total)
    }
    sample(name + "_count", labels, total)
    sample(name + "_sum", labels, histogram.sum)
  }
}
