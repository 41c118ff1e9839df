import Faults
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Whose an exchange is, also where its request does not say so.
@Suite struct ExchangeJoinTests {
  private static let authorization = "GET /oauth/v2/oauth-authorize"
  private static let login = "POST /oauth/v2/oauth-authorize/login"
  private static let token = "POST /oauth/v2/oauth-token"
  private static let registration = "POST /token-service/oauth-registration"

  /// The client that a login registers is known only at its end.
  @Test func aRegistrationAndItsLoginBelongToBothClients() async throws {
    try await TestServer.withApp { server, app, _ in
      let expected = [Self.authorization, Self.login, Self.token, Self.registration]
      for client in [app.clientID, "mobile-dcr-client"] {
        #expect(server.lines(of: client).map(\.request) == expected, "\(client)")
      }
      #expect(server.lines().map(\.parties.clients) == Array(repeating: ["mobile-dcr-client", app.clientID], count: 4))
      #expect(server.lines().map(\.parties.users) == Array(repeating: ["demouser"], count: 4))
    }
  }

  /// Not even if they have the same `state`, and take turns.
  @Test func twoClientsAtOnceAreNeverMixed() async throws {
    try await TestServer.with { server in
      let first = TestApp(server: server)
      let browsers = [TestBrowser(server), TestBrowser(server)]
      var pages: [HTTPResponse] = []
      for browser in browsers { pages.append(try await browser.get(first.authorizationURL(["prompt": "login"]))) }
      var codes: [String] = []
      for (place, user) in [("demouser", "Password1"), ("jd", "password")].enumerated() {
        let answer = try await browsers[place].submit(pages[place], [("username", user.0), ("password", user.1)])
        codes.append(try #require(answer.code))
      }
      var registrations: [String] = []
      for code in codes.reversed() {
        let token = try await first.redeem(code).json["access_token"]?.stringValue ?? ""
        let answer = try await server.register(token: token).json
        registrations.append(try #require(answer["client_id"]?.stringValue))
      }
      let (ofJD, ofDemo) = (server.lines(of: registrations[0]), server.lines(of: registrations[1]))
      #expect(ofJD.map(\.number) == [2, 4, 5, 6] && ofDemo.map(\.number) == [1, 3, 7, 8])
      #expect(ofJD.allSatisfy { $0.parties.users == ["jd"] } && ofDemo.allSatisfy { $0.parties.users == ["demouser"] })
      #expect(server.lines { $0.user = "jd" } == ofJD)
    }
  }

  /// The refused exchange is both clients' business; what led to the code is not the thief's.
  @Test func aStolenCodeDoesNotMixClients() async throws {
    try await TestServer.with { server in
      let (victim, browser, _) = try await server.registeredApp()
      let (thief, _, _) = try await server.registeredApp(as: "jd", "password")
      let code = try #require(try await browser.get(victim.authorizationURL(["nonce": "n-1"])).code)
      let before = server.lines(of: thief.clientID).count
      #expect(try await thief.redeem(code).error == "invalid_grant")
      #expect(server.lastLine?.parties.clients == [thief.clientID, victim.clientID])
      // Also at an endpoint that does not judge codes.
      _ = try await browser.get(thief.authorizationURL(["code": code]))
      #expect(server.lines(of: thief.clientID).count == before + 2)
      #expect(server.lines(of: victim.clientID).last?.request == Self.token)
    }
  }

  /// What a fault makes of a refusal is no acceptance: neither a connection that ends nor a page with 200.
  @Test(arguments: [FaultDefect.connection(.reset), .body(.portal)])
  func aFaultMakesNoRefusalAnAcceptance(_ defect: FaultDefect) async throws {
    try await TestServer.with { server in
      let (victim, browser, _) = try await server.registeredApp()
      let (thief, _, _) = try await server.registeredApp(as: "jd", "password")
      let code = try #require(try await browser.get(victim.authorizationURL(["nonce": "n-1"])).code)
      let before = server.lines(of: thief.clientID).count
      try await server.switchOn([FaultRule(.token, defect)])
      _ = try await thief.redeem(code)
      let line = try #require(server.lastLine)
      #expect(line.fault.isEmpty == false && line.note == "invalid_grant")
      #expect(line.parties.clients == [thief.clientID, victim.clientID])
      #expect(
        server.lines(of: thief.clientID).count == before + 1, "the login that gave the code is the victim's alone")
    }
  }

  /// A fault writes the same value into the answers for all clients.
  @Test func aValueOfAFaultJoinsNobody() async throws {
    let token = "one-token-for-everybody"
    try await TestServer.with { server in
      let (first, firstBrowser, _) = try await server.registeredApp()
      let (second, secondBrowser, _) = try await server.registeredApp(as: "jd", "password")
      try await server.switchOn([FaultRule(.token, .wrongMember("access_token", .string(token)))])
      for (app, browser) in [(first, firstBrowser), (second, secondBrowser)] {
        let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-1"])).code)
        #expect(try await app.redeem(code).json["access_token"]?.stringValue == token)
      }
      #expect(try await first.userInfo(token).status == 401)
      #expect(server.lastLine?.parties == ExchangeParties())
    }
  }

  /// The server no longer says whose an expired token was; the trace knows to whom it was given.
  @Test func whatIsRefusedBelongsToWhomItWasGiven() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let token = tokens["access_token"]?.stringValue ?? ""
      let stranger = try await TestBrowser(server).get(server.origin + "/oauth/v2/oauth-userinfo")
      #expect(stranger.status == 401 && server.lastLine?.parties == ExchangeParties())
      server.clock.advance(by: 86_400)
      #expect(try await app.userInfo(token).status == 401)
      #expect(server.lastLine?.parties.clients == [app.clientID])
      #expect(server.lastLine?.parties.users == ["demouser"])
      for path in ["/oauth/v2/oauth-userinfo", "/api/accounts", "/api/payments"] {
        let answer = try await server.send(HTTPRequest("GET", server.origin + path + "?access_token=" + token))
        #expect(answer.status == 401 && server.lastLine?.parties.clients == [app.clientID], "\(path)")
      }
      // An attempt at its registration names it.
      let path = "/token-service/oauth-registration/" + app.clientID
      #expect(try await server.registration("GET", path, token: "no-such-token").status == 401)
      #expect(server.lastLine?.parties.clients == [app.clientID])
    }
  }

  /// The header names the client, also of one that has sent nothing else since the server's start. What only the body says is not guessed.
  @Test(arguments: [
    "oauth-token", "oauth-introspect", "oauth-revoke", "oauth-authorize/par", "oauth-device-authorization",
  ])
  func aBodyThatIsNoFormBelongsToTheClientOfTheHeader(_ endpoint: String) async throws {
    let home = ServerHome()
    let (id, secret) = try await TestServer.with(.inProcess, in: home) { server in
      let app = try await server.registeredApp().0
      return (app.clientID, try #require(app.secret))
    }
    try await TestServer.with(.inProcess, in: home) { server in
      let basic = HTTPHeader("Authorization", "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString())
      let stranger = HTTPHeader("Authorization", "Basic " + Data("nobody:x".utf8).base64EncodedString())
      for (type, headers, clients) in [
        ("application/json", [basic], [id]), ("multipart/form-data; boundary=b", [basic], [id]),
        ("application/json", [], []), ("application/json", [stranger], []),
      ] {
        let answer = try await server.send(
          HTTPRequest(
            "POST", "\(server.origin)/oauth/v2/\(endpoint)", headers: headers + [HTTPHeader("Content-Type", type)],
            body: Array(#"{"client_id":"\#(id)","grant_type":"authorization_code"}"#.utf8)))
        #expect(answer.status == 400 && answer.error == "invalid_request")
        let line = try #require(server.lastLine)
        #expect(line.parties.clients == clients && line.detail.contains(type.prefix { $0 != ";" }), "\(type)")
      }
    }
  }

  @Test func aDevicesPagesBelongToItsClient() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      #expect(try await TestBrowser(server).decide(codes).status == 200)
      server.clock.advance(by: 5)
      #expect(try await app.poll(codes).status == 200)
      let expected = [
        "POST /oauth/v2/oauth-device-authorization", "GET /device", "POST /device", "POST /device/login",
        "POST /device/decision", Self.token,
      ]
      #expect(server.lines(of: app.clientID).map(\.request) == expected)
      #expect(server.lines { $0.user = "demouser" }.map(\.request) == expected)
    }
  }

  @Test func aUsedReferenceBelongsToItsClient() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let reference = try await app.pushed()
      let browser = TestBrowser(server)
      #expect(try await browser.signIn(app.presenting(reference)).code != nil)
      var nameless = app
      nameless.clientID = ""
      #expect(try await browser.get(nameless.presenting(reference)).status == 400)
      #expect(server.lines(of: app.clientID).count == 4)
      #expect(server.lastLine?.parties.clients == [app.clientID])
    }
  }

  @Test func anUnknownClientAndPublicDocumentsBelongToNone() async throws {
    try await TestServer.withApp { server, app, browser in
      let known = server.lines(of: app.clientID).count
      // The same state and the same browser as a known client's.
      _ = try await browser.get(app.authorizationURL(["client_id": "nobody"]))
      #expect(server.lastLine?.parties.clients == [] && server.lastLine?.visit != nil)
      for path in ["/.well-known/openid-configuration", "/jwks"] {
        _ = try await server.send(HTTPRequest("GET", server.issuer + path))
        #expect(server.lastLine?.parties == ExchangeParties())
      }
      #expect(server.lines(of: "nobody").isEmpty)
      #expect(server.lines(of: app.clientID).count == known && server.lines().count == known + 3)
    }
  }

  /// A sign-out that names no client ends a session, and belongs to all that have used it.
  @Test func aSessionJoinsWhatNamesNobody() async throws {
    try await TestServer.withApp { server, app, browser in
      let handle = try #require(try await server.server.administration.sessions().first?.id)
      _ = try await browser.get(server.origin + "/oauth/v2/oauth-session/logout")
      let line = try #require(server.lastLine)
      #expect(line.parties.sessions == [handle] && line.parties.users == ["demouser"])
      #expect(line.parties.clients.contains("mobile-dcr-client"))
      _ = try await TestBrowser(server).get(server.origin + "/oauth/v2/oauth-session/logout")
      #expect(server.lastLine?.parties == ExchangeParties())
      #expect(server.lines { $0.session = handle }.map(\.request).last == "GET /oauth/v2/oauth-session/logout")
      #expect(server.lines { $0.session = handle }.last == line)
    }
  }
}
