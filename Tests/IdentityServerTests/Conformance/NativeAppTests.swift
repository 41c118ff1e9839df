import SharedValues
import Testing

@testable import IdentityServer

/// RFC 8252 appendix A, the checklist for servers that support native apps, and §8.4.
@Suite(.serialized, .conformanceServer) struct NativeAppTests {
  private static let challenge: [String: String?] = [
    "code_challenge": TestApp.challenge, "code_challenge_method": "S256",
  ]
  private static let verifier = [("code_verifier", TestApp.verifier)]

  /// A native app without a secret, with that redirect URI.
  private func app(_ redirectURI: String) async throws -> RelyingParty {
    try await RelyingParty.registered([
      "application_type": "native", "token_endpoint_auth_method": "none", "redirect_uris": [.string(redirectURI)],
      "post_logout_redirect_uris": [],
    ])
  }

  private func worksAt(_ party: RelyingParty, _ redirectURI: String) async throws {
    let changes = NativeAppTests.challenge.merging(["redirect_uri": redirectURI]) { $1 }
    let answer = try await party.allowing(try await party.authorize(changes))
    #expect(answer.location?.hasPrefix(redirectURI + "?code=") == true)
    let tokens = try await party.tokenRequest(
      [("grant_type", "authorization_code"), ("code", answer.code ?? ""), ("redirect_uri", redirectURI)]
        + NativeAppTests.verifier)
    #expect(tokens.status == 200)
  }

  @Test("RFC 8252 A.1: private-use URI scheme redirects") func privateUseScheme() async throws {
    try await worksAt(try await app("com.example.app:/oauth2redirect"), "com.example.app:/oauth2redirect")
    let server = try ConformanceServer.current
    for refused in ["app:/cb", "javascript:alert(1)", "com.example.app:/cb#f"] {
      let answer = try await RelyingParty.register(
        ["application_type": "native", "redirect_uris": [.string(refused)]], try await RelyingParty.discovered(server),
        server)
      #expect(answer.error == "invalid_redirect_uri", "\(refused)")
    }
  }

  @Test("RFC 8252 A.2: claimed https redirects, for public clients too") func claimedHTTPS() async throws {
    try await worksAt(try await app("https://app.example.com/oauth2redirect"), "https://app.example.com/oauth2redirect")
  }

  @Test("RFC 8252 A.3: loopback redirects with any port, IPv4 and IPv6", arguments: ["127.0.0.1", "[::1]"])
  func loopback(_ host: String) async throws {
    let party = try await app("http://\(host)/cb")
    for port in [":49152", ":51004", ""] { try await worksAt(party, "http://\(host)\(port)/cb") }
    for other in ["http://\(host):49152/cb/", "http://localhost:49152/cb", "https://\(host):49152/cb"] {
      let answer = try await party.browser.get(party.authorizationURL(["redirect_uri": other]))
      #expect(answer.isPage && answer.status == 400, "\(other)")
    }
  }

  /// A secret that all copies of an app share proves nothing, so none is required; such a client gets nothing silently.
  @Test("RFC 8252 A.4: native apps are not assumed to keep secrets") func noSecrets() async throws {
    let party = try await app("com.example.app:/cb")
    #expect(party.client["client_secret"] == nil)
    try await worksAt(party, "com.example.app:/cb")
    let silent = try await party.browser.get(party.authorizationURL(NativeAppTests.challenge))
    #expect(silent.isConsentPage)
    let none = NativeAppTests.challenge.merging(["prompt": "none"]) { $1 }
    #expect(
      try await party.browser.get(party.authorizationURL(none)).redirectParameters["error"] == "consent_required")
    // An instance's own secret from its registration does prove something (§8.4): its user is asked once.
    let instance = try await RelyingParty.registered([
      "application_type": "native", "redirect_uris": ["com.example.app:/cb"],
    ])
    #expect(instance.member("client_secret").count == 43)
  }

  @Test("RFC 8252 A.5: PKCE is required of native apps") func proofKey() async throws {
    for party in [
      try await app("com.example.app:/cb"),
      try await RelyingParty.registered(["application_type": "native", "redirect_uris": ["com.example.app:/cb"]]),
    ] {
      let without = try await party.authorize()
      #expect(without.redirectParameters["error"] == "invalid_request")
      let plain = try await party.authorize(["code_challenge": TestApp.challenge, "code_challenge_method": "plain"])
      #expect(plain.redirectParameters["error"] == "invalid_request")
      let code = try #require(try await party.authorize(NativeAppTests.challenge).code)
      #expect(try await party.redeem(code).error == "invalid_grant")
      #expect(try await party.redeem(code, NativeAppTests.verifier).status == 200)
    }
  }

  @Test("RFC 8252 8.4: complete redirect URIs are registered, and the type of client is recorded")
  func registration() async throws {
    let party = try await app("com.example.app:/oauth2redirect/provider")
    #expect(party.client["application_type"] == "native")
    #expect(party.client["token_endpoint_auth_method"] == "none")
    for other in ["com.example.app:/oauth2redirect", "com.example.app:/oauth2redirect/provider/x", "com.example.app:/"]
    {
      let answer = try await party.browser.get(party.authorizationURL(["redirect_uri": other]))
      #expect(answer.isPage && answer.status == 400, "\(other)")
    }
  }
}
