import OAuthClient
import SharedValues

/// The keys of an instance, and what they sign.
extension Sample {
  /// The keys of RFC 9449 §4.1 and RFC 7515 appendix A.3.
  static let proofKey = document("proof-key")
  static let clientKey = document("client-key")

  static let requestURI = "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c"

  static let boundAccessToken = jwt(
    header: ["alg": "RS256", "kid": "2021-06-18", "typ": "at+jwt"],
    claims: [
      "iss": .string(issuer), "sub": "demouser", "aud": .string(base + "/api"), "exp": 1_623_996_666,
      "iat": 1_623_996_367, "client_id": .string(clientID), "scope": "openid profile accounts",
      "cnf": ["jkt": .string(key(proofKey).thumbprint)],
    ])

  /// A proof without a real signature.
  static func proof(_ method: String, _ path: String, _ id: String, _ more: JSON = [:]) -> String {
    let claims: JSON = ["jti": .string(id), "htm": .string(method), "htu": .string(base + path), "iat": 1_623_996_366]
    return jwt(
      header: ["typ": "dpop+jwt", "alg": "ES256", "jwk": proofKey],
      claims: (more.objectValue ?? []).reduce(claims) { $0.setting($1.name, $1.value) })
  }

  static func assertion(_ id: String) -> String {
    jwt(
      header: ["typ": "JWT", "alg": "ES256", "kid": .string(key(clientKey).thumbprint)],
      claims: [
        "iss": .string(clientID), "sub": .string(clientID), "aud": .string(issuer), "iat": 1_623_996_366,
        "exp": 1_623_996_426, "jti": .string(id),
      ])
  }
}
