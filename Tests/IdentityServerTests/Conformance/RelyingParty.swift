import Foundation
import JWTKit
import SharedValues
import Testing

@testable import IdentityServer

/// A web relying party as in the suite of the OpenID Foundation: it knows an issuer, a password and the specifications, and takes
/// everything else from the server's answers.
struct RelyingParty {
  let server: TestServer
  let metadata: JSON
  /// The answer to its registration.
  let client: JSON
  let browser: TestBrowser

  static let redirectURI = "https://rp.example.com/callback"
  static let loggedOutURI = "https://rp.example.com/logged-out"
  /// The nonce of every request that sends one.
  static let nonce = "n-0S6_WzA2Mj"

  /// Registers at the open server; as a client with a secret in the Authorization header unless `members` differ.
  static func registered(_ members: JSON = [:]) async throws -> RelyingParty {
    let server = try ConformanceServer.current
    let metadata = try await discovered(server)
    let answer = try await register(members, metadata, server)
    #expect(answer.status == 201, "\(answer.text)")
    return RelyingParty(server: server, metadata: metadata, client: answer.json, browser: TestBrowser(server))
  }

  static func discovered(_ server: TestServer) async throws -> JSON {
    try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
  }

  static func register(_ members: JSON, _ metadata: JSON, _ server: TestServer) async throws -> HTTPResponse {
    var request: JSON = [
      "client_name": "conformance", "redirect_uris": [.string(redirectURI)], "response_types": ["code"],
      "grant_types": ["authorization_code"], "application_type": "web", "contacts": ["rp@example.com"],
      "token_endpoint_auth_method": "client_secret_basic", "post_logout_redirect_uris": [.string(loggedOutURI)],
    ]
    for member in members.objectValue ?? [] { request = request.setting(member.name, member.value) }
    return try await server.send(
      HTTPRequest(
        "POST", metadata["registration_endpoint"]?.stringValue ?? "",
        headers: [HTTPHeader("Content-Type", "application/json")], body: Array(request.compact.utf8)))
  }

  func member(_ name: String) -> String { client[name]?.stringValue ?? "" }
  var redirectURI: String { client["redirect_uris"]?.stringArray?.first ?? "" }

  // MARK: Authorization

  /// The value `nil` removes a parameter.
  func parameters(_ changes: [String: String?] = [:]) -> [(String, String)] {
    var parameters: [String: String?] = [
      "response_type": "code", "client_id": member("client_id"), "redirect_uri": redirectURI, "scope": "openid",
      "state": "af0ifjsldkj", "nonce": RelyingParty.nonce,
    ]
    parameters.merge(changes) { $1 }
    return parameters.compactMap { name, value in value.map { (name, $0) } }.sorted { $0.0 < $1.0 }
  }

  func authorizationURL(_ changes: [String: String?] = [:]) -> String {
    let query = String(decoding: form(parameters(changes)), as: UTF8.self)
    return (metadata["authorization_endpoint"]?.stringValue ?? "") + "?" + query
  }

  /// Opens the authorization URL, and signs in if the server asks for it.
  func authorize(_ changes: [String: String?] = [:], user: String = "demouser") async throws -> HTTPResponse {
    try await loggingIn(try await browser.get(authorizationURL(changes)), user: user)
  }

  func loggingIn(_ answer: HTTPResponse, user: String = "demouser") async throws -> HTTPResponse {
    guard answer.isLoginPage else { return answer }
    return try await browser.submit(answer, [("username", user), ("password", "Password1")])
  }

  /// Presses Allow if the person is asked.
  func allowing(_ answer: HTTPResponse) async throws -> HTTPResponse {
    answer.isConsentPage ? try await browser.submit(answer, [("decision", "allow")]) : answer
  }

  /// The code, with `state` and `iss` checked.
  func code(_ changes: [String: String?] = [:]) async throws -> String {
    try code(in: try await authorize(changes))
  }

  func code(in answer: HTTPResponse) throws -> String {
    #expect(answer.status == 302 || answer.status == 303)
    #expect(answer.location?.hasPrefix(redirectURI + "?") == true)
    #expect(answer.redirectParameters["state"] == "af0ifjsldkj")
    #expect(answer.redirectParameters["iss"] == metadata["issuer"]?.stringValue)
    return try #require(answer.code)
  }

  // MARK: Tokens

