import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// What the app that started the server gets of the exchanges: each once, in order, masked, and again if it changes.
@Suite struct ExchangeFeedTests {
  private func exchanges(_ lines: [JSON]) -> [JSON] { lines.filter { $0["event"] == "exchange" } }
  private func numbers(_ lines: [JSON]) -> [Int] { exchanges(lines).compactMap { $0["number"]?.intValue } }

  private func feed(_ trace: ExchangeTrace) -> ExchangeFeed {
    ExchangeFeed(trace) { _, _ in (endpoint: .token, origin: "https://localhost:8443") }
  }

  @Test func eachExchangeComesOnceAndInPortions() throws {
    let trace = ExchangeTrace()
    var feed = feed(trace)
    for number in 1...(ExchangeFeed.portion + 20) { trace.record(.made("/\(number)", client: "client-\(number % 2)")) }
    let first = feed.next(1, client: nil)
    #expect(numbers(first) == Array(1...ExchangeFeed.portion))
    #expect(first.last?["event"] == "exchanges" && first.last?["more"] == .bool(true))
    #expect(first.last?["clients"]?.stringArray == ["client-0", "client-1"])
    let second = feed.next(1, client: nil)
    #expect(numbers(second) == Array(ExchangeFeed.portion + 1...ExchangeFeed.portion + 20))
    #expect(second.last?["more"] == .bool(false) && second.last?["from"]?.intValue == ExchangeFeed.portion + 1)
    #expect(numbers(feed.next(1, client: nil)).isEmpty)
    #expect(
      numbers(feed.next(2, client: "client-0")) == Array(stride(from: 2, through: ExchangeFeed.portion + 20, by: 2)))
    #expect(exchanges(first).first?["url"] == "https://localhost:8443/1")
  }

  /// What the trace drops is no change.
  @Test func droppedExchangesDoNotComeAgain() {
    let trace = ExchangeTrace(capacity: 5)
    var feed = feed(trace)
    for number in 1...5 { trace.record(.made("/\(number)")) }
    _ = feed.next(1, client: nil)
    for number in 6...8 { trace.record(.made("/\(number)")) }
    let lines = feed.next(1, client: nil)
    #expect(numbers(lines) == [6, 7, 8] && lines.last?["from"]?.intValue == 6)
    #expect(feed.next(1, client: nil).last?["from"]?.intValue == 9)
  }

  @Test func longExchangesComeWithoutTheirBodies() throws {
    let trace = ExchangeTrace()
    var feed = feed(trace)
    let header = HTTPHeader("X-Long", String(repeating: "x", count: 2 * ExchangeFeed.longest))
    trace.record(.made("/", headers: [header], body: 30, answer: 30))
    trace.record(.made("/", body: 30, answer: 30))
    let found = exchanges(feed.next(1, client: nil))
    #expect(found.map { $0["request"]?["whole"] } == [.bool(false), .bool(true)])
    #expect(found.map { $0["request"]?["bytes"]?.intValue } == [30, 30])
    #expect(found.allSatisfy { $0.compact.utf8.count <= ExchangeFeed.longest })
  }

  /// A login belongs to the client that is registered with its token, which is known only at its end.
  @Test func anExchangeComesAgainWhenItsClientIsKnown() async throws {
    try await TestServer.with { server in
      var feed = server.server.exchanges
      let app = TestApp(server: server)
      _ = try await TestBrowser(server).get(app.authorizationURL(["prompt": "login"]))
      #expect(numbers(feed.next(1, client: nil)) == [1])
      let (registered, _, _) = try await server.registeredApp()
      let lines = feed.next(1, client: nil)
      #expect(exchanges(lines).last?["clients"]?.stringArray?.contains(registered.clientID) == true)
      #expect(lines.last?["clients"]?.stringArray?.first == registered.clientID)
      let ofClient = exchanges(feed.next(2, client: registered.clientID))
      #expect(ofClient.count >= 3 && ofClient.last?["endpoint"] == "registration")
      #expect(ofClient.first?["endpoint"] == "authorization")
      #expect(ofClient.allSatisfy { $0["clients"]?.stringArray?.contains(registered.clientID) == true })
    }
  }

  @Test func noSecretLeavesTheServer() async throws {
    try await TestServer.withTokens { server, _, _, tokens in
      var feed = server.server.exchanges
      let text = feed.next(1, client: nil).map(\.compact).joined()
      #expect(text.contains("access_token"))
      for name in ["access_token", "refresh_token"] {
        let secret = try #require(tokens[name]?.stringValue)
        #expect(!text.contains(secret), "\(name)")
      }
      #expect(!text.contains("Password1"))
    }
  }
}
