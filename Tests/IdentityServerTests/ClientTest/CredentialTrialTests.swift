import Faults
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Checks of secrets and of where they go: what a careful and a careless client get.
@Suite struct CredentialTrialTests {
  /// The kinds of the verdict before and after a control login that worked.
  private typealias Kinds = [Finding.Kind?]
  private static let silent: Kinds = [nil, .careful]
  private static let careful: Kinds = [.careful, .careful]
  private static let careless: Kinds = [.careless, .careless]

  private static let usual: [SeenExchange.Kind: Int] = [.code: 2, .management: 2, .api: 2, .metadata: 2]

  /// Runs `body` while the faults of the check are on, and judges what it has sent.
  private func kinds(
    _ id: String, _ server: TestServer, _ body: (Trap?) async throws -> Void
  ) async throws -> Kinds {
    let check = try #require(ClientCheck.all.first { $0.id == id })
    let trial = try #require(check.trial)
    let (provider, start) = (server.server.provider, server.trace.lastNumber + 1)
    var trap: Trap?
    if let scheme = trial.trap { trap = await server.server.openTrap(scheme) }
    #expect((trap == nil) == (trial.trap == nil))
    provider.faults.set(trial.faults(for: .applications, name: id, trap: trap))
    try await body(trap)
    provider.faults.set([])
    await trap?.close()
    var record = TrialRecord(
      check: check, trial: trial, baseline: Self.usual,
      exchanges: server.trace.seen().filter(TestedClient(named: nil).sends), span: start..<server.trace.lastNumber + 1)
    let before = record.finding?.kind
    record.control = .worked
    return [before, record.finding?.kind]
  }

  // MARK: Secrets

