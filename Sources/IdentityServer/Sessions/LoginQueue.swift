/// Runs logins one at a time, in the order of arrival.
///
/// So reading the throttle, checking the password and recording the failure are one step: of many guesses at once only those that the
/// throttle lets through are tried, and many right passwords at once do not delay each other.
actor LoginQueue {
  private var last: Task<Void, Never>?

  func run<Outcome: Sendable>(_ work: @escaping @Sendable () async throws -> Outcome) async throws -> Outcome {
    let previous = last
    let task = Task {
      await previous?.value
      return try await work()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }
}
