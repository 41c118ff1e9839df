import AppState
import Edge
import Foundation
import Programs
import SharedValues
import TestValues
import Testing

@testable import DCRTerminal
@testable import Workshop

/// The server's lines about exchanges, as the app reads them.
@Suite struct ExchangeAnswersTests {
  private static func line(_ number: Int, _ change: (JSON) -> JSON = { $0 }) -> JSON {
    change([
      "event": "exchange", "feed": 1, "number": .number(String(number)), "endpoint": "token", "method": "POST",
      "url": "https://localhost:8443/oauth/v2/oauth-token", "status": 400, "at": 1_800_000_000_500, "milliseconds": 12,
      "clients": ["a-program"], "users": ["jd"], "sessions": ["5f2c"], "address": "127.0.0.1", "note": "invalid_grant",
      "detail": "the code has been redeemed before", "fault": .null,
      "request": [
        "headers": [["name": "Content-Type", "value": "application/x-www-form-urlencoded"]],
        "body": "grant_type=authorization_code&code=Tk3xhB9s••••", "bytes": 80, "whole": true,
      ],
      "response": [
        "headers": [["name": "Content-Type", "value": "application/json"]], "body": "{\"error\": \"invalid_grant\"}",
        "bytes": 25, "whole": true,
      ],
    ])
  }

  private static let end: JSON = ["event": "exchanges", "feed": 1, "from": 7, "more": true, "clients": ["a-program"]]

  @Test func theLastLineGivesTheWholeAnswer() throws {
    let answers = ExchangeAnswers()
    #expect(answers.take(Self.line(7)) == nil && answers.take(Self.line(8)) == nil)
    #expect(answers.take(["event": "request", "method": "GET", "path": "/", "status": 200]) == nil)
    let seen = try #require(answers.take(Self.end))
    #expect(seen.messages.compactMap(\.record?.number) == [7, 8])
    #expect(seen.reading == 1 && seen.from == 7 && seen.hasMore && seen.clients == ["a-program"])
    #expect(answers.take(Self.end)?.messages.isEmpty == true, "each answer is given once")
    let message = seen.messages[0]
    #expect(message.from == .client && message.to == .server && message.endpoint == .token)
    #expect(message.record?.detail == "the code has been redeemed before" && message.record?.users == ["jd"])
    guard case .exchange(let exchange) = message.content else { throw Unexpected("no exchange") }
    #expect(abs((exchange.milliseconds ?? 0) - 12) < 0.01)
    #expect(exchange.request.formValue("grant_type") == "authorization_code")
  }

  @Test func pagesAreTheBrowsersAndARefreshIsOne() throws {
    func message(_ member: String, _ value: JSON) -> Message? {
      let answers = ExchangeAnswers()
      _ = answers.take(Self.line(1) { $0.setting(member, value) })
      return answers.take(Self.end)?.messages.first
    }
    #expect(message("endpoint", "page")?.from == .browser && message("endpoint", "authorization")?.from == .browser)
    #expect(message("endpoint", "api")?.to == .api && message("endpoint", "of a later version")?.endpoint == .other)
    let body = "grant_type=refresh_token&refresh_token=671eb77b-••••"
    let request = try #require(Self.line(1)["request"]).setting("body", .string(body))
    #expect(message("request", request)?.endpoint == .refresh)
    // A fault ended the connection.
    guard case .exchange(let exchange)? = message("status", 0)?.content else { throw Unexpected("no exchange") }
    #expect(exchange.outcome == .failure(TransportFailure(.connectionLost)))
    #expect(message("fault", "wrong-nonce")?.faults == ["wrong-nonce"])
  }

  @Test(arguments: ["number", "method", "url", "status", "at"])
  func incompleteLinesAreLeftOut(_ member: String) {
    let answers = ExchangeAnswers()
    _ = answers.take(Self.line(1) { $0.setting(member, .null) })
    #expect(answers.take(Self.end)?.messages.isEmpty == true)
  }

  @Test func ordersAreRead() {
    for order in [ExchangeOrder(feed: 3, client: nil), ExchangeOrder(feed: 4, client: "a \"quoted\" client")] {
      #expect(ExchangeOrder(order.line) == order)
    }
    let others = ["", "{}", "{\"clock\":{}}", "{\"exchanges\":{}}", "{\"exchanges\":{\"feed\":\"x\"}}", "\u{7}"]
    #expect(others.allSatisfy { ExchangeOrder($0) == nil })
  }
}