  @Test func aSecretArrivesOnlyIfItIsEncoded() async throws {
    try await TestServer.with { server in
      let encoded = try await kinds("tk-basic", server) { _ in
        let (app, browser, registration) = try await server.registeredApp()
        let secret = registration.token("client_secret")
        #expect("+%:/ ".unicodeScalars.allSatisfy(secret.unicodeScalars.contains))
        let code = try #require(try await browser.get(app.authorizationURL()).code)
        #expect(try await app.redeem(code).status == 200)
      }
      #expect(encoded == Self.careful)
      let raw = try await kinds("tk-basic", server) { _ in
        let (app, _, registration) = try await server.registeredApp()
        let pair = app.clientID + ":" + registration.token("client_secret")
        let headers = [
          HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()),
          HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
        ]
        let answer = try await server.send(
          HTTPRequest(
            "POST", server.origin + Addresses.tokenPath, headers: headers,
            body: form([("grant_type", "authorization_code"), ("code", "no-such-code")])))
        #expect(answer.error == "invalid_client")
      }
      #expect(raw == Self.careless)
    }
  }

  @Test func whatTheManagementHasReplacedIsOver() async throws {
    try await TestServer.with { server in
      let (app, _, registration) = try await server.registeredApp()
      let address = registration.token("registration_client_uri")
      let first = registration.token("registration_access_token")
      var next = ""
      let taken = try await kinds("rm-rotate", server) { _ in
        let answer = try await server.registration("GET", address, token: first).json
        next = answer.token("registration_access_token")
        #expect(next != first && answer.token("client_secret") != app.secret)
        #expect(try await server.registration("GET", address, token: next).status == 200)
        var renewed = app
        renewed.secret = answer.token("client_secret")
        #expect(try await renewed.redeem("no-such-code").error == "invalid_grant")
      }
      #expect(taken == Self.careful)
      let old = try await kinds("rm-rotate", server) { _ in
        _ = try await server.registration("GET", address, token: next)
        #expect(try await server.registration("GET", address, token: next).status == 401)
      }
      #expect(old == Self.careless)
      let nothing = try await kinds("rm-rotate", server) { _ in
        let (_, _, other) = try await server.registeredApp()
        _ = try await server.registration(
          "GET", other.token("registration_client_uri"), token: other.token("registration_access_token"))
      }
      #expect(nothing == [.unseen, .unseen])
    }
  }

  // MARK: Traps

  private func send(_ head: String, _ body: String = "", to port: Int, secure: Bool) async throws {
    let connection = try await RawConnection.open(port: port, secure: secure)
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    try await connection.send(head + "\r\nHost: localhost:\(port)\r\n" + length + "\r\n" + body)
    #expect(await connection.received() == "", "a trap answers nothing")
  }

  private func port(_ origin: String) throws -> Int { try #require(AbsoluteURL(origin)?.port) }

  @Test func aTokenRequestInClearTextIsSeen() async throws {
    try await TestServer.with { server in
      func endpoint() async throws -> String {
        try await server.send(HTTPRequest("GET", server.origin + Addresses.openIDMetadataPaths[0])).json
          .token("token_endpoint")
      }
      let sent = try await kinds("md-http", server) { trap in
        let origin = try #require(trap).origin
        #expect(try await endpoint() == origin + "/token" && origin.hasPrefix("http://localhost:"))
        try await send("POST /token HTTP/1.1", "code=x", to: port(origin), secure: false)
      }
      #expect(sent == Self.careless)
      #expect(server.trace.seen().last?.kind == .trap)
      // A look at the address carries nothing.
      let looked = try await kinds("md-http", server) { trap in
        _ = try await endpoint()
        try await send("GET /token HTTP/1.1", to: port(try #require(trap).origin), secure: false)
      }
      #expect(looked == Self.silent)
      #expect(try await endpoint().hasPrefix("https:"))
    }
  }

  @Test func aRegistrationTokenStaysAtItsServer() async throws {
    try await TestServer.with { server in
      let sent = try await kinds("rm-origin", server) { trap in
        let origin = try #require(trap).origin
        let (_, _, registration) = try await server.registeredApp()
        #expect(registration.token("registration_client_uri") == origin + "/registration")
        let token = registration.token("registration_access_token")
        try await send(
          "GET /registration HTTP/1.1\r\nAuthorization: Bearer " + token, to: port(origin), secure: true)
        let last = try #require(server.trace.exchanges(ExchangeQuery(limit: 1)).first)
        #expect(!last.json.compact.contains(token), "what comes to a trap is masked as all else")
      }
      #expect(sent == Self.careless)
      let kept = try await kinds("rm-origin", server) { _ in _ = try await server.registeredApp() }
      #expect(kept == Self.silent)
    }
  }

  @Test func aTrapIsClosed() async throws {
    try await TestServer.with { server in
      let trap = try #require(await server.server.openTrap(.http))
      let number = try port(trap.origin)
      await trap.close()
      await #expect(throws: (any Error).self) { try await RawConnection.open(port: number, secure: false) }
    }
  }

  @Test func behindAProxyThereIsNone() async throws {
    try await TestServer.with(adjusting: { $0.reach.publicOrigin = PublicOrigin("https://id.example") }) { server in
      #expect(await server.server.openTrap(.https) == nil)
    }
  }

  // MARK: The API

  @Test func theMetadataOfAnotherAPIEndTheLogin() async throws {
    try await TestServer.withApp { server, app, browser in
      func resource() async throws -> String {
        let path = Addresses.resourceMetadataPath(of: Addresses.apiPath)
        return try await server.send(HTTPRequest("GET", server.origin + path)).json.token("resource")
      }
      let silent = try await kinds("rs-resource", server) { _ in
        #expect(try await resource() == "https://evil.example/api")
        let own = try await server.send(HTTPRequest("GET", server.origin + Addresses.openIDMetadataPaths[0])).json
        #expect(own["resource"] == nil)
      }
      #expect(silent == Self.silent)
      let gone = try await kinds("rs-resource", server) { _ in
        _ = try await resource()
        _ = try await browser.get(app.authorizationURL())
      }
      #expect(gone == Self.careless)
      #expect(try await resource() == server.origin + Addresses.apiPath)
    }
  }
}
