import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The application server of the Klaxit seed, and its refusals.
struct ApplicationServerTests {
  static let clientID = "klaxit-app"

  private func with<Result: Sendable>(
    _ way: TestServer.Way = .inProcess, _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    try await TestServer.with(way) { configuration in
      configuration.application = ApplicationServerConfiguration(
        clientID: Self.clientID, redirectURI: "io.curity.dcrclient:/callback",
        postLogoutRedirectURI: "io.curity.dcrclient:/logoutcallback")
    } _: {
      try await body($0)
    }
  }

  private func app(_ server: TestServer) -> TestApp {
    TestApp(server: server, clientID: Self.clientID, scope: "openid profile email")
  }

  private func code(_ server: TestServer, as user: String = "jd", _ password: String = "password") async throws
    -> String
  {
    let browser = TestBrowser(server)
    return try await browser.signIn(app(server).authorizationURL(), as: user, password).code ?? "none"
  }

  private func post(
    _ server: TestServer, _ path: String, _ fields: [(String, String)], token: String? = nil
  ) async throws -> HTTPResponse {
    var headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    if let token { headers.append(HTTPHeader("Authorization", "Bearer " + token)) }
    return try await server.send(
      HTTPRequest("POST", server.origin + "/application" + path, headers: headers, body: form(fields)))
  }

  private func exchange(_ server: TestServer, _ code: String, _ verifier: String = TestApp.verifier) async throws
    -> HTTPResponse
  {
    try await post(server, "/open_id_connect", [("code", code), ("code_verifier", verifier)])
  }

  @Test(arguments: TestServer.Way.allCases)
  func fromSignUpToSignIn(_ way: TestServer.Way) async throws {
    try await with(way) { server in
      let first = try await exchange(server, code(server))
      #expect(first.status == 200)
      #expect(first.headers[first: "Cache-Control"] == "no-store")
      #expect(first.json["account"] == .null)
      #expect(first.json["claims"]?["sub"] == "jd")
      #expect(first.json["claims"]?["email"] == "john.doe@example.com")
      #expect(first.json["claims"]?["roles"] == ["IC"])
      #expect(first.json.objectValue?.map(\.name) == ["access_token", "claims", "account"])
      let token = first.json["access_token"]?.stringValue ?? ""

      let fields = [("given_name", " John "), ("family_name", "Döe"), ("email", "john@example.com")]
      let made = try await post(server, "/accounts", fields, token: token)
      #expect(made.status == 201)
      #expect(made.json["account"]?["given_name"] == "John")
      let again = try await post(server, "/accounts", fields, token: token)
      #expect(again.status == 409)
      #expect(again.error == "account_exists")

      let second = try await exchange(server, code(server))
      #expect(second.json["account"]?["family_name"] == "Döe")
      // Another user does not get this account.
      #expect(try await exchange(server, code(server, as: "jr")).json["account"] == .null)
    }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var fields: [(String, String)]
    var error: String
  }

  static let bad: [Bad] = [
    Bad(testDescription: "nothing", fields: [], error: "invalid_request"),
    Bad(testDescription: "no verifier", fields: [("code", "CODE")], error: "invalid_request"),
    Bad(
      testDescription: "empty verifier", fields: [("code", "CODE"), ("code_verifier", "")], error: "invalid_request"),
    Bad(testDescription: "no code", fields: [("code_verifier", TestApp.verifier)], error: "invalid_request"),
    Bad(
      testDescription: "code twice",
      fields: [("code", "CODE"), ("code", "x"), ("code_verifier", TestApp.verifier)], error: "invalid_request"),
    Bad(
      testDescription: "another verifier",
      fields: [("code", "CODE"), ("code_verifier", String(repeating: "v", count: 43))],
      error: "invalid_grant"),
    Bad(
      testDescription: "an unknown code", fields: [("code", "SECRET"), ("code_verifier", TestApp.verifier)],
      error: "invalid_grant"),
    Bad(
      testDescription: "another redirect URI",
      fields: [("code", "CODE"), ("code_verifier", TestApp.verifier), ("redirect_uri", "io.evil.app:/callback")],
      error: "invalid_grant"),
  ]

