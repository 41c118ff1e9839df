import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Payments: the step-up that they need (RFC 9470), refusals, and what is stored.
@Suite struct PaymentTests {
  /// The whole flow: refused, stepped up exactly as the challenge demands, paid.
  @Test(arguments: TestServer.Way.allCases) func steppingUp(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let (app, browser, _) = try await server.bankingApp()
      let order = try await self.order(server, app, browser)
      let refused = try await server.api("payments", try await server.token(app, browser), method: "POST", order)
      #expect(refused.status == 401)
      #expect(refused.error == "insufficient_user_authentication")
      let challenge = challengeParameters(refused.headers[first: "WWW-Authenticate"] ?? "")

      server.clock.advance(by: 600)
      let code = try await server.apiCode(
        app, browser, ["acr_values": challenge["acr_values"], "max_age": challenge["max_age"]])
      let tokens = try await app.redeem(code).json
      let now = Int(server.clock.source.now.timeIntervalSince1970)
      let claims = try unverifiedClaims(of: tokens["id_token"])
      #expect(claims["acr"]?.stringValue == freshLogin)
      #expect(claims["auth_time"]?.intValue == now)
      let token = tokens["access_token"]?.stringValue ?? ""
      let seen = try await app.post("/oauth/v2/oauth-introspect", [("token", token)]).json
      #expect(seen["acr"]?.stringValue == freshLogin)
      #expect(seen["auth_time"]?.intValue == now)
      #expect(seen["aud"]?.stringArray == [server.api, server.issuer])

      let paid = try await server.api("payments", token, method: "POST", order)
      #expect(paid.status == 201, "\(paid.text)")
      #expect(paid.headers[first: "Cache-Control"] == "no-store")
      #expect(paid.json["to"] == "Anna Andersson")
      #expect(paid.json["amount"] == ["currency": "EUR", "amount": "12.50"])
      #expect(paid.json["reference"] == "Lunch")
      #expect(paid.json["created"]?.intValue == now)
      let listed = try await server.api("payments", token).json["payments"]?.arrayValue
      #expect(listed == [paid.json])
    }
  }

  /// Whether a login suffices for a payment, by its request and its age.
  @Test(
    arguments: [
      (["acr_values": freshLogin], 0, true), (["acr_values": freshLogin], 120, true),
      (["acr_values": freshLogin], 121, false), (["acr_values": "urn:unknown " + freshLogin], 0, true),
      (["acr_values": ClientMetadata.passwordACR + " " + freshLogin], 0, false),
      (["acr_values": "urn:unknown"], 0, false),
      (["claims": #"{"id_token":{"acr":{"essential":true,"value":"\#(freshLogin)"}}}"#], 0, true),
      (["claims": #"{"id_token":{"acr":{"essential":false,"value":"\#(freshLogin)"}}}"#], 0, false),
      (["prompt": "login"], 0, false), (["max_age": "0"], 0, false), ([:], 0, false),
    ] as [([String: String?], Double, Bool)])
  func whichLoginsSuffice(_ wish: [String: String?], _ age: Double, _ isEnough: Bool) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let order = try await self.order(server, app, browser)
      server.clock.advance(by: 10)
      let token = try await server.token(app, browser, wish)
      server.clock.advance(by: age)
      let answer = try await server.api("payments", token, method: "POST", order)
      #expect(answer.status == (isEnough ? 201 : 401))
    }
  }

  /// A session is not enough; if no page may be shown, the client gets an error.
  @Test func aFreshLoginIsNeverSilent() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let url = app.authorizationURL(["acr_values": freshLogin])
      #expect(try await browser.get(url).isLoginPage)
      let silent = try await browser.get(app.authorizationURL(["acr_values": freshLogin, "prompt": "none"]))
      #expect(silent.redirectParameters["error"] == "login_required")
    }
  }

  /// Refreshing does not make a login younger.
  @Test func refreshingIsNoLogin() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let order = try await self.order(server, app, browser)
      let first = try await app.redeem(try await server.apiCode(app, browser, ["acr_values": freshLogin])).json
      server.clock.advance(by: 121)
      let second = try await app.refresh(first["refresh_token"]?.stringValue ?? "").json
      let answer = try await server.api(
        "payments", second["access_token"]?.stringValue ?? "", method: "POST", order)
      #expect(answer.error == "insufficient_user_authentication")
      #expect(try unverifiedClaims(of: second["id_token"])["acr"]?.stringValue == freshLogin)
    }
  }

  static let refused: [(member: String, value: JSON?)] = [
    ("from", nil), ("from", 1), ("from", "0000000000000000"), ("to", nil), ("to", ""), ("to", "   "), ("to", 1),
    ("to", .string(String(repeating: "a", count: 71))), ("to", "a\u{202E}b"), ("to", "a\u{0}b"), ("to", "a\nb"),
    ("to", .string("a" + String(repeating: "\u{301}", count: 300))),
    ("reference", .string(String(repeating: "a", count: 141))), ("reference", []), ("reference", .null),
    ("amount", nil), ("amount", "12.50"), ("amount", ["amount": "12.50"]),
    ("amount", ["currency": "USD", "amount": "12.50"]), ("amount", ["currency": "EUR", "amount": .number("12.5")]),
    ("amount", ["currency": "EUR", "amount": "0.00"]), ("amount", ["currency": "EUR", "amount": "-1.00"]),
    ("amount", ["currency": "EUR", "amount": "10000.01"]),
    ("amount", ["currency": "EUR", "amount": "1.00", "scale": 2]), ("due", "2026-12-01"),
  ]

  @Test func refusesWrongOrders() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let order = try await self.order(server, app, browser)
      let token = try await server.token(app, browser, ["acr_values": freshLogin])
      for (member, value) in PaymentTests.refused {
        var members = (order.objectValue ?? []).filter { $0.name != member }
        if let value { members.append(.init(member, value)) }
        let answer = try await server.api("payments", token, method: "POST", .object(members))
        #expect(answer.status == 400 && answer.error == "invalid_payment", "\(member) \(String(describing: value))")
        #expect(answer.json["error_description"]?.stringValue?.hasPrefix(member) == true)
      }
      // Also an amount with more digits than are read is refused as too much.
      let much = order.setting("amount", ["currency": "EUR", "amount": "99999999.00"])
      #expect(try await server.api("payments", token, method: "POST", much).text.contains("0.01 to 10000.00"))
      let savings = try await accounts(server, token)[1]
      let wrongAccount = try await server.api("payments", token, method: "POST", order.setting("from", savings["id"]!))
      #expect(wrongAccount.error == "invalid_payment")
      for body in ["", "[]", "{", "{\"to\":\"a\",\"to\":\"b\"}", "\u{FEFF}{}"] {
        let headers = [
          HTTPHeader("Authorization", "Bearer " + token), HTTPHeader("Content-Type", "application/json"),
        ]
        let answer = try await server.send(
          HTTPRequest("POST", server.api + "/payments", headers: headers, body: Array(body.utf8)))
        #expect(answer.status == 400 && answer.error == "invalid_payment", "\(body)")
      }
      let plain = try await server.send(
        HTTPRequest(
          "POST", server.api + "/payments", headers: [HTTPHeader("Authorization", "Bearer " + token)],
          body: Array(order.compact.utf8)))
      #expect(plain.error == "invalid_payment")
      #expect(try await server.api("payments", token).json["payments"] == [])
    }
  }

  /// Nobody can pay from another user's account or see another user's payments.
  @Test func paymentsAreTheUsersOwn() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let order = try await self.order(server, app, browser)
      let token = try await server.token(app, browser, ["acr_values": freshLogin])
      #expect(try await server.api("payments", token, method: "POST", order).status == 201)
      let (other, otherBrowser, _) = try await server.bankingApp(as: "jd", "password")
      let page = try await otherBrowser.get(
        other.authorizationURL(
          ["scope": "openid accounts payments", "resource": server.api, "acr_values": freshLogin]))
      let code = try await otherBrowser.submit(page, [("username", "jd"), ("password", "password")]).code
      let othersToken = try await other.redeem(code ?? "none").json["access_token"]?.stringValue ?? ""
      #expect(try await server.api("payments", othersToken, method: "POST", order).error == "invalid_payment")
      #expect(try await server.api("payments", othersToken).json["payments"] == [])
      // Deleting a subject deletes the payments.
      try await server.database { try $0.execute(sql: "DELETE FROM users WHERE user_name = 'demouser'") }
      let rest = try await server.database { try $0.value(Int.self, "SELECT count(*) FROM payments") }
      #expect(rest == 0)
    }
  }

  @Test func theBalanceIsTheLimit() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let order = try await self.order(server, app, browser)
      let token = try await server.token(app, browser, ["acr_values": freshLogin])
      let opening = try #require(Money(try await balance(server, token)))
      let tooMuch = Money(cents: opening.cents + 1)
      #expect(try await pay(tooMuch, order, server, token).status == 409)
      #expect(try await pay(tooMuch, order, server, token).error == "insufficient_funds")
      #expect(try await pay(Money(cents: opening.cents - 100), order, server, token).status == 201)
      #expect(try await balance(server, token) == "1.00")
      // Fifty payments at once of one euro each, from an account with one euro.
      let paid = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<50 {
          group.addTask { try await pay(Money(cents: 100), order, server, token).status == 201 ? 1 : 0 }
        }
        return try await group.reduce(0, +)
      }
      #expect(paid == 1)
      #expect(try await balance(server, token) == "0.00")
      // After a month the balance is restored.
      server.clock.advance(by: 31 * 86_400)
      try await server.server.provider.store.removeExpired(now: server.clock.source.now)
      let later = try await server.token(app, browser, ["acr_values": freshLogin])
      #expect(try await balance(server, later) == opening.text)
    }
  }

  @Test func payingTooOftenHasToWait() async throws {
    try await TestServer.with(adjusting: { $0.limits.paymentsPerDay = 2 }) { server in
      let (app, browser, _) = try await server.bankingApp()
      let order = try await self.order(server, app, browser)
      let token = try await server.token(app, browser, ["acr_values": freshLogin])
      #expect(try await server.api("payments", token, method: "POST", order).status == 201)
      server.clock.advance(by: 60)
      #expect(try await server.api("payments", token, method: "POST", order).status == 201)
      let answer = try await server.api("payments", token, method: "POST", order)
      #expect(answer.status == 429)
      #expect(answer.headers[first: "Retry-After"] == String(86_400 - 60))
      server.clock.advance(by: 86_400 - 60)
      let later = try await server.token(app, browser, ["acr_values": freshLogin])
      #expect(try await server.api("payments", later, method: "POST", order).status == 201)
    }
  }

  // MARK: Steps

  private func order(_ server: TestServer, _ app: TestApp, _ browser: TestBrowser) async throws -> JSON {
    let current = try await accounts(server, try await server.token(app, browser))[0]
    return [
      "from": current["id"] ?? .null, "to": "Anna Andersson", "amount": ["currency": "EUR", "amount": "12.50"],
      "reference": "Lunch",
    ]
  }

  private func accounts(_ server: TestServer, _ token: String) async throws -> [JSON] {
    try #require(try await server.api("accounts", token).json["accounts"]?.arrayValue)
  }

  private func balance(_ server: TestServer, _ token: String) async throws -> String {
    try await accounts(server, token)[0]["balance"]?["amount"]?.stringValue ?? ""
  }

  private func pay(_ amount: Money, _ order: JSON, _ server: TestServer, _ token: String) async throws -> HTTPResponse {
    try await server.api("payments", token, method: "POST", order.setting("amount", amount.json))
  }
}
