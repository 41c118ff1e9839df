import Foundation
import OAuthClient
import SharedValues
import TestValues

/// Every way in which an ID token can be wrong.
enum IDTokenDefects {
  private static func defect(
    _ code: String, _ what: String, _ change: @escaping @Sendable (inout IDTokenFixture) -> Void
  ) -> Defect {
    Defect(code, what) {
      var fixture = IDTokenFixture()
      change(&fixture)
      _ = try await fixture.check.judge()
    }
  }

  private static func claim(_ code: String, _ name: String, _ value: JSON?) -> Defect {
    defect(code, "\(name) \(value.map(String.init(describing:)) ?? "absent")") {
      $0.claims = $0.claims.setting(name, value)
    }
  }

  private static func header(_ code: String, _ name: String, _ value: JSON?) -> Defect {
    defect(code, "\(name) \(value.map(String.init(describing:)) ?? "absent")") {
      $0.header = $0.header.setting(name, value)
    }
  }

  static let all: [Defect] = form + headers + keys + claims + times + continuity

  private static let form: [Defect] = [
    defect("id_token_malformed", "empty") { $0.edit = { _ in "" } },
    defect("id_token_malformed", "two parts") { $0.edit = { String($0[..<$0.lastIndex(of: ".")!]) } },
    defect("id_token_malformed", "four parts") { $0.edit = { $0 + ".x" } },
    defect("id_token_malformed", "padding") { $0.edit = { $0 + "=" } },
    defect("id_token_malformed", "a line break") { $0.edit = { $0 + "\n" } },
    defect("id_token_malformed", "base64 that is not url-safe") { $0.edit = { "+" + $0 } },
    defect("id_token_malformed", "an impossible length") { $0.edit = { _ in "A.A.A" } },
    defect("id_token_malformed", "another spelling of the same signature") {
      $0.edit = { token in
        let next: [Character: String] = ["A": "B", "Q": "R", "g": "h", "w": "x"]
        return token.dropLast() + next[token.last!]!
      }
    },
    defect("id_token_encrypted", "five parts") { $0.edit = { _ in "a.b.c.d.e" } },
    defect("id_token_header_malformed", "no JSON") { $0.headerText = "alg" },
    defect("id_token_header_malformed", "an array") { $0.headerText = "[]" },
    defect("id_token_header_malformed", "alg twice") { $0.headerText = #"{"alg":"RS256","alg":"none","kid":"key-1"}"# },
    defect("id_token_claims_malformed", "no JSON") { $0.claimsText = "iss" },
    defect("id_token_claims_malformed", "no object") { $0.claimsText = "[]" },
    defect("id_token_claims_malformed", "sub twice") {
      $0.claimsText = $0.claims.compact.dropLast() + #","sub":"admin"}"#
    },
    defect("id_token_claims_malformed", "too deep") {
      $0.claimsText = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    },
  ]

  private static let headers: [Defect] = [
    header("id_token_header_malformed", "alg", nil), header("id_token_header_malformed", "alg", 1),
    header("id_token_header_malformed", "kid", 1), header("id_token_header_malformed", "typ", true),
    header("id_token_alg_none", "alg", "none"), header("id_token_alg_none", "alg", "NoNe"),
    defect("id_token_alg_none", "unsigned, though registered so") {
      $0.header = ["alg": "none"]
      $0.algorithm = "none"
      $0.signer = TokenSigner(key: .none)
    },
    header("id_token_alg_mismatch", "alg", "RS512"), header("id_token_alg_mismatch", "alg", "rs256"),
    header("id_token_alg_mismatch", "alg", "PS256"), header("id_token_alg_mismatch", "alg", "ES256"),
    defect("id_token_alg_mismatch", "HMAC with the public key") {
      $0.header = $0.header.setting("alg", "HS256")
      $0.signer = TokenSigner(key: .hmac(Array(TokenSigner.rsaKey.publicKey.pemRepresentation.utf8)))
    },
    defect("id_token_alg_unsupported", "registered with HS256") {
      $0.header = $0.header.setting("alg", "HS256")
      $0.algorithm = "HS256"
      $0.signer = TokenSigner(key: .hmac(Array(Fixture.clientSecret.utf8)))
    },
    header("id_token_crit_unsupported", "crit", ["b64"]), header("id_token_crit_unsupported", "crit", []),
    header("id_token_embedded_key", "jku", "https://evil.example"),
    header("id_token_embedded_key", "x5u", "https://e.x"),
    header("id_token_embedded_key", "x5c", []), header("id_token_embedded_key", "jwk", [:]),
    header("id_token_wrong_type", "typ", "at+jwt"), header("id_token_wrong_type", "typ", "logout+jwt"),
  ]

  private static let keys: [Defect] = [
    header("id_token_unknown_key", "kid", "key-2"), header("id_token_unknown_key", "kid", "KEY-1"),
    defect("id_token_unknown_key", "an empty set") { $0.keys = [] },
    defect("id_token_unknown_key", "no kid and an empty set") {
      $0.keys = []
      $0.header = $0.header.setting("kid", nil)
    },
    defect("id_token_missing_kid", "two keys fit") {
      $0.header = $0.header.setting("kid", nil)
      $0.keys.append(TokenSigner.jwk(TokenSigner.otherRSAKey.publicKey, kid: "key-2"))
    },
    defect("id_token_key_unusable", "for encryption") { $0.keys[0] = $0.keys[0].setting("use", "enc") },
    defect("id_token_key_unusable", "for another algorithm") { $0.keys[0] = $0.keys[0].setting("alg", "PS256") },
    defect("id_token_key_unusable", "of another kind") {
      $0.keys = [TokenSigner.jwk(TokenSigner.p256Key.publicKey, kid: "key-1")]
    },
    defect("id_token_key_unusable", "symmetric") { $0.keys = [["kty": "oct", "kid": "key-1", "k": "AAAA"]] },
    defect("id_token_key_unusable", "for encrypting alone") { $0.keys[0] = $0.keys[0].setting("key_ops", ["encrypt"]) },
    defect("id_token_key_unusable", "no modulus") { $0.keys[0] = $0.keys[0].setting("n", nil) },
    defect("id_token_key_unusable", "a broken modulus") { $0.keys[0] = $0.keys[0].setting("n", "!!") },
    defect("id_token_key_unusable", "an endless modulus") {
      $0.keys[0] = $0.keys[0].setting("n", .string(String(repeating: "A", count: 500_000)))
    },
    defect("id_token_key_unusable", "more bits than anybody needs") {
      $0.keys[0] = $0.keys[0].setting("n", .string(base64url([UInt8](repeating: 0xFF, count: 1025))))
    },
    defect("id_token_key_unusable", "1024 bits") {
      $0.signer = TokenSigner(key: .rsa(TokenSigner.smallRSAKey))
      $0.keys = [TokenSigner.jwk(TokenSigner.smallRSAKey.publicKey, kid: "key-1")]
    },
    defect("id_token_key_unusable", "another curve's name") {
      $0.header = $0.header.setting("alg", "ES256")
      $0.algorithm = "ES256"
      $0.keys = [TokenSigner.jwk(TokenSigner.p256Key.publicKey, kid: "key-1").setting("crv", "P-384")]
    },
    defect("id_token_key_unusable", "a point off the curve") {
      $0.header = $0.header.setting("alg", "ES256")
      $0.algorithm = "ES256"
      $0.keys = [
        TokenSigner.jwk(TokenSigner.p256Key.publicKey, kid: "key-1").setting(
          "x", .string(base64url([UInt8](repeating: 7, count: 32))))
      ]
    },
    defect("id_token_signature_invalid", "another key") { $0.signer = TokenSigner(key: .rsa(TokenSigner.otherRSAKey)) },
    defect("id_token_signature_invalid", "no signature") { $0.signer = TokenSigner(key: .none) },
    defect("id_token_signature_invalid", "PSS where PKCS #1 is agreed") {
      $0.signer = TokenSigner(key: .pss(TokenSigner.rsaKey))
    },
    defect("id_token_signature_invalid", "claims of another user under the old signature") { fixture in
      let forged = base64url(Array(fixture.claims.setting("sub", "admin").compact.utf8))
      fixture.edit = { token in
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        return "\(parts[0]).\(forged).\(parts[2])"
      }
    },
    Defect("jwks_missing_keys", "absent") { _ = try JWKSRequest.judge(Fixture.json(["key": []])) },
    Defect("response_member_wrong_type", "keys is an object") {
      _ = try JWKSRequest.judge(Fixture.json(["keys": [:]]))
    },
  ]

  private static let claims: [Defect] =
    [
      claim("id_token_missing_iss", "iss", nil), claim("id_token_missing_sub", "sub", nil),
      claim("id_token_missing_aud", "aud", nil), claim("id_token_missing_aud", "aud", []),
      claim("id_token_missing_exp", "exp", nil), claim("id_token_missing_iat", "iat", nil),
      claim("id_token_missing_exp", "exp", .null),
      claim("id_token_claim_wrong_type", "sub", ""), claim("id_token_claim_wrong_type", "sub", "a\0"),
      claim("id_token_claim_wrong_type", "sub", .string(String(repeating: "a", count: 256))),
      claim("id_token_claim_wrong_type", "exp", .number("1e400")), claim("id_token_claim_wrong_type", "exp", -1),
      claim("id_token_iss_mismatch", "iss", "https://evil.example"),
      claim("id_token_iss_mismatch", "iss", .string(Fixture.issuer + "/")),
      claim("id_token_aud_mismatch", "aud", "other"), claim("id_token_aud_mismatch", "aud", ["a", "b"]),
      claim("id_token_azp_missing", "aud", [.string(Fixture.clientID), "other"]),
      claim("id_token_azp_mismatch", "azp", "other"),
      claim("id_token_nonce_missing", "nonce", nil), claim("id_token_nonce_mismatch", "nonce", "nonce-2"),
      claim("id_token_nonce_mismatch", "nonce", ""),
      claim("id_token_at_hash_mismatch", "at_hash", .string(IDTokenFixture.hash(of: "another"))),
      claim("id_token_at_hash_mismatch", "at_hash", ""),
    ]
    + ["iss", "sub", "azp", "nonce", "at_hash"].flatMap { name in
      ([1, true, [], [:]] as [JSON]).map { claim("id_token_claim_wrong_type", name, $0) }
    }
    + ["exp", "iat", "nbf", "auth_time"].flatMap { name in
      (["1800000000", true, [], [:]] as [JSON]).map { claim("id_token_claim_wrong_type", name, $0) }
    }
    + ([1, true, [:], [1]] as [JSON]).map { claim("id_token_claim_wrong_type", "aud", $0) }

  private static let times: [Defect] = [
    claim("id_token_expired", "exp", 1_799_999_940), claim("id_token_expired", "exp", 0),
    claim("id_token_iat_in_future", "iat", 1_800_000_061), claim("id_token_iat_too_old", "iat", 1_799_999_339),
    claim("id_token_not_yet_valid", "nbf", 1_800_000_061),
    aged("id_token_missing_auth_time", nil), aged("id_token_missing_auth_time", .null),
    aged("id_token_auth_time_in_future", 1_800_000_061),
    // Requested at 1 800 000 000 with max_age 100; clocks may be 60 s apart.
    aged("id_token_auth_time_too_old", 1_799_999_839), aged("id_token_auth_time_too_old", 0),
    weak(nil), weak(.null), weak(""), weak("urn:strong "), weak("urn:strong urn:stronger"), weak(["urn:strong"]),
    weak(1),
  ]

  /// RFC 9470 §4: a server may reach less than the requested `acr_values`.
  private static func weak(_ acr: JSON?) -> Defect {
    defect("id_token_acr_unmet", "acr \(acr.map(String.init(describing:)) ?? "absent") with acr_values") {
      $0.claims = $0.claims.setting("acr", acr)
      $0.acrValues = ["urn:strong", "urn:stronger"]
    }
  }

  private static func aged(_ code: String, _ authTime: JSON?) -> Defect {
    defect(code, "auth_time \(authTime.map(String.init(describing:)) ?? "absent") with max_age") {
      $0.claims = $0.claims.setting("auth_time", authTime)
      $0.loginNotBefore = Fixture.now.addingTimeInterval(-100)
    }
  }

  private static func refreshed(_ code: String, _ name: String, _ value: JSON) -> Defect {
    defect(code, "\(name) \(value)") { fixture in
      fixture.nonce = nil
      fixture.claims = fixture.claims.setting("azp", .string(Fixture.clientID))
      fixture.previous = try? IDTokenClaims(unsigned: fixture.claims.setting(name, value))
    }
  }

  private static let continuity: [Defect] = [
    refreshed("id_token_refresh_iss_changed", "iss", "https://other.example"),
    refreshed("id_token_refresh_sub_changed", "sub", "other"),
    refreshed("id_token_refresh_aud_changed", "aud", [.string(Fixture.clientID), "other"]),
    refreshed("id_token_refresh_azp_changed", "azp", "other"),
    refreshed("id_token_refresh_auth_time_changed", "auth_time", 1_799_999_000),
    refreshed("id_token_refresh_nonce_changed", "nonce", "nonce-0"),
  ]
}
