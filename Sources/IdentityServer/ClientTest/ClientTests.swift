import Synchronization

/// The tests of clients that were started on the administrator's pages or in the app: at most one for each client, and not too many at once.
/// They end with the server.
final class ClientTests: Sendable {
  /// At once: more than a class has.
  private let most: Int
  /// So many that have ended are kept, for their reports.
  private static let mostEnded = 16

  private struct State {
    /// In the order in which they began.
    var tests: [ClientTest] = []
    var isEnded = false
    /// Gone with its tests.
    weak var server: IdentityServer?
  }

  let turns = ClientTestTurns()
  private let state = Mutex(State())

  init(most: Int = 50) { self.most = most }

  /// Called once, before the first test.
  func belong(to server: IdentityServer) { state.withLock { $0.server = server } }

  /// In the order in which they began, also those that have ended.
  var all: [ClientTest] { state.withLock { $0.tests } }

  /// The latest of the client, also if it has ended; `nil`: there is none.
  func test(of client: String) -> ClientTest? { all.last { $0.isOf(client) } }

  /// Starts the test of the client that the order names.
  /// - Throws: `client_test_running`, `client_tests_too_many`; `client_test_of_everybody`: `dcr-terminal client-test` tests every client that signs in.
  @discardableResult
  func start(_ order: ClientTestOrder) throws(IdentityServerError) -> ClientTest {
    let client = order.client ?? ""
    guard !turns.hasOneOfEverybody else { throw IdentityServerError(.clientTestOfEverybody, client) }
    guard let server = state.withLock({ $0.server }) else {
      throw IdentityServerError(.clientTestsTooMany, client, detail: "0")
    }
    let test = ClientTest(order, client: client, at: server)
    let refusal = state.withLock { state -> IdentityServerError.Code? in
      let running = state.tests.filter(\.isRunning)
      if running.contains(where: { $0.isOf(client) }) { return .clientTestRunning }
      if running.count >= most || state.isEnded { return .clientTestsTooMany }
      let ended = state.tests.filter { !$0.isRunning && !$0.isOf(client) }.suffix(ClientTests.mostEnded)
      state.tests.removeAll { test in !test.isRunning && !ended.contains { $0 === test } }
      state.tests.append(test)
      return nil
    }
    if let refusal { throw IdentityServerError(refusal, client, detail: String(most)) }
    test.begin(at: server.provider)
    return test
  }

  /// Stops all tests, and waits until they have ended. No new one begins.
  func end() async {
    let tests = state.withLock { state in
      state.isEnded = true
      return state.tests
    }
    for test in tests { test.stop() }
    for test in tests { await test.hasEnded() }
    // They hold the server's parts, which hold this.
    state.withLock { $0.tests = [] }
  }
}
