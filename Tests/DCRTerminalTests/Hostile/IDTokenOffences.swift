import Foundation
import SharedValues

/// Keys and ID tokens (OpenID Connect Core §3.1.3.7, RFC 7517, RFC 8725), userinfo (§5.3.2), refreshed tokens (§12.2).
extension Offence {
  private static func keys(_ what: String, _ code: String, _ keys: @escaping @Sendable () -> [JSON]) -> Offence {
    .answer(.keys, what, code) { $0.json = ["keys": .array(keys())] }
  }

  /// The app fetches the keys once more, and only once (OpenID Connect Core §10.1.1).
  private static let refetch: [Place] = [.keys]

  static let keyOffences = offences(at: .keys) + oneKeyOffences

  private static let oneKeyOffences: [Offence] = [
    .member(.keys, "jwks_missing_keys", "keys", nil),
    .member(.keys, "response_member_wrong_type", "keys", [:]),
    .member(.keys, "id_token_unknown_key", "keys", ["key"], then: refetch),
    .answer(.keys, "nothing there", "http_not_found") { $0.answer = WireAnswer(status: 404) },
    .answer(.keys, "no key", "id_token_unknown_key", then: refetch) { $0.json = ["keys": []] },
    keys("another key by the same name", "id_token_signature_invalid") {
      [TokenKey.jwk(TokenKey.foreignRSA, kid: "key-1")]
    },
    keys("a key of 1024 bits", "id_token_key_unusable") { [TokenKey.jwk(TokenKey.smallRSA, kid: "key-1")] },
    keys("a key for encryption", "id_token_key_unusable") {
      [TokenKey.jwk(TokenKey.rsa, kid: "key-1").setting("use", "enc")]
    },
    keys("a symmetric key", "id_token_key_unusable") { [["kty": "oct", "kid": "key-1", "k": "AAAA"]] },
    .member(.metadata, "metadata_missing_jwks_uri", "jwks_uri", nil),
  ]

  static let idTokenOffences: [Offence] = [
    header("id_token_alg_none", "alg", "none"), header("id_token_alg_none", "alg", "nOnE"),
    .idToken("unsigned", "id_token_alg_none") {
      $0.header = ["alg": "none"]
      $0.key = .none
    },
    .idToken("HS256 with the public key", "id_token_alg_mismatch") {
      $0.header = $0.header.setting("alg", "HS256")
      $0.key = .publicKeyAsSecret
    },
    header("id_token_alg_mismatch", "alg", "RS512"), header("id_token_alg_mismatch", "alg", "PS256"),
    header("id_token_header_malformed", "alg", nil), header("id_token_header_malformed", "kid", 1),
    header("id_token_crit_unsupported", "crit", ["b64"]),
    header("id_token_embedded_key", "jku", "https://localhost/jwks"), header("id_token_embedded_key", "jwk", [:]),
    header("id_token_embedded_key", "x5u", "https://localhost/cert"), header("id_token_embedded_key", "x5c", []),
    header("id_token_wrong_type", "typ", "at+jwt"),
    .idToken("an unknown kid", "id_token_unknown_key", then: refetch) {
      $0.header = $0.header.setting("kid", "key-2")
    },
    .idToken("signed with another key", "id_token_signature_invalid") { $0.key = .foreign },
    .idToken("no signature", "id_token_signature_invalid") { $0.key = .none },
    .idToken("encrypted", "id_token_encrypted") { $0.text = "SECRET.SECRET.SECRET.SECRET.MARK" },
    .idToken("two parts", "id_token_malformed") { $0.text = "SECRET.MARK" },
    .idToken("a claim twice", "id_token_claims_malformed") {
      $0.claimsText = $0.claims.compact.dropLast() + #","sub":"admin"}"#
    },
    .idToken("a depth bomb", "id_token_claims_malformed") { $0.claimsText = String(repeating: "[", count: 10_000) },
    claim("id_token_missing_iss", "iss", nil), claim("id_token_iss_mismatch", "iss", "https://evil.example"),
    claim("id_token_missing_aud", "aud", nil), claim("id_token_missing_aud", "aud", []),
    claim("id_token_aud_mismatch", "aud", "mobile-dcr-client"),
    claim("id_token_azp_missing", "aud", [.string(HostileServer.clientID), "other"]),
    claim("id_token_azp_mismatch", "azp", "other"),
    claim("id_token_missing_exp", "exp", nil), claim("id_token_expired", "exp", 1_000_000_000),
    claim("id_token_claim_wrong_type", "exp", "tomorrow"),
    claim("id_token_missing_iat", "iat", nil), claim("id_token_iat_in_future", "iat", 4_000_000_000),
    claim("id_token_iat_too_old", "iat", 1_000_000_000), claim("id_token_not_yet_valid", "nbf", 4_000_000_000),
    claim("id_token_nonce_missing", "nonce", nil), claim("id_token_nonce_mismatch", "nonce", "another"),
    claim("id_token_missing_sub", "sub", nil), claim("id_token_claim_wrong_type", "sub", "a\u{1B}[2J"),
    claim("id_token_at_hash_mismatch", "at_hash", .string(IDTokenDraft.hash(of: "another"))),
  ]