  /// A proxy that adds its secret to any request would make every app pass for this one: only the verifier tells them apart.
  @Test(arguments: bad)
  func refusesMismatchedParts(_ bad: Bad) async throws {
    try await with { server in
      let code = try await code(server)
      let response = try await post(
        server, "/open_id_connect", bad.fields.map { ($0.0, $0.1 == "CODE" ? code : $0.1) })
      #expect(response.status == 400)
      #expect(response.error == bad.error)
      #expect(!response.text.contains(code) && !response.text.contains("SECRET"))
      #expect(!response.text.contains(TestApp.verifier))
    }
  }

  /// The authorization endpoint was not asked for a recent login here, so it behaves like a server that ignores `max_age`.
  @Test(
    arguments: [
      (0, "0", nil), (59, "0", nil), (61, "0", "login_required"), (150, "100", nil), (161, "100", "login_required"),
    ] as [(Int, String, String?)])
  func anOldLoginIsRefusedWhereItsAgeIsAskedFor(_ age: Int, _ maxAge: String, _ error: String?) async throws {
    try await TestServer.with(.inProcess) { configuration in
      configuration.application = ApplicationServerConfiguration(
        clientID: Self.clientID, redirectURI: "io.curity.dcrclient:/callback", postLogoutRedirectURI: "a.b:/c")
    } _: { server in
      let browser = TestBrowser(server)
      _ = try await browser.signIn(app(server).authorizationURL(), as: "jd", "password")
      server.clock.advance(by: Double(age))
      let consent = try await browser.get(app(server).authorizationURL())
      let code = try await browser.submit(consent, [("decision", "allow")]).code ?? "none"
      let response = try await post(
        server, "/open_id_connect", [("code", code), ("code_verifier", TestApp.verifier), ("max_age", maxAge)])
      #expect(response.error == error)
      #expect((response.json["claims"]?["auth_time"] != nil) == (error == nil))
    }
  }

  @Test(arguments: ["", "-1", "1.5", "a", "99999999999999999999"])
  func anAgeIsANumberOfSeconds(_ age: String) async throws {
    try await with { server in
      let fields = [("code", try await code(server)), ("code_verifier", TestApp.verifier), ("max_age", age)]
      let response = try await post(server, "/open_id_connect", fields)
      // An empty parameter counts as absent (RFC 6749 §3.1).
      #expect(response.error == (age.isEmpty ? nil : "invalid_request"))
      #expect(response.json["claims"]?["auth_time"] == nil)
    }
  }

