import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The server under the FAPI 2.0 Security Profile (§5.3.2.2, §5.4): what it lists, signs and refuses in addition to the effects of
/// each single demand.
@Suite struct FAPITests {
  private static func demandAll(_ configuration: inout IdentityServerConfiguration) {
    configuration.policies.registration = .open
    configuration.policies.accessTokens = .jwt
    configuration.isFAPI = true
  }

  @Test func theProfileMakesEveryRequirementButNonces() {
    var configuration = IdentityServerConfiguration(directory: URL(filePath: "/nowhere"))
    #expect(configuration.demands == .none)
    configuration.isFAPI = true
    #expect(
      configuration.demands
        == KeyRequirements(
          dpop: true, pushedAuthorization: true, privateKey: true, lastingRefreshTokens: true, fapi: true))
  }

  private static let web: Changes = [
    "application_type": "web", "redirect_uris": ["https://rp.example/cb"], "post_logout_redirect_uris": nil,
  ]

  private static func metadata(_ key: TestKey, _ changes: Changes = [:]) -> JSON {
    TestServer.keyedMetadata.setting("jwks", ["keys": [key.jwk]]).changed(changes)
  }

  private func registered(_ server: TestServer, _ changes: Changes = [:]) async throws -> KeyedApp {
    let key = TestKey()
    let answer = try await server.registrationOpen(Self.metadata(key, changes))
    try #require(answer.status == 201, "\(answer.text)")
    return KeyedApp(server: server, clientID: answer.json.token("client_id"), key: key)
  }

  private func algorithm(of token: JSON?) -> JSON? {
    let header = (token?.stringValue ?? "").prefix { $0 != "." }
    return Base64URL.decode(String(header)).flatMap { try? JSON.parse($0) }?["alg"]
  }

  /// A template that no instance could register is of no use to anybody.
  @Test(
    arguments: [
      ["token_endpoint_auth_method": "client_secret_basic"], ["token_endpoint_auth_signing_alg": "RS256"],
      ["id_token_signed_response_alg": "RS256"], ["redirect_uris": ["http://localhost/cb"]],
    ] as [Changes]) func aTemplateHasToKeepTheProfile(_ change: Changes) async throws
  {
    try await TestServer.with(adjusting: Self.demandAll) { server in
      let administration = server.server.administration
      let fit = TestServer.keyedMetadata.changed(["token_endpoint_auth_method": "private_key_jwt", "jwks": nil])
      try await administration.addTemplate("kiosk", fit)
      for add in [administration.changeTemplate, administration.addTemplate] {
        await #expect { try await add("kiosk", fit.changed(change)) } throws: {
          ($0 as? IdentityServerError)?.code == .templateUnfit
        }
      }
      let answer = try await server.registrationOpen(["software_id": "kiosk", "jwks": ["keys": [TestKey().jwk]]])
      #expect(answer.status == 201)
    }
  }

  @Test func theMetadataListsTheSupportedMethods() async throws {
    try await TestServer.with(adjusting: Self.demandAll) { server in
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
      for name in [
        "token_endpoint_auth_signing_alg_values_supported", "revocation_endpoint_auth_signing_alg_values_supported",
        "introspection_endpoint_auth_signing_alg_values_supported", "dpop_signing_alg_values_supported",
      ] { #expect(metadata[name] == ["ES256", "PS256"], "\(name)") }
      #expect(metadata["id_token_signing_alg_values_supported"] == ["ES256"])
      let api = try await server.send(
        HTTPRequest("GET", server.origin + "/.well-known/oauth-protected-resource/api"))
      #expect(api.json["dpop_signing_alg_values_supported"] == ["ES256", "PS256"])
      let challenge = try await server.send(HTTPRequest("GET", server.api + "/accounts"))
      #expect(challenge.headers[first: "WWW-Authenticate"]?.contains("algs=\"ES256 PS256\"") == true)
    }
  }

  /// ID token and access token are signed with ES256, although the client requested nothing.
  @Test func nothingIsSignedWithRS256() async throws {
    try await TestServer.with(adjusting: Self.demandAll) { server in
      let app = try await registered(server)
      let pushed = try await app.push(["scope": "openid"])
      let redirect = try await TestBrowser(server).signIn(app.plain.presenting(pushed.json.token("request_uri")))
      let tokens = try await app.redeem(try #require(redirect.code), proofs: [app.proof()]).json
      #expect(algorithm(of: tokens["id_token"]) == "ES256")
      #expect(algorithm(of: tokens["access_token"]) == "ES256")
      let published = try await server.send(HTTPRequest("GET", server.origin + "/oauth/v2/oauth-anonymous/jwks"))
      #expect(published.json["keys"]?.arrayValue?.contains { $0["alg"] == "ES256" } == true)
    }
  }

  @Test func registrationsAreRestricted() async throws {
    try await TestServer.with(adjusting: Self.demandAll) { server in
      let registered = try await server.registrationOpen(Self.metadata(.rsa)).json
      #expect(registered["token_endpoint_auth_signing_alg"] == "PS256")
      #expect(registered["id_token_signed_response_alg"] == "ES256")
      for (key, changes, error) in [
        (TestKey.rsa, ["token_endpoint_auth_signing_alg": "RS256"], "invalid_client_metadata"),
        (TestKey.rsa, ["jwks": ["keys": [TestKey.rsa.jwk.setting("alg", "RS256")]]], "invalid_client_metadata"),
        (TestKey(), ["id_token_signed_response_alg": "RS256"], "invalid_client_metadata"),
        (TestKey(), Self.web.merging(["redirect_uris": ["http://localhost:8080/cb"]]) { $1 }, "invalid_redirect_uri"),
      ] as [(TestKey, Changes, String)] {
        let answer = try await server.registrationOpen(Self.metadata(key, changes))
        #expect(answer.error == error, "\(changes)")
      }
    }
  }

  /// A template may have been added before the profile was chosen.
  @Test func instancesOfTemplatesAreRestricted() async throws {
    try await TestServer.with(adjusting: Self.demandAll) { server in
      var administration = server.server.administration
      administration.judge = ClientMetadataJudge(policy: .lenient)
      for (id, uri, error) in [
        ("kiosk", "https://rp.example/cb", nil), ("desk", "http://localhost:8080/cb", "invalid_redirect_uri"),
      ] as [(String, String, String?)] {
        try await administration.addTemplate(
          id, ["redirect_uris": [.string(uri)], "token_endpoint_auth_method": "private_key_jwt"])
        let answer = try await server.registrationOpen(["software_id": .string(id), "jwks": ["keys": [TestKey().jwk]]])
        #expect(answer.error == error, "\(id)")
      }
    }
  }

  /// These are optional without the profile.
  @Test func everyRequestHasAChallengeAndARedirect() async throws {
    try await TestServer.with(adjusting: Self.demandAll) { server in
      var app = try await registered(server, Self.web)
      app.redirectURI = "https://rp.example/cb"
      #expect(try await app.push().status == 201)
      for changes in [
        ["code_challenge": nil, "code_challenge_method": nil], ["redirect_uri": nil, "scope": "profile"],
      ] as [[String: String?]] {
        #expect(try await app.push(changes).error == "invalid_request", "\(changes)")
      }
    }
  }

  /// For clients registered before the profile or by hand: assertions and proofs with RS256 are refused.
  @Test func signaturesOfRS256AreRefused() async throws {
    let home = ServerHome()
    let clientID = try await TestServer.with(
      .inProcess, in: home, adjusting: { $0.policies.registration = .open }
    ) { server -> String in
      let answer = try await server.registrationOpen(
        Self.metadata(.rsa, ["token_endpoint_auth_signing_alg": "RS256"]))
      let app = KeyedApp(server: server, clientID: answer.json.token("client_id"), key: .rsa)
      #expect(try await app.isRecognised(try #require(app.assertion()).signed(.rsa)).status == 200)
      return app.clientID
    }
    try await TestServer.with(.inProcess, in: home, adjusting: Self.demandAll) { server in
      let old = KeyedApp(server: server, clientID: clientID, key: .rsa)
      #expect(try await old.isRecognised(try #require(old.assertion()).signed(.rsa)).error == "invalid_client")
      var app = try await registered(server)
      app.proofKey = .rsa
      #expect(try await app.push().error == "invalid_dpop_proof")
    }
  }
}