  static let userinfoOffences =
    somebodyElse + offences(at: .userinfo, isWarning: true) + oneUserinfoOffences.map(\.warning)

  private static let somebodyElse: [Offence] = [
    .member(.userinfo, "userinfo_sub_mismatch", "sub", "bob"),
    .member(.userinfo, "userinfo_sub_mismatch", "sub", "Alice"),
  ]

  private static let oneUserinfoOffences: [Offence] = [
    .member(.userinfo, "userinfo_missing_sub", "sub", nil),
    .member(.userinfo, "response_member_wrong_type", "sub", 1),
    .answer(.userinfo, "a signed answer", "userinfo_signed_unsupported") {
      $0["Content-Type"] = "application/jwt"
      $0.text = "e30.e30.e30"
    },
    .answer(.userinfo, "401 and no more", "http_unauthorized", then: [.registrationRead]) {
      $0.answer = WireAnswer(status: 401)
    },
  ]

  static let refreshOffences = offences(at: .refresh) + oneRefreshOffences

  private static let oneRefreshOffences: [Offence] = [
    refreshed("id_token_iss_mismatch", "iss", "https://evil.example"),
    refreshed("id_token_refresh_sub_changed", "sub", "bob"),
    refreshed("id_token_aud_mismatch", "aud", "other"),
    refreshed("id_token_azp_missing", "aud", [.string(HostileServer.clientID), "other"]),
    refreshed("id_token_refresh_nonce_changed", "nonce", "another"),
    refreshed("id_token_expired", "exp", 1_000_000_000),
    refreshed("id_token_iat_too_old", "iat", 1_000_000_000),
    .member(.refresh, "token_missing_access_token", "access_token", nil),
    .member(.refresh, "token_type_unsupported", "token_type", "mac"),
    .answer(.refresh, "401 and no more", "http_unauthorized", then: [.registrationRead]) {
      $0.answer = WireAnswer(status: 401)
    },
    .answer(.refresh, "the refresh token is used up", "invalid_grant") {
      $0.echoes(#"{"error":"invalid_grant","error_description":"ECHO is used up"}"#, 400)
    },
    .member(.refreshedUserinfo, "userinfo_sub_mismatch", "sub", "bob"),
    .member(.refreshedUserinfo, "userinfo_missing_sub", "sub", nil).warning,
    .answer(.refreshedUserinfo, "401 and no more", "http_unauthorized", then: [.registrationRead]) {
      $0.answer = WireAnswer(status: 401)
    }.warning,
    .answer(.refreshedKeys, "another key by the same name", "id_token_signature_invalid") {
      $0.json = ["keys": [TokenKey.jwk(TokenKey.foreignRSA, kid: "key-1")]]
    },
    .answer(.refreshedKeys, "no key", "id_token_unknown_key", then: [.refreshedKeys]) { $0.json = ["keys": []] },
  ]

  var warning: Offence {
    var offence = self
    offence.isWarning = true
    return offence
  }
}
