/// Tests of clients for the app that started this server: it asks, and gets a message after each change of a test. A message is that of the
/// administrator's page, with the verdicts that are new in it:
/// `{"event":"client-test","client":"…","stage":"acting","action":"login",…,"verdicts":[…]}`.
package struct ClientTestFeed: Sendable {
  /// Between two looks at a test.
  private static let pause = Duration.milliseconds(100)

  private let provider: Provider

  package init(_ server: IdentityServer) { provider = server.provider }

  /// Wishes about a client without a test are ignored. A test that cannot begin is answered with the error's code, in `problem`.
  package func take(_ wish: ClientTestWish, client: String, _ say: @escaping @Sendable (JSON) -> Void) {
    let test = provider.clientTests.test(of: client)
    switch wish {
    case .start(let all):
      do { follow(try started(client, all: all), say) } catch {
        if error.code == .clientTestRunning, let test { return follow(test, say) }
        say(ClientTestFeed.event(["client": .string(client), "problem": .string(error.code.rawValue)]))
      }
    case .acted(let number, let isPossible): test?.acted(number, isPossible: isPossible)
    case .answer(let number, let answer): test?.answer(number, answer)
    case .stop: test?.stop()
    }
  }

  private func started(_ client: String, all: Bool) throws(IdentityServerError) -> ClientTest {
    guard let known = try? provider.store.client(client), known.kind != .template else {
      throw IdentityServerError(.unknownClient, client)
    }
    guard
      let order = try? ClientTestOrder(["client": .string(client), "checks": .string(all ? "all" : "core")])
    else { throw IdentityServerError(.unknownClient, client) }
    return try provider.clientTests.start(order)
  }

  private func follow(_ test: ClientTest, _ say: @escaping @Sendable (JSON) -> Void) {
    Task.detached {
      var (given, last): ([String: JSON], JSON) = ([:], .null)
      while true {
        let (isRunning, message) = (test.isRunning, test.json)
        if message != last {
          let fresh = test.state.verdicts.filter { given[$0["id"]?.stringValue ?? ""] != $0 }
          for verdict in fresh { given[verdict["id"]?.stringValue ?? ""] = verdict }
          say(ClientTestFeed.event(message.setting("verdicts", .array(fresh))))
          last = message
        }
        guard isRunning else { return }
        try? await Task.sleep(for: ClientTestFeed.pause)
      }
    }
  }

  private static func event(_ message: JSON) -> JSON { message.setting("event", "client-test") }
}
