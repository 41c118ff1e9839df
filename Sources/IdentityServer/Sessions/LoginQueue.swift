/// Runs logins one at a time, in the order of arrival.
///
/// So reading the throttle, checking the password and recording the failure are one step: of many guesses at once only those that the
/// throttle lets through are tried, and many right passwords at once do not delay each other.
actor LoginQueue {
  private let limit: Int
  private var last: Task<Void, Never>?
  private(set) var waiting = 0

  /// - Parameter limit: how many may wait: who sends many guesses at once must not fill the server's connections with them.
  init(limit: Int) { self.limit = limit }

  /// - Returns: `nil` when too many wait already; `work` has not run then.
  func run<Outcome: Sendable>(_ work: @escaping @Sendable () async throws -> Outcome) async throws -> Outcome? {
    guard waiting < limit else { return nil }
    waiting += 1
    defer { waiting -= 1 }
    let previous = last
    let task = Task {
      await previous?.value
      return try await work()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }
}
