/// Runs logins one at a time, in the order of arrival.
///
/// This makes reading the throttle, checking the password and recording the failure one step: of many concurrent guesses only
/// those that the throttle allows are tried, and concurrent correct passwords do not delay each other.
actor LoginQueue {
  private let limit: Int
  private var last: Task<Void, Never>?
  private(set) var waiting = 0

  /// - Parameter limit: how many logins may wait, so that concurrent guesses cannot fill the server's connections.
  init(limit: Int) { self.limit = limit }

  /// - Returns: `nil` when too many are waiting; `work` has not run then.
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
