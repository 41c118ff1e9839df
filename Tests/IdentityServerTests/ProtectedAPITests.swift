import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The protected API: access, challenges and answers.
@Suite struct ProtectedAPITests {
  /// RFC 9728 §3.3: each document names exactly the resource whose well-known address serves it, and its authorization server, which
  /// names the resource in turn (§4).
  @Test(arguments: [("", ["accounts", "payments"]), ("/accounts", ["accounts"]), ("/payments", ["payments"])])
  func theMetadataOfTheResource(_ path: String, _ scopes: [String]) async throws {
    try await TestServer.with { server in
      let answer = try await server.send(
        HTTPRequest("GET", server.origin + "/.well-known/oauth-protected-resource/api" + path))
      #expect(answer.status == 200)
      #expect(answer.headers[first: "Content-Type"] == "application/json")
      #expect(answer.json["resource"]?.stringValue == server.api + path)
      #expect(answer.json["authorization_servers"]?.stringArray == [server.issuer])
      #expect(answer.json["scopes_supported"]?.stringArray == scopes)
      #expect(answer.json["bearer_methods_supported"]?.stringArray == ["header"])
      #expect(answer.json["resource_name"] == "Demo bank")
      #expect(answer.json["resource_name#de"]?.stringValue?.isEmpty == false)
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
      #expect(
        metadata["protected_resources"]?.stringArray == [
          server.api, server.api + "/accounts", server.api + "/payments",
        ])
      #expect(metadata["scopes_supported"]?.stringArray?.contains("accounts") == true)
      #expect(metadata["scopes_supported"]?.stringArray?.contains("payments") == true)
      #expect(metadata["acr_values_supported"]?.stringArray?.contains(freshLogin) == true)
    }
  }

  // MARK: Access

  struct Refusal: Sendable, CustomTestStringConvertible {
    var what: String
    var status: Int
    /// The challenge's parameters besides `realm`, `error_description` and `resource_metadata`.
    var challenge: [String: String]
    var method = "GET"
    var path = "accounts"
    var testDescription: String { what }
  }

  /// RFC 6750 §3.1, RFC 9470 §3, RFC 9728 §5.1, by the credential that is presented.
  static let refusals: [Refusal] = [
    .init(what: "nothing", status: 401, challenge: [:]),
    .init(what: "unknown", status: 401, challenge: ["error": "invalid_token"]),
    .init(what: "basic", status: 401, challenge: [:]), .init(what: "query", status: 401, challenge: [:]),
    .init(what: "body", status: 401, challenge: [:], method: "POST", path: "payments"),
    .init(what: "expired", status: 401, challenge: ["error": "invalid_token"]),
    .init(what: "revoked", status: 401, challenge: ["error": "invalid_token"]),
    .init(what: "refresh token", status: 401, challenge: ["error": "invalid_token"]),
    .init(what: "dcr token", status: 401, challenge: ["error": "invalid_token"]),
    .init(what: "other audience", status: 401, challenge: ["error": "invalid_token"]),
    .init(what: "without scope", status: 403, challenge: ["error": "insufficient_scope", "scope": "accounts"]),
    .init(
      what: "accounts alone", status: 403, challenge: ["error": "insufficient_scope", "scope": "payments"],
      path: "payments"),
    .init(
      what: "accounts alone", status: 403, challenge: ["error": "insufficient_scope", "scope": "payments"],
      method: "POST", path: "payments"),
    .init(
      what: "session", status: 401,
      challenge: [
        "error": "insufficient_user_authentication", "acr_values": freshLogin, "max_age": "120",
      ], method: "POST", path: "payments"),
  ]

  @Test(arguments: refusals) func refuses(_ refusal: Refusal) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      var headers: [HTTPHeader] = []
      var path = "/api/" + refusal.path
      var body: [UInt8] = []
      let token = try await presented(refusal.what, app, browser)
      switch refusal.what {
      case "nothing": break
      case "basic": headers = [HTTPHeader("Authorization", "Basic YTpi")]
      case "query": path += "?access_token=" + token
      case "body":
        headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
        body = form([("access_token", token)])
      default: headers = [HTTPHeader("Authorization", "Bearer " + token)]
      }
      let answer = try await server.send(
        HTTPRequest(refusal.method, server.origin + path, headers: headers, body: body))
      #expect(answer.status == refusal.status)
      let challenges = answer.headers[all: "WWW-Authenticate"]
      let bearer = try #require(challenges.first { $0.hasPrefix("Bearer ") })
      var parameters = challengeParameters(bearer)
      #expect(parameters.removeValue(forKey: "realm") == "idsvr")
      #expect(
        parameters.removeValue(forKey: "resource_metadata")
          == server.origin + "/.well-known/oauth-protected-resource/api/" + refusal.path)
      let description = parameters.removeValue(forKey: "error_description")
      #expect((description != nil) == (refusal.challenge["error"] != nil))
      #expect(parameters == refusal.challenge)
      if let error = refusal.challenge["error"] { #expect(answer.error == error) }
      // A client with a valid token learns how to get a suitable one; others learn nothing more.
      #expect((description?.contains("resource") == true) == ["dcr token", "other audience"].contains(refusal.what))
      #expect(answer.headers[first: "Cache-Control"] == "no-store")
    }
  }

  /// The flow of a client that knows only one URL (RFC 9728 §5): refusal, metadata, token for exactly that URL.
  @Test(arguments: ["accounts", "payments"]) func theRefusedURLIsTheResource(_ path: String) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let url = server.api + "/" + path
      let refused = try await server.send(HTTPRequest("GET", url))
      let challenge = challengeParameters(refused.headers[first: "WWW-Authenticate"] ?? "")
      let metadata = try await server.send(HTTPRequest("GET", challenge["resource_metadata"] ?? "")).json
      let resource = try #require(metadata["resource"]?.stringValue)
      #expect(resource == url)
      let scope = metadata["scopes_supported"]?.stringArray?.joined(separator: " ") ?? ""
      let token = try await server.token(app, browser, scope: scope, resource: resource)
      #expect(try await server.api(path, token).status == 200)
    }
  }

  private func presented(_ what: String, _ app: TestApp, _ browser: TestBrowser) async throws -> String {
    let server = app.server
    switch what {
    case "nothing", "basic": return ""
    case "unknown": return "abc"
    case "dcr token": return try await server.registrationToken(browser)
    case "other audience": return try await server.token(app, browser, scope: "openid accounts", resource: nil)
    case "without scope": return try await server.token(app, browser, scope: "openid")
    case "accounts alone": return try await server.token(app, browser, scope: "openid accounts")
    case "refresh token":
      let code = try await server.apiCode(app, browser)
      return try await app.redeem(code).json["refresh_token"]?.stringValue ?? ""
    default: break
    }
    let token = try await server.token(app, browser)
    if what == "expired" { server.clock.advance(by: 300) }
    if what == "revoked" { #expect(try await app.post("/oauth/v2/oauth-revoke", [("token", token)]).status == 200) }
    return token
  }

  // MARK: Accounts

  @Test(arguments: TestServer.Way.allCases) func theAccountsOfAUser(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let (app, browser, _) = try await server.bankingApp()
      let answer = try await server.api("accounts", try await server.token(app, browser))
      #expect(answer.status == 200)
      #expect(answer.headers[first: "Cache-Control"] == "no-store")
      let accounts = try #require(answer.json["accounts"]?.arrayValue)
      #expect(accounts.compactMap { $0["kind"]?.stringValue }.prefix(2) == ["current", "savings"])
      for account in accounts {
        #expect(Set(account.objectValue?.map(\.name) ?? []) == ["id", "kind", "number", "balance"])
        #expect(account["id"]?.stringValue?.wholeMatch(of: /[0-9a-f]{16}/) != nil)
        #expect(account["number"]?.stringValue?.wholeMatch(of: /[0-9]{4}-[0-9]{4}-[0-9]{4}/) != nil)
        #expect(account["balance"]?["currency"] == "EUR")
        #expect(account["balance"]?["amount"]?.stringValue?.wholeMatch(of: /-?[0-9]+\.[0-9]{2}/) != nil)
      }
    }
  }

  /// The same accounts at every start, and different ones for each user.
  @Test func accountsAreTheUsersOwn() {
    func user(_ subject: String) -> User {
      User(name: "n", subject: subject, givenName: "", familyName: "", email: "", roles: [])
    }
    #expect(BankAccount.accounts(of: user("demouser")) == BankAccount.accounts(of: user("demouser")))
    let all = (0..<200).flatMap { BankAccount.accounts(of: user("user-\($0)")) }
    #expect(Set(all.map(\.id)).count == all.count)
    #expect((500..<600).contains(all.count), "each user has two or three accounts")
    for account in all {
      switch account.kind {
      case .current: #expect((150_000..<500_000).contains(account.opening.cents))
      case .savings: #expect((800_000..<3_200_000).contains(account.opening.cents))
      case .card: #expect((-60_000...0).contains(account.opening.cents))
      }
    }
  }

  @Test(
    arguments: [
      ("0.00", 0), ("0.01", 1), ("12.50", 1250), ("9999999.99", 999_999_999), ("12.5", nil), ("12", nil),
      ("012.50", nil),
      ("12.500", nil), ("-1.00", nil), ("+1.00", nil), (" 1.00", nil), (".50", nil), ("1.", nil), ("1.0a", nil),
      ("1,00", nil), ("1e3.00", nil), ("10000000.00", nil), ("१.००", nil), ("", nil), ("1.00.00", nil),
    ] as [(String, Int?)]) func amounts(_ text: String, _ cents: Int?)
  {
    let money = Money(text)
    #expect(money?.cents == cents)
    if let money { #expect(money.text == text) }
  }

  @Test func anOverdraftHasAMinus() {
    #expect(Money(cents: -5).text == "-0.05")
    #expect(Money(cents: -12_345).text == "-123.45")
  }
}

