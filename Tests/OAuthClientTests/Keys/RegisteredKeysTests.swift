import Foundation
import OAuthClient
import SharedValues
import Testing

enum RegisteredKeysDefects {
  static let keys = RegisteredKeys(client: KeyFixture.key)
  private static let profile = RegisteredKeys(client: KeyFixture.key, isFAPI: true)

  /// The answer of a server that registers exactly what was requested.
  static let document = Fixture.registrationDocument.setting("client_secret", nil)
    .setting("client_secret_expires_at", nil).setting("token_endpoint_auth_method", "private_key_jwt")
    .setting("token_endpoint_auth_signing_alg", "ES256").setting("jwks", ["keys": [KeyFixture.key.registered]])

  private static func defect(
    _ code: String, _ what: String, keys: RegisteredKeys = keys, _ changes: (String, JSON?)...
  ) -> Defect {
    let document = changes.reduce(document) { $0.setting($1.0, $1.1) }
    return Defect(code, "a registered key: \(what)") {
      _ = try RegistrationRequest.judge(
        Fixture.json(document, status: 201), redirectURI: Fixture.redirectURI, keys: keys, now: Fixture.now)
    }
  }

  private static func later(
    _ code: String, _ what: String, isFAPI: Bool = false, _ changes: (String, JSON?)...
  ) -> Defect {
    let document = changes.reduce(document) { $0.setting($1.0, $1.1) }
    return Defect(code, "a registered key: \(what)") {
      let strong = self.document.setting("id_token_signed_response_alg", "ES256")
      _ = try RegistrationReading.judge(
        Fixture.json(document), of: RegistrationRequest.restore(strong), redirectURI: Fixture.redirectURI,
        isFAPI: isFAPI, now: Fixture.now)
    }
  }

  static let all: [Defect] = [
    defect(
      "registration_auth_method_downgraded", "a secret in its place",
      ("token_endpoint_auth_method", "client_secret_basic"), ("client_secret", "SECRETSECRET")),
    defect("registration_auth_method_downgraded", "nothing in its place", ("token_endpoint_auth_method", "none")),
    defect("registration_auth_method_downgraded", "the method is not said", ("token_endpoint_auth_method", nil)),
    defect("registration_key_mismatch", "no key came back", ("jwks", nil)),
    defect("registration_key_mismatch", "an empty set came back", ("jwks", ["keys": []])),
    defect(
      "registration_key_mismatch", "another came back", ("jwks", ["keys": [KeyFixture.otherKey.registered]])),
    defect(
      "registration_key_mismatch", "another came with it",
      ("jwks", ["keys": [KeyFixture.key.registered, KeyFixture.otherKey.registered]])),
    defect(
      "registration_key_mismatch", "one of another kind came with it",
      ("jwks", ["keys": [KeyFixture.key.registered, ["kty": "RSA", "n": "AQAB", "e": "AQAB"]]])),
    defect(
      "registration_key_mismatch", "its private half came back",
      ("jwks", ["keys": [KeyFixture.key.registered.setting("d", "AAAA")]])),
    defect("registration_key_mismatch", "keys at an address", ("jwks_uri", "https://evil.example/jwks")),
    defect("registration_key_mismatch", "another algorithm", ("token_endpoint_auth_signing_alg", "RS256")),
    defect(
      "registration_algorithm_unsupported", "RS256 for the profile", keys: profile,
      ("id_token_signed_response_alg", "RS256")),
    defect(
      "registration_algorithm_unsupported", "no algorithm for the profile", keys: profile,
      ("id_token_signed_response_alg", nil)),
    defect("registration_auth_method_unsupported", "that nobody asked for", keys: .none),
    defect("response_member_wrong_type", "jwks is a text", ("jwks", "x")),
    defect("response_member_wrong_type", "jwks without keys", ("jwks", [:])),
    later(
      "registration_auth_method_downgraded", "a secret in its place, later",
      ("token_endpoint_auth_method", "client_secret_post"), ("client_secret", "SECRETSECRET")),
    later(
      "registration_algorithm_unsupported", "RS256 for the profile, later", isFAPI: true,
      ("id_token_signed_response_alg", "RS256")),
    later("registration_key_mismatch", "another, later", ("jwks", ["keys": [KeyFixture.otherKey.registered]])),
  ]
}

