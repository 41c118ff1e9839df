import Foundation
import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

/// The values that most tests of this module start from.
enum Fixture {
  static let issuer = "https://localhost:8443/oauth/v2/oauth-anonymous"
  static let redirectURI: RedirectURI = "io.curity.dcrclient:/callback"
  static let logoutURI: RedirectURI = "io.curity.dcrclient:/logoutcallback"

  static let clientID = "87f1d9de-de2f-4e96-b27b-882cce0a3352"
  static let clientSecret = "tfs9nad3dweFAa1CqpUj5p6NC4-092hb5Gg4SVRhOkc"
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let secrets = AuthorizationSecrets(
    state: Secret("state-1"), nonce: Secret("nonce-1"),
    codeVerifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))

  static let metadataDocument: JSON = [
    "issuer": .string(issuer),
    "authorization_endpoint": "https://localhost:8443/oauth/v2/oauth-authorize",
    "token_endpoint": "https://localhost:8443/oauth/v2/oauth-token",
    "registration_endpoint": "https://localhost:8443/token-service/oauth-registration",
    "userinfo_endpoint": "https://localhost:8443/oauth/v2/oauth-userinfo",
    "end_session_endpoint": "https://localhost:8443/oauth/v2/oauth-session/logout",
    "revocation_endpoint": "https://localhost:8443/oauth/v2/oauth-revoke",
    "jwks_uri": "https://localhost:8443/oauth/v2/oauth-anonymous/jwks",
    "response_types_supported": ["code"],
    "code_challenge_methods_supported": ["S256"],
    "authorization_response_iss_parameter_supported": true,
  ]

  static let registrationDocument: JSON = [
    "registration_client_uri": .string("https://localhost:8443/token-service/oauth-registration/\(clientID)"),
    "registration_access_token": "e99ab41e-52a1-4fa3-b21b-fb95a398c33a",
    "client_id": .string(clientID),
    "token_endpoint_auth_method": "client_secret_basic",
    "client_id_issued_at": 1_624_011_134,
    "client_secret": .string(clientSecret),
    "id_token_signed_response_alg": "RS256",
    "grant_types": ["authorization_code", "refresh_token"],
    "redirect_uris": [.string(redirectURI.text)],
    "client_secret_expires_at": 0,
    "token_endpoint_auth_methods": ["client_secret_basic", "client_secret_post"],
    "response_types": ["code", "id_token"],
    "refresh_token_ttl": 3600,
  ]

  static let tokenDocument: JSON = [
    "access_token": "access-token-1", "token_type": "bearer", "expires_in": 300, "refresh_token": "refresh-token-1",
    "id_token": "header.claims.signature", "scope": "openid profile",
  ]

  static func json(_ document: JSON, status: Int = 200) -> HTTPResponse { json(document.compact, status: status) }

  static func json(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status, headers: [HTTPHeader("Content-Type", "application/json;charset=utf-8")], body: Array(text.utf8))
  }

  static func metadata(_ changes: (String, JSON?)...) throws(ProtocolError) -> AuthorizationServerMetadata {
    let document = changes.reduce(metadataDocument) { $0.setting($1.0, $1.1) }
    return try Discovery.judge(json(document), issuer: Issuer(of: issuer), needsRegistration: false)
  }

  static func request(
    scope: String = "openid profile", redirectURI: RedirectURI = redirectURI
  ) throws(ProtocolError) -> AuthorizationRequest {
    try AuthorizationRequest.build(
      metadata: metadata(), clientID: clientID, redirectURI: redirectURI, scope: scope, secrets: secrets, prompt: nil,
      idTokenHint: nil)
  }

  static func code() throws(ProtocolError) -> AuthorizationCode {
    let uri = "\(redirectURI)?code=Cg85vgCfElPckCgzPYDcZUrMekzA1iv5&state=state-1&iss=\(escapedIssuer)"
    return try AuthorizationResponse.judge(uri, for: request(), metadata: metadata())
  }

  static let escapedIssuer = "https%3A%2F%2Flocalhost%3A8443%2Foauth%2Fv2%2Foauth-anonymous"

  static func registration(_ changes: (String, JSON?)...) throws(ProtocolError) -> ClientRegistration {
    try RegistrationRequest.restore(changes.reduce(registrationDocument) { $0.setting($1.0, $1.1) })
  }
}

/// A way to be wrong and the code that reports it.
struct Defect: Sendable, CustomTestStringConvertible {
  let code: String
  let what: String
  let run: @Sendable () async throws -> Void

  init(_ code: String, _ what: String, _ run: @escaping @Sendable () async throws -> Void) {
    self.code = code
    self.what = what
    self.run = run
  }

  var testDescription: String { "\(code): \(what)" }

  /// The error that is found; `nil`: none.
  func error() async -> ProtocolError? {
    do { try await run() } catch { return error as? ProtocolError }
    return nil
  }
}

/// The parameters of a query or form, decoded independently of the code under test.
func parameters(_ text: String) -> [String: String] {
  let query = text.contains("?") ? String(text[text.index(after: text.firstIndex(of: "?")!)...]) : text
  return query.split(separator: "&").reduce(into: [:]) { result, pair in
    let halves = pair.split(separator: "=", maxSplits: 1).map {
      $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "?"
    }
    result[halves[0]] = halves.count > 1 ? halves[1] : ""
  }
}

func form(_ request: HTTPRequest) -> [String: String] { parameters(String(decoding: request.body, as: UTF8.self)) }
