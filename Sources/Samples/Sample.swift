import AppState
import FoundationEssentials
import OAuthClient
import SharedValues

/// The values of the registry's states, from the tutorial (seeds/000), accepted by the real judges.
enum Sample {
  static let issuer = "https://localhost:8443/oauth/v2/oauth-anonymous"
  static let base = "https://localhost:8443"
  static let redirectURI = redirect("io.curity.dcrclient:/callback")
  static let logoutURI = redirect("io.curity.dcrclient:/logoutcallback")
  static let clientID = "87f1d9de-de2f-4e96-b27b-882cce0a3352"
  static let otherClientID = "0c9a4f1e-7d62-4b0a-9f3e-51d7a8c2e6b4"
  static let accessToken = "14757ddb-1814-4abd-a898-665fdea83ccc"
  static let refreshToken = "671eb77b-932b-460e-8c77-61237a9edb21"
  static let dcrToken = "25a3ee8e-451d-4d00-9ea4-4d8f258405bb"

  /// 18 June 2021, 06:06:07 UTC: the tutorial's day, and the time on its phone.
  static let now = Date(timeIntervalSince1970: 1_623_996_367)

  static let settings = AppSettings(
    issuer: accepted(issuer: issuer), registrationClientID: "mobile-dcr-client", redirectURI: redirectURI,
    postLogoutRedirectURI: logoutURI, scope: "openid profile")

  static func accepted(issuer text: String) -> Issuer { made { try Issuer(text, allowPlainHTTPLoopback: false) } }
  static func redirect(_ text: String) -> RedirectURI { made { try RedirectURI(text) } }

  static let registrationDocument = document("registration")
  static let claimsDocument = document("claims")
  static let userinfoDocument = document("userinfo")
  static let metadataDocument = document("metadata")

  /// A JWT of the right shape without a real signature.
  static let idToken = jwt(header: ["alg": "RS256", "kid": "2021-06-18", "typ": "JWT"], claims: claimsDocument)

  static let registration = restored(registrationDocument)

  static func restored(_ document: JSON) -> ClientRegistration { made { try RegistrationRequest.restore(document) } }
  static var tokens: TokenSet { tokens(tokenDocument) }

  static func tokens(_ document: JSON) -> TokenSet {
    made { try TokenRequest.judge(json(200, document), expectsIDToken: document["id_token"] != nil, now: now) }
  }

  static let tokenDocument = filled("tokens")

  static let claims = made { try IDTokenClaims(unsigned: claimsDocument) }

  static func userinfo(_ document: JSON = userinfoDocument) -> UserInfo {
    made { try UserInfoRequest.judge(json(200, document), subject: nil) }
  }

  static let session: Session = session(of: userinfoDocument)

  static func json(_ status: Int, _ document: JSON) -> HTTPResponse {
    HTTPResponse(
      status, headers: [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Cache-Control", "no-store")],
      body: Array(document.compact.utf8))
  }

  static func jwt(header: JSON, claims: JSON) -> String {
    let parts = [Array(header.compact.utf8), Array(claims.compact.utf8), [UInt8](repeating: 0x5A, count: 48)]
    return parts.map { Base64URL.encode($0) }.joined(separator: ".")
  }

  /// What a server or a file says: the bytes of a document of this room.
  static func bytes(_ name: String) -> [UInt8] { Array((Embedded.documents[name + ".json"] ?? "").utf8) }
  static func document(_ name: String) -> JSON { made { try JSON.parse(bytes(name)) } }

  /// The samples are constants of this room: one that a judge rejects is a mistake here.
  static func made<Value>(_ make: () throws -> Value) -> Value {
    do { return try make() } catch { preconditionFailure("a sample does not pass: \(error)") }
  }
}