/// The `acr` of a login for this very request.
let freshLogin = "urn:dcr-terminal:acr:fresh-login"

/// The parameters of a challenge with only quoted values (RFC 9110 §11.6.1).
func challengeParameters(_ challenge: String) -> [String: String] {
  Dictionary(
    challenge.matches(of: /([a-z_]+)="([^"]*)"/).map { (String($0.output.1), String($0.output.2)) },
    uniquingKeysWith: { first, _ in first })
}

extension TestServer {
  var api: String { origin + "/api" }

  static let bankingMetadata = tutorialMetadata.setting("scope", "openid profile accounts payments")

  /// An instance that may request the API's scopes, and its user's browser.
  func bankingApp(
    as user: String = "demouser", _ password: String = "Password1"
  ) async throws -> (app: TestApp, browser: TestBrowser, registration: JSON) {
    try await registeredApp(as: user, password, TestServer.bankingMetadata)
  }

  func apiCode(
    _ app: TestApp, _ browser: TestBrowser, scope: String = "openid accounts payments", resource: String? = "api",
    _ changes: [String: String?] = [:]
  ) async throws -> String {
    var parameters: [String: String?] = ["scope": scope, "resource": resource == "api" ? api : resource]
    parameters.merge(changes) { $1 }
    var answer = try await browser.get(app.authorizationURL(parameters))
    if answer.isLoginPage {
      answer = try await browser.submit(answer, [("username", "demouser"), ("password", "Password1")])
    }
    return try #require(answer.code, "\(answer.location ?? answer.text)")
  }

  /// An access token for the API; silently within a session unless `changes` differ.
  func token(
    _ app: TestApp, _ browser: TestBrowser, scope: String = "openid accounts payments", resource: String? = "api",
    _ changes: [String: String?] = [:]
  ) async throws -> String {
    let answer = try await app.redeem(try await apiCode(app, browser, scope: scope, resource: resource, changes))
    return try #require(answer.json["access_token"]?.stringValue, "\(answer.text)")
  }

  func api(_ path: String, _ token: String, method: String = "GET", _ body: JSON? = nil) async throws -> HTTPResponse {
    var headers = [HTTPHeader("Authorization", "Bearer " + token)]
    if body != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    return try await send(
      HTTPRequest(method, api + "/" + path, headers: headers, body: Array((body?.compact ?? "").utf8)))
  }
}