/// `private_key_jwt` in a registration (RFC 7591 §2).
struct RegisteredKeysTests {
  private func build(
    _ keys: RegisteredKeys, softwareID: String? = nil, metadata: AuthorizationServerMetadata? = nil
  ) throws -> JSON {
    try JSON.parse(
      RegistrationRequest.build(
        metadata: metadata ?? Fixture.metadata(), initialAccessToken: nil, redirectURI: Fixture.redirectURI,
        postLogoutRedirectURI: Fixture.logoutURI, scope: "openid", softwareID: softwareID, keys: keys
      ).body)
  }

  private func judge(_ document: JSON, _ keys: RegisteredKeys) throws -> ClientRegistration {
    try RegistrationRequest.judge(
      Fixture.json(document, status: 201), redirectURI: Fixture.redirectURI, keys: keys, now: Fixture.now)
  }

  @Test func theRequestHasThePublicKeyByValue() throws {
    let request = try build(RegisteredKeys(client: KeyFixture.key))
    #expect(request["jwks"] == ["keys": [KeyFixture.key.registered]])
    #expect(request["token_endpoint_auth_method"] == "private_key_jwt")
    #expect(request["token_endpoint_auth_signing_alg"] == "ES256")
    #expect(request["dpop_bound_access_tokens"] == nil && request["require_pushed_authorization_requests"] == nil)
  }

  /// RFC 9449 §5.2, RFC 9126 §6.
  @Test func demandsAreRequested() throws {
    let request = try build(RegisteredKeys(bindsTokens: true, pushes: true))
    #expect(request["dpop_bound_access_tokens"] == true)
    #expect(request["require_pushed_authorization_requests"] == true)
    #expect(request["token_endpoint_auth_method"] == "client_secret_basic" && request["jwks"] == nil)
  }

  /// FAPI 2.0 Security Profile §5.4: PS256 or ES256 for ID tokens, too.
  @Test func theProfileTakesNoRS256() throws {
    let keys = RegisteredKeys(client: KeyFixture.key, isFAPI: true)
    let both = try Fixture.metadata(("id_token_signing_alg_values_supported", ["RS256", "ES256"]))
    #expect(try build(keys, metadata: both)["id_token_signed_response_alg"] == "ES256")
    #expect(try build(RegisteredKeys(client: KeyFixture.key), metadata: both)["id_token_signed_response_alg"] == nil)
    for algorithm in ["ES256", "PS256"] {
      let answer = RegisteredKeysDefects.document.setting("id_token_signed_response_alg", .string(algorithm))
      #expect(try judge(answer, keys).idTokenAlgorithm == algorithm)
    }
  }

  @Test func withoutKeysTheRequestIsTheSame() throws {
    #expect(try build(.none) == build(RegisteredKeys()))
    #expect(try build(.none)["jwks"] == nil)
  }

  /// A template decides everything but the key.
  @Test func aTemplatesInstanceHasItsOwnKey() throws {
    let request = try build(RegisteredKeys(client: KeyFixture.key, bindsTokens: true), softwareID: "template")
    #expect(request == ["software_id": "template", "jwks": ["keys": [KeyFixture.key.registered]]])
  }

  @Test func theClientHasAKeyAndNoSecret() throws {
    let registration = try judge(RegisteredKeysDefects.document, RegisteredKeysDefects.keys)
    #expect(registration.usesKey && registration.keyThumbprint == KeyFixture.key.thumbprint)
    #expect(registration.credentials.authentication == .privateKey(thumbprint: KeyFixture.key.thumbprint))
    #expect(registration.secretExpiresAt == nil)
    let restored = try RegistrationRequest.restore(registration.document)
    #expect(restored.credentials == registration.credentials)
    #expect(try !Fixture.registration().usesKey && Fixture.registration().keyThumbprints.isEmpty)
  }

  /// Authlib sends one to every client.
  @Test func aSecretBesideTheKeyIsNotKept() throws {
    let answer = RegisteredKeysDefects.document.setting("client_secret", "SECRETSECRET")
      .setting("client_secret_expires_at", 0)
    let registration = try judge(answer, RegisteredKeysDefects.keys)
    #expect(registration.usesKey && registration.document["client_secret"] == nil)
    #expect(try RegistrationRequest.restore(answer).document["client_secret"] == nil)
    let updated = try RegistrationUpdate.judge(
      Fixture.json(answer), of: registration, redirectURI: Fixture.redirectURI, keys: RegisteredKeysDefects.keys,
      now: Fixture.now)
    #expect(updated.document["client_secret"] == nil)
  }

  @Test func aSecretIsAcceptedByOptIn() throws {
    let registration = try judge(
      Fixture.registrationDocument, RegisteredKeys(client: KeyFixture.key, allowsDowngrade: true))
    #expect(!registration.usesKey)
    #expect(registration.credentials.authentication == .basic(Secret(Fixture.clientSecret)))
  }

