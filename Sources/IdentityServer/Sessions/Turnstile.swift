/// Lets one piece of work through at a time, in the order of arrival.
///
/// Logins pass it, so that looking at the throttle, checking the password and writing the failure down are one step: of many
/// guesses at once only the free ones are tried, and many right passwords at once do not slow each other down as failures.
actor Turnstile {
  private var last: Task<Void, Never>?

  func pass<Outcome: Sendable>(_ work: @escaping @Sendable () async throws -> Outcome) async throws -> Outcome {
    let previous = last
    let task = Task {
      await previous?.value
      return try await work()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }
}
