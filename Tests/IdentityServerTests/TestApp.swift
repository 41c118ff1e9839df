import Foundation
import SharedValues

@testable import IdentityServer

/// The app's side of the protocol, as far as the tests need it, written from the RFCs and not from the app's code.
struct TestApp {
  var server: TestServer
  var clientID = "mobile-dcr-client"
  var secret: String?
  var redirectURI = "io.curity.dcrclient:/callback"
  var scope = "dcr"

  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  /// An authorization URL; the value `nil` removes a parameter, `more` adds some.
  func authorizationURL(_ changes: [String: String?] = [:], adding more: [(String, String)] = []) -> String {
    var parameters: [String: String?] = [
      "response_type": "code", "client_id": clientID, "redirect_uri": redirectURI, "scope": scope, "state": "st-1",
      "code_challenge": TestApp.challenge, "code_challenge_method": "S256",
    ]
    parameters.merge(changes) { $1 }
    let pairs = parameters.compactMap { name, value in value.map { (name, $0) } }.sorted { $0.0 < $1.0 } + more
    return server.origin + "/oauth/v2/oauth-authorize?" + String(decoding: form(pairs), as: UTF8.self)
  }

  func post(_ path: String, _ fields: [(String, String)], basic: Bool = true) async throws -> HTTPResponse {
    var headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    var fields = fields
    if let secret, basic {
      let pair = PercentCoding.encode(clientID, .unreserved) + ":" + PercentCoding.encode(secret, .unreserved)
      headers.append(HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
    } else {
      fields.append(("client_id", clientID))
      if let secret { fields.append(("client_secret", secret)) }
    }
    return try await server.send(HTTPRequest("POST", server.origin + path, headers: headers, body: form(fields)))
  }

  func redeem(_ code: String, _ changes: [String: String?] = [:], basic: Bool = true) async throws -> HTTPResponse {
    var fields: [String: String?] = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI, "code_verifier": TestApp.verifier,
    ]
    fields.merge(changes) { $1 }
    return try await post(
      "/oauth/v2/oauth-token", fields.compactMap { name, value in value.map { (name, $0) } }, basic: basic)
  }

  func refresh(_ token: String, scope: String? = nil) async throws -> HTTPResponse {
    try await post(
      "/oauth/v2/oauth-token",
      [("grant_type", "refresh_token"), ("refresh_token", token)] + (scope.map { [("scope", $0)] } ?? []))
  }

  func userInfo(_ token: String) async throws -> HTTPResponse {
    try await server.send(
      HTTPRequest(
        "GET", server.origin + "/oauth/v2/oauth-userinfo", headers: [HTTPHeader("Authorization", "Bearer " + token)]))
  }
}

extension TestServer {
  /// The tutorial's registration request.
  static let tutorialMetadata: JSON = [
    "redirect_uris": ["io.curity.dcrclient:/callback"],
    "post_logout_redirect_uris": ["io.curity.dcrclient:/logoutcallback"], "application_type": "native",
    "grant_types": ["authorization_code"], "scope": "openid profile",
  ]

  /// A dcr token from a first login.
  func registrationToken(_ browser: TestBrowser, as user: String = "demouser", _ password: String = "Password1")
    async throws -> String
  {
    let app = TestApp(server: self)
    let redirect = try await browser.signIn(app.authorizationURL(["prompt": "login"]), as: user, password)
    let answer = try await app.redeem(redirect.code ?? "none")
    return answer.json["access_token"]?.stringValue ?? ""
  }

  func register(_ metadata: JSON = tutorialMetadata, token: String) async throws -> HTTPResponse {
    try await registration("POST", "/token-service/oauth-registration", metadata, token: token)
  }

  func registration(_ method: String, _ path: String, _ body: JSON? = nil, token: String) async throws -> HTTPResponse {
    var headers = [HTTPHeader("Authorization", "Bearer " + token)]
    if body != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    let url = path.hasPrefix("https:") ? path : origin + path
    return try await send(HTTPRequest(method, url, headers: headers, body: Array((body?.compact ?? "").utf8)))
  }

  /// A registered instance of `user`, and the browser in which that user is signed in.
  func registeredApp(
    as user: String = "demouser", _ password: String = "Password1", _ metadata: JSON = tutorialMetadata
  ) async throws -> (app: TestApp, browser: TestBrowser, registration: JSON) {
    let browser = TestBrowser(self)
    let registration = try await register(metadata, token: registrationToken(browser, as: user, password)).json
    let app = TestApp(
      server: self, clientID: registration["client_id"]?.stringValue ?? "",
      secret: registration["client_secret"]?.stringValue,
      redirectURI: registration["redirect_uris"]?.stringArray?.first ?? "", scope: "openid profile")
    return (app, browser, registration)
  }

  /// The tokens of a registered instance, from the silent second login.
  func signedInApp() async throws -> (app: TestApp, browser: TestBrowser, tokens: JSON) {
    let (app, browser, _) = try await registeredApp()
    let redirect = try await browser.get(app.authorizationURL(["nonce": "n-1"]))
    return (app, browser, try await app.redeem(redirect.code ?? "none").json)
  }
}

extension TestServer {
  /// Runs `body` with a registered instance of a new server.
  static func withApp(
    _ way: Way = .inProcess, adjusting: (inout IdentityServerConfiguration) -> Void = { _ in },
    _ body: (TestServer, TestApp, TestBrowser) async throws -> Void
  ) async throws {
    try await with(way, adjusting: adjusting) { server in
      let (app, browser, _) = try await server.registeredApp()
      try await body(server, app, browser)
    }
  }

  /// The same with the tokens of the second login.
  static func withTokens(
    _ way: Way = .inProcess, adjusting: (inout IdentityServerConfiguration) -> Void = { _ in },
    _ body: (TestServer, TestApp, TestBrowser, JSON) async throws -> Void
  ) async throws {
    try await with(way, adjusting: adjusting) { server in
      let (app, browser, tokens) = try await server.signedInApp()
      try await body(server, app, browser, tokens)
    }
  }
}

extension TestServer {
  /// Registers without a token at an open server.
  func registrationOpen(_ metadata: JSON) async throws -> HTTPResponse {
    try await send(
      HTTPRequest(
        "POST", origin + "/token-service/oauth-registration",
        headers: [HTTPHeader("Content-Type", "application/json")], body: Array(metadata.compact.utf8)))
  }

  /// An instance without an owner, and a browser without a session.
  func openApp(_ metadata: JSON = tutorialMetadata) async throws -> (app: TestApp, browser: TestBrowser) {
    let registration = try await registrationOpen(metadata).json
    let app = TestApp(
      server: self, clientID: registration["client_id"]?.stringValue ?? "",
      secret: registration["client_secret"]?.stringValue,
      redirectURI: registration["redirect_uris"]?.stringArray?.first ?? "", scope: "openid profile")
    return (app, TestBrowser(self))
  }
}
