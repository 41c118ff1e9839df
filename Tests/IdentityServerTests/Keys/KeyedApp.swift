import Foundation
import SharedValues

@testable import IdentityServer

/// An instance of an app that signs: assertions with its registered key, proofs with a separate key.
struct KeyedApp: Sendable {
  var server: TestServer
  var clientID: String
  var redirectURI = "io.curity.dcrclient:/callback"
  /// `nil`: a public client.
  var key: TestKey?
  var proofKey = TestKey()

  var now: Date { server.clock.now }
  var tokenURL: String { server.origin + "/oauth/v2/oauth-token" }
  var userInfoURL: String { server.origin + "/oauth/v2/oauth-userinfo" }
  /// The same app without keys, for the steps in a browser.
  var plain: TestApp {
    TestApp(server: server, clientID: clientID, redirectURI: redirectURI, scope: "openid profile")
  }

  func assertion() -> Unsigned? { key.map { .assertion($0, clientID, server.issuer, now) } }
  func proof(nonce: String? = nil) -> String {
    Unsigned.proof(proofKey, "POST", tokenURL, now, nonce: nonce).signed(proofKey)
  }

  /// Sends a form, with an assertion if the client has a key.
  func post(
    _ path: String, _ fields: [(String, String)], proofs: [String] = [], assertion: String? = nil
  ) async throws -> HTTPResponse {
    let assertion = assertion ?? self.assertion().flatMap { unsigned in key.map(unsigned.signed) }
    let authentication =
      assertion.map { [("client_assertion_type", ClientAssertion.type), ("client_assertion", $0)] }
      ?? [("client_id", clientID)]
    return try await server.send(
      HTTPRequest(
        "POST", server.origin + path,
        headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
          + proofs.map { HTTPHeader("DPoP", $0) },
        body: form(fields + authentication)))
  }

  func redeem(_ code: String, proofs: [String] = [], assertion: String? = nil) async throws -> HTTPResponse {
    try await post(
      "/oauth/v2/oauth-token",
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
        ("code_verifier", TestApp.verifier),
      ], proofs: proofs, assertion: assertion)
  }

  func refresh(_ token: String, proofs: [String] = []) async throws -> HTTPResponse {
    try await post(
      "/oauth/v2/oauth-token", [("grant_type", "refresh_token"), ("refresh_token", token)], proofs: proofs)
  }

  /// A proof for ``push(_:proof:assertion:)``.
  func pushProof(nonce: String? = nil) -> String {
    Unsigned.proof(proofKey, "POST", server.origin + Addresses.pushedAuthorizationPath, now, nonce: nonce)
      .signed(proofKey)
  }

  /// Pushes an authorization request.
  ///
  /// - Parameter proof: `none` sends no proof.
  func push(
    _ changes: [String: String?] = [:], proof: String? = nil, assertion: String? = nil
  ) async throws -> HTTPResponse {
    let query = plain.authorizationURL(changes).split(separator: "?", maxSplits: 1)[1]
    let fields = try FormParameters(formEncoded: query.utf8).pairs
    let proof = proof ?? pushProof()
    return try await post(
      Addresses.pushedAuthorizationPath, fields, proofs: proof == "none" ? [] : [proof], assertion: assertion)
  }

  /// Whether the server accepts the client's authentication, by the introspection of an unknown token.
  func isRecognised(_ assertion: String) async throws -> HTTPResponse {
    try await post("/oauth/v2/oauth-introspect", [("token", "x")], assertion: assertion)
  }

  func userInfo(_ scheme: String, _ token: String, proof: String? = nil) async throws -> HTTPResponse {
    try await server.send(
      HTTPRequest(
        "GET", userInfoURL,
        headers: [HTTPHeader("Authorization", "\(scheme) \(token)")] + (proof.map { [HTTPHeader("DPoP", $0)] } ?? [])))
  }

  /// A userinfo request as a bound token requires it.
  func userInfo(_ token: String, with key: TestKey? = nil, nonce: String? = nil) async throws -> HTTPResponse {
    let key = key ?? proofKey
    let proof = Unsigned.proof(key, "GET", userInfoURL, now, accessToken: token, nonce: nonce)
    return try await userInfo("DPoP", token, proof: proof.signed(key))
  }
}

extension TestServer {
  static let keyedMetadata = tutorialMetadata.setting("token_endpoint_auth_method", "private_key_jwt")
  static let publicMetadata = tutorialMetadata.setting("token_endpoint_auth_method", "none")

  /// A registered instance with a key, or a public one without; and the browser in which its user is signed in.
  func keyedApp(
    _ key: TestKey? = TestKey(), _ changes: Changes = [:]
  ) async throws -> (app: KeyedApp, browser: TestBrowser, registration: JSON) {
    let metadata =
      key.map { TestServer.keyedMetadata.setting("jwks", ["keys": [$0.jwk]]) } ?? TestServer.publicMetadata
    let browser = TestBrowser(self)
    let registration = try await register(metadata.changed(changes), token: registrationToken(browser)).json
    return (
      KeyedApp(server: self, clientID: registration["client_id"]?.stringValue ?? "", key: key), browser, registration
    )
  }

  /// Tokens bound to the app's ``KeyedApp/proofKey``.
  func boundTokens(_ key: TestKey? = TestKey()) async throws -> (app: KeyedApp, browser: TestBrowser, tokens: JSON) {
    let (app, browser, _) = try await keyedApp(key)
    let code = try await freshCode(app, browser)
    return (app, browser, try await app.redeem(code, proofs: [app.proof()]).json)
  }

  /// A code from the silent login, or after the consent that a public client needs.
  func freshCode(_ app: KeyedApp, _ browser: TestBrowser, _ changes: [String: String?] = [:]) async throws -> String {
    let page = try await browser.get(app.plain.authorizationURL(changes))
    if let code = page.code { return code }
    return try await browser.submit(page, [("decision", "allow")]).code ?? "none"
  }
}

extension JSON {
  /// A token of a token response.
  func token(_ name: String) -> String { self[name]?.stringValue ?? "none" }
}