  func redeem(_ code: String, _ more: [(String, String)] = []) async throws -> HTTPResponse {
    try await tokenRequest(
      [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI)] + more)
  }

  func refresh(_ token: String) async throws -> HTTPResponse {
    try await tokenRequest([("grant_type", "refresh_token"), ("refresh_token", token)])
  }

  /// With the registered client authentication.
  func tokenRequest(_ fields: [(String, String)]) async throws -> HTTPResponse {
    var headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    var fields = fields
    switch member("token_endpoint_auth_method") {
    case "client_secret_basic":
      let pair =
        PercentCoding.encode(member("client_id"), .unreserved) + ":"
        + PercentCoding.encode(member("client_secret"), .unreserved)
      headers.append(HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
    case "client_secret_post":
      fields += [("client_id", member("client_id")), ("client_secret", member("client_secret"))]
    default: fields.append(("client_id", member("client_id")))
    }
    return try await server.send(
      HTTPRequest("POST", metadata["token_endpoint"]?.stringValue ?? "", headers: headers, body: form(fields)))
  }

  /// The whole flow: code, tokens, checked ID token.
  @discardableResult
  func tokens(_ changes: [String: String?] = [:], _ more: [(String, String)] = []) async throws -> JSON {
    let answer = try await redeem(try await code(changes), more)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.json["token_type"]?.stringValue?.lowercased() == "bearer")
    let nonce = changes["nonce"] == .some(nil) ? nil : RelyingParty.nonce
    _ = try await judged(answer.json, nonce: nonce)
    return answer.json
  }

  /// OpenID Connect Core §3.1.3.7 and §3.1.3.8, with only the published key set.
  func judged(_ tokens: JSON, nonce: String?) async throws -> JSON {
    let token = try #require(tokens["id_token"]?.stringValue)
    let keySet = try await server.send(HTTPRequest("GET", metadata["jwks_uri"]?.stringValue ?? ""))
    let header = try part(0, of: token)
    #expect(header["alg"] == client["id_token_signed_response_alg"])
    let kid = try #require(header["kid"]?.stringValue)
    #expect(
      keySet.json["keys"]?.arrayValue?.contains { $0["kid"] == .string(kid) && $0["alg"] == header["alg"] } == true)
    _ = try await JWTKeyCollection().add(jwksJSON: keySet.text).verify(token, as: IDTokenClaims.self)
    let claims = try part(1, of: token)
    let now = Int(server.clock.source.now.timeIntervalSince1970)
    #expect(claims["iss"] == metadata["issuer"])
    #expect(claims["aud"] == client["client_id"])
    #expect(claims["sub"]?.stringValue?.isEmpty == false)
    #expect(claims["exp"]?.intValue ?? 0 > now)
    #expect(claims["iat"]?.intValue ?? .max <= now)
    #expect(claims["nonce"]?.stringValue == nonce)
    let half = Primitives.sha256((tokens["access_token"]?.stringValue ?? "").utf8).prefix(16)
    #expect(claims["at_hash"]?.stringValue == Base64URL.encode(Array(half)))
    return claims
  }

  private func part(_ index: Int, of token: String) throws -> JSON {
    let parts = token.split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    return try JSON.parse(try #require(Base64URL.decode(parts[index])))
  }

  // MARK: Userinfo and logout

  func userInfo(_ tokens: JSON) async throws -> JSON {
    let answer = try await userInfo(
      "GET", [HTTPHeader("Authorization", "Bearer " + (tokens["access_token"]?.stringValue ?? ""))])
    #expect(answer.status == 200)
    #expect(answer.headers[first: "Content-Type"] == "application/json")
    return answer.json
  }

  func userInfo(_ method: String, _ headers: [HTTPHeader], _ body: [UInt8] = []) async throws -> HTTPResponse {
    try await server.send(
      HTTPRequest(method, metadata["userinfo_endpoint"]?.stringValue ?? "", headers: headers, body: body))
  }

  func logout(_ parameters: [(String, String)]) async throws -> HTTPResponse {
    let query = String(decoding: form(parameters), as: UTF8.self)
    return try await browser.get(
      (metadata["end_session_endpoint"]?.stringValue ?? "") + (query.isEmpty ? "" : "?" + query))
  }

  var isLoggedOut: Bool {
    get async throws {
      try await browser.get(authorizationURL(["prompt": "none"])).redirectParameters["error"] == "login_required"
    }
  }
}

extension HTTPResponse {
  var isLoginPage: Bool { status == 200 && text.contains("type=\"password\"") }
  var isConsentPage: Bool { status == 200 && text.contains("name=\"decision\"") }
  var isPage: Bool { headers[first: "Content-Type"]?.hasPrefix("text/html") == true && location == nil }
}