  /// RFC 7592 §2.2: the old key stays valid until the new one is confirmed.
  @Test func aKeyIsReplaced() throws {
    let registration = try RegistrationRequest.restore(RegisteredKeysDefects.document)
    let both = RegisteredKeys(client: KeyFixture.otherKey, retiring: KeyFixture.key)
    let sent = try JSON.parse(
      try #require(
        RegistrationUpdate.build(
          registration, redirectURI: Fixture.redirectURI, postLogoutRedirectURI: Fixture.logoutURI, scope: "openid",
          keys: both)
      ).body)
    #expect(sent["jwks"] == ["keys": [KeyFixture.otherKey.registered, KeyFixture.key.registered]])
    let answer = RegisteredKeysDefects.document.setting(
      "jwks", ["keys": [KeyFixture.key.registered, KeyFixture.otherKey.registered]])
    let updated = try RegistrationUpdate.judge(
      Fixture.json(answer), of: registration, redirectURI: Fixture.redirectURI, keys: both, now: Fixture.now)
    #expect(updated.keyThumbprint == KeyFixture.otherKey.thumbprint)
    #expect(updated.keyThumbprints == [KeyFixture.otherKey.thumbprint, KeyFixture.key.thumbprint])
    // At the next start it is the same client with the same key, in whatever order the server lists its keys.
    #expect(try RegistrationRequest.restore(updated.document).credentials == updated.credentials)
    let read = try RegistrationReading.judge(
      Fixture.json(answer), of: updated, redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(read.credentials == updated.credentials)
    #expect(try RegistrationRequest.restore(read.document).credentials == updated.credentials)
  }

  /// The app drops the secret, so a copy of it is of no use.
  @Test func aKeyReplacesASecret() throws {
    let registration = try Fixture.registration()
    let keys = RegisteredKeysDefects.keys
    let request = try #require(
      RegistrationUpdate.build(
        registration, redirectURI: Fixture.redirectURI, postLogoutRedirectURI: Fixture.logoutURI, scope: "openid",
        keys: keys))
    #expect(try JSON.parse(request.body)["client_secret"] == nil)
    let updated = try RegistrationUpdate.judge(
      Fixture.json(RegisteredKeysDefects.document), of: registration, redirectURI: Fixture.redirectURI, keys: keys,
      now: Fixture.now)
    #expect(updated.usesKey && updated.document["client_secret"] == nil)
  }

  /// An answer with the old key means that the server has not accepted the new one.
  @Test func aMissingChangeIsNoticed() throws {
    let registration = try RegistrationRequest.restore(RegisteredKeysDefects.document)
    let error = #expect(throws: ProtocolError.self) {
      try RegistrationUpdate.judge(
        Fixture.json(RegisteredKeysDefects.document), of: registration, redirectURI: Fixture.redirectURI,
        keys: RegisteredKeys(client: KeyFixture.otherKey), now: Fixture.now)
    }
    #expect(error?.code == .registrationKeyMismatch)
  }

  /// An update of other members sends the keys unchanged; an answer without keys leaves them as they were.
  @Test func anotherUpdateKeepsTheKey() throws {
    let registration = try RegistrationRequest.restore(RegisteredKeysDefects.document)
    let request = try #require(
      RegistrationUpdate.build(
        registration, redirectURI: Fixture.redirectURI, postLogoutRedirectURI: Fixture.logoutURI, scope: "openid"))
    #expect(try JSON.parse(request.body)["jwks"] == ["keys": [KeyFixture.key.registered]])
    let updated = try RegistrationUpdate.judge(
      Fixture.json(["client_id": .string(Fixture.clientID)]), of: registration, redirectURI: Fixture.redirectURI,
      now: Fixture.now)
    #expect(updated.credentials == registration.credentials)
  }

  /// RFC 9449 §7.1: the token that registers may be bound, too.
  @Test func aBoundInitialAccessTokenIsSentWithItsProof() throws {
    let request = try RegistrationRequest.build(
      metadata: Fixture.metadata(), initialAccessToken: InitialAccessToken(Secret("dcr"), key: KeyFixture.key),
      redirectURI: Fixture.redirectURI, postLogoutRedirectURI: Fixture.logoutURI, scope: "openid", softwareID: nil)
    #expect(request.headers[first: "Authorization"] == "DPoP dcr")
    #expect(request.hasDPoPProof)
  }
}
