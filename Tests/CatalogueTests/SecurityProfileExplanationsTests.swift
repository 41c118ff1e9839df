import Catalogue
import OAuthClient
import SharedValues
import Testing

/// Every parameter of proofs, assertions, pushed requests, protected resources and challenges is explained where it occurs.
struct SecurityProfileExplanationsTests {
  private func source(_ name: String, _ endpoint: Endpoint) -> String? {
    ParameterExplanations.of(name, endpoint)?.source
  }

  @Test func headersAndParameters() {
    #expect(source("DPoP", .token) == "RFC 9449 §4.1")
    #expect(source("DPoP-Nonce", .token) == "RFC 9449 §8")
    for endpoint in [Endpoint.userinfo, .api] { #expect(source("dpop-nonce", endpoint) == "RFC 9449 §9") }
    #expect(source("dpop_jkt", .authorization) == "RFC 9449 §10")
    #expect(source("dpop_jkt", .pushedAuthorization) == "RFC 9449 §10.1")
    #expect(source("request_uri", .authorization) == "RFC 9126 §4")
    #expect(source("request_uri", .pushedAuthorization) == "RFC 9126 §2.2")
    #expect(source("expires_in", .pushedAuthorization) == "RFC 9126 §2.2")
    #expect(source("expires_in", .token) == "RFC 6749 §5.1")
    #expect(source("resource", .token) == "RFC 8707 §2")
    #expect(source("client_assertion", .token) == "RFC 7521 §4.2")
    #expect(source("require_pushed_authorization_requests", .metadata) == "RFC 9126 §5")
    #expect(source("require_pushed_authorization_requests", .registration) == "RFC 9126 §6")
    #expect(source("jwks", .registration) == "RFC 7591 §2")
  }

  @Test(arguments: [
    ("token_type", "DPoP", "RFC 9449 §5"), ("Authorization", "DPoP abc", "RFC 9449 §7.1"),
    ("WWW-Authenticate", "DPoP", "RFC 9449 §7.1"), ("error", "use_dpop_nonce", "RFC 9449 §8, §9"),
    ("error", "invalid_target", "RFC 8707 §2"),
    ("token_endpoint_auth_method", "private_key_jwt", "OpenID Connect Core §9"),
    ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", "RFC 7523 §2.2"),
  ])
  func valuesWithAMeaningOfTheirOwn(_ name: String, _ value: String, _ source: String) {
    #expect(ParameterExplanations.ofValue(value, of: name)?.source == source)
  }

  @Test(arguments: [("token_type", "Bearer"), ("error", "invalid_grant"), ("error", ""), ("", "dpop"), ("x", "DPoP")])
  func otherValuesHaveNoExplanation(_ name: String, _ value: String) {
    #expect(ParameterExplanations.ofValue(value, of: name) == nil)
  }

  @Test func everyParameterOfAChallenge() {
    for name in ParameterExplanations.challengeNames {
      #expect(ParameterExplanations.ofChallenge(name, "x") != nil, "\(name)")
    }
    #expect(ParameterExplanations.ofChallenge("error", "insufficient_scope")?.source == "RFC 6750 §3.1")
    #expect(ParameterExplanations.ofChallenge("max_age", "0")?.source == "RFC 9470 §3")
    #expect(ParameterExplanations.ofChallenge("state", "x") == nil)
  }

  /// The same names have different meanings in the metadata of a server, those of a resource, and an introspection.
  @Test func aDocumentIsRecognisedByItsMembers() {
    let resource: JSON = [
      "resource": "https://a.example", "authorization_servers": ["https://b.example"], "scopes_supported": ["a"],
      "bearer_methods_supported": ["header"], "dpop_bound_access_tokens_required": true, "resource_name": "A",
    ]
    for member in resource.objectValue ?? [] {
      #expect(ParameterExplanations.of(member.name, in: resource, .metadata)?.source == "RFC 9728 §2", "\(member.name)")
    }
    let server: JSON = ["issuer": "https://b.example", "scopes_supported": ["a"]]
    #expect(ParameterExplanations.of("scopes_supported", in: server, .metadata)?.source == "RFC 8414 §2")
    let introspection: JSON = ["active": true, "cnf": ["jkt": "x"], "acr": "a", "auth_time": 1, "scope": "a"]
    #expect(ParameterExplanations.of("cnf", in: introspection, .other)?.source == "RFC 9449 §6.2")
    #expect(ParameterExplanations.of("acr", in: introspection, .other)?.source == "RFC 9470 §6.2")
    #expect(ParameterExplanations.of("scope", in: introspection, .other) != nil)
    #expect(ParameterExplanations.of("token_type", in: ["token_type": "DPoP"], .token)?.source == "RFC 9449 §5")
  }

  @Test func everyMemberOfAProofAndAnAssertion() {
    for name in ["jti", "htm", "htu", "iat", "ath", "nonce"] {
      #expect(ClaimExplanations.of(name, in: .dpopProof)?.source == "RFC 9449 §4.2", "\(name)")
    }
    for name in ["typ", "alg", "jwk"] {
      #expect(ClaimExplanations.of(name, inHeaderOf: .dpopProof)?.source == "RFC 9449 §4.2", "\(name)")
    }
    for name in ["iss", "sub", "aud", "exp", "iat", "jti"] {
      #expect(ClaimExplanations.of(name, in: .clientAssertion)?.source == "RFC 7523 §3", "\(name)")
    }
    for name in ["typ", "alg", "kid"] { #expect(ClaimExplanations.of(name, inHeaderOf: .clientAssertion) != nil) }
    for kind in [ClaimExplanations.Kind.accessToken, .idToken, .other] {
      #expect(ClaimExplanations.of("cnf.jkt", in: kind)?.source == "RFC 9449 §6.1")
    }
  }

  @Test func aProofIsRecognisedByItsTypeOrItsHeader() {
    #expect(ClaimExplanations.Kind(member: "anything", header: ["typ": "dpop+jwt"]) == .dpopProof)
    #expect(ClaimExplanations.Kind(member: "DPoP", header: [:]) == .dpopProof)
    #expect(ClaimExplanations.Kind(member: "x", header: ["typ": "client-authentication+jwt"]) == .clientAssertion)
  }

  // MARK: Thumbprints

  /// RFC 7638 §3.1, and the key of RFC 9449 §4.1 with the thumbprint of its §6.1.
  @Test func thumbprintsAreThoseOfTheRFCs() {
    let rsa: JSON = [
      "kty": "RSA",
      "n":
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
      "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ]
    #expect(JWKThumbprint.of(rsa) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    let p256: JSON = [
      "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs", "kty": "EC",
      "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA", "crv": "P-256", "use": "sig",
    ]
    #expect(JWKThumbprint.of(p256) == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    #expect(P256PublicKey(jwk: p256)?.thumbprint == JWKThumbprint.of(p256))
  }

  @Test(
    arguments: [
      [:], ["kty": "oct", "k": "aaaa"], ["kty": "EC", "crv": "P-256", "x": "aaaa"],
      ["kty": "EC", "crv": "P-256", "x": "a\"a", "y": "aaaa"], ["kty": "EC", "crv": "P-256", "x": "", "y": "aaaa"],
      ["kty": "EC", "crv": "P-256", "x": 1, "y": "aaaa"], "aaaa", ["kty": "RSA", "n": "aa aa", "e": "AQAB"],
    ] as [JSON])
  func invalidKeysHaveNoThumbprint(_ key: JSON) { #expect(JWKThumbprint.of(key) == nil) }
}
