/// Never returns by itself: for parts that hang in a test.
///
/// - Throws: `CancellationError`, as soon as its task is cancelled.
public func hangUntilCancelled() async throws -> Never {
  let (nothing, end) = AsyncStream.makeStream(of: Never.self)
  for await _ in nothing {}
  withExtendedLifetime(end) {}
  throw CancellationError()
}
