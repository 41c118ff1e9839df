import JWTKit

/// The claims of an ID token (OpenID Connect Core §2, §3.1.3.6), as other software reads and verifies them.
struct IDTokenClaims: JWTPayload {
  var iss: String
  var sub: String
  var aud: String
  var exp: Int
  var iat: Int
  var auth_time: Int
  var nonce: String?
  var at_hash: String?
  var azp: String
  var acr: String

  /// The tests' clock is not the machine's, so the expiry is not judged.
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