  @Test func aCodeInTheAddressIsIgnored() async throws {
    try await with { server in
      let code = try await code(server)
      let response = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/application/open_id_connect?code=\(code)&code_verifier=\(TestApp.verifier)",
          headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]))
      #expect(response.error == "invalid_request")
      #expect(try await server.send(HTTPRequest("GET", server.origin + "/application/open_id_connect")).status == 405)
    }
  }

  @Test func aCodeIsGoodOnceAndForItsClientAlone() async throws {
    try await with { server in
      let first = try await code(server)
      #expect(try await exchange(server, first).status == 200)
      #expect(try await exchange(server, first).error == "invalid_grant")
      // Another client's code.
      let browser = TestBrowser(server)
      let foreign = try await browser.signIn(TestApp(server: server).authorizationURL()).code ?? "none"
      #expect(try await exchange(server, foreign).error == "invalid_grant")
      // The app gets no tokens for its code at the token endpoint, because it has no secret.
      let direct = try await app(server).redeem(try await code(server))
      #expect(direct.status == 401)
    }
  }

  @Test func withoutProofKeyThereIsNoCode() async throws {
    try await with { server in
      let url = app(server).authorizationURL(["code_challenge": nil, "code_challenge_method": nil])
      let answer = try await TestBrowser(server).get(url)
      #expect(answer.redirectParameters["error"] == "invalid_request")
    }
  }

  /// The secret proves nothing at the authorization endpoint: an app never gets a code silently from the session alone.
  @Test func aSessionAloneAsksTheUser() async throws {
    try await with { server in
      let browser = TestBrowser(server)
      _ = try await browser.signIn(app(server).authorizationURL(), as: "jd", "password")
      let second = try await browser.get(app(server).authorizationURL())
      #expect(second.status == 200)
      #expect(second.text.contains("decision"))
      #expect(try await browser.submit(second, [("decision", "allow")]).code != nil)
    }
  }

  @Test(arguments: [nil, "wrong", "dcr"])
  func signUpNeedsATokenOfThisClient(_ kind: String?) async throws {
    try await with { server in
      var token = kind
      if kind == "dcr" { token = try await server.registrationToken(TestBrowser(server)) }
      let fields = [("given_name", "A"), ("family_name", "B"), ("email", "a@b.example")]
      let response = try await post(server, "/accounts", fields, token: token)
      #expect(response.status == 401)
      #expect(response.headers[first: "WWW-Authenticate"]?.hasPrefix("Bearer") == true)
      #expect(try await exchange(server, code(server, as: "demouser", "Password1")).json["account"] == .null)
    }
  }

  @Test(
    arguments: [
      ([], "given_name, family_name, email"),
      ([("given_name", " "), ("family_name", "B"), ("email", "a@b")], "given_name"),
      ([("given_name", "A"), ("family_name", "B"), ("email", "a")], "email"),
    ] as [([(String, String)], String)])
  func aMissingFieldIsNamed(_ fields: [(String, String)], _ named: String) async throws {
    try await with { server in
      let token = try await exchange(server, code(server)).json["access_token"]?.stringValue ?? ""
      let response = try await post(server, "/accounts", fields, token: token)
      #expect(response.status == 400)
      #expect(response.error == "account_incomplete")
      #expect(response.json["error_description"] == .string("needed: " + named))
    }
  }

  /// A server restarted without the application server answers none of its requests; the accounts stay.
  @Test func theSecretIsKeptNowhereAndEndsWithTheProcess() async throws {
    let home = ServerHome()
    let own = ApplicationServerConfiguration(
      clientID: Self.clientID, redirectURI: "io.curity.dcrclient:/callback", postLogoutRedirectURI: "a.b:/c")
    func run(_ application: ApplicationServerConfiguration?, _ body: (TestServer) async throws -> Void) async throws {
      try await TestServer.with(.inProcess, in: home) {
        $0.application = application
      } _: { server in
        try await body(server)
      }
    }
    try await run(own) { server in
      let token = try await exchange(server, code(server)).json["access_token"]?.stringValue ?? ""
      _ = try await post(
        server, "/accounts", [("given_name", "A"), ("family_name", "B"), ("email", "a@b")], token: token)
    }
    try await run(nil) { server in
      let gone = try await exchange(server, "x")
      let unknown = try await TestBrowser(server).get(app(server).authorizationURL())
      #expect(gone.status == 404)
      #expect(unknown.status == 400)
    }
    try await run(own) { server in
      let answer = try await exchange(server, code(server))
      #expect(answer.json["account"]?["email"] == "a@b")
    }
  }

  /// A configured application server does not replace a built-in client with the same id.
  @Test func aBuiltInClientIsNotReplaced() async throws {
    try await TestServer.with { configuration in
      configuration.application = ApplicationServerConfiguration(
        clientID: "mobile-dcr-client", redirectURI: "a.b:/c", postLogoutRedirectURI: "a.b:/d")
    } _: { server in
      let token = try await server.registrationToken(TestBrowser(server))
      #expect(!token.isEmpty)
    }
  }
}
