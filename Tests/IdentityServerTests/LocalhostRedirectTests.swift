import SharedValues
import Testing

@testable import IdentityServer

/// Redirects to `http://localhost`: allowed by the lenient policy (OpenID Connect Registration §2, RFC 8252 §8.3), but never suggested
/// by an error.
@Suite struct LocalhostRedirectTests {
  private static func metadata(_ uri: String, _ type: JSON?) -> JSON {
    TestServer.tutorialMetadata.setting("redirect_uris", [.string(uri)]).setting("post_logout_redirect_uris", nil)
      .setting("application_type", type)
  }

  private func refusal(
    _ metadata: JSON, _ policy: ServerPolicies.Clients, _ demands: KeyRequirements = .none
  ) -> OAuthError? {
    do throws(OAuthError) {
      _ = try ClientMetadataJudge(policy: policy, demands: demands).judge(metadata)
      return nil
    } catch { return error }
  }

  @Test(arguments: ["http://localhost:49152/callback", "http://localhost/callback", "http://LOCALHOST:8080/"])
  func aNativeClientMayUseLocalhost(_ uri: String) {
    for type: JSON? in ["native", "web", nil] {
      #expect(refusal(Self.metadata(uri, type), .lenient) == nil)
      #expect(refusal(Self.metadata(uri, type), .strict)?.code == .invalidRedirectURI)
      #expect(refusal(Self.metadata(uri, type), .lenient, KeyRequirements(fapi: true))?.code == .invalidRedirectURI)
    }
  }

  @Test(arguments: [
    "http://localhost.example:1/", "http://localhost.:1/", "http://localhost@evil.example/", "http://127.0.0.2:1/",
    "http://[::2]:1/", "http://rp.example/cb",
  ])
  func nothingThatOnlyLooksLikeIt(_ uri: String) {
    for policy in ServerPolicies.Clients.allCases {
      #expect(refusal(Self.metadata(uri, "native"), policy)?.code == .invalidRedirectURI)
      #expect(refusal(Self.metadata(uri, nil), policy)?.code == .invalidRedirectURI)
    }
  }

  struct Cure: Sendable, CustomTestStringConvertible {
    var uri: String
    var type: JSON?
    var policy = ServerPolicies.Clients.lenient
    /// The suggestions in the error.
    var names: [String]
    var testDescription: String { "\(uri) \(policy)" }
  }

  static let cures: [Cure] = [
    .init(uri: "http://127.0.0.1:4000/cb", names: ["application_type native", "http://127.0.0.1", "http://[::1]"]),
    .init(uri: "http://[::1]:4000/cb", names: ["application_type native"]),
    .init(uri: "http://127.0.0.1:4000/cb", type: "web", names: ["application_type native"]),
    .init(uri: "http://127.0.0.1:4000/cb", policy: .strict, names: ["application_type native", "http://127.0.0.1"]),
    .init(
      uri: "http://localhost:4000/cb", policy: .strict, names: ["application_type native", "or http://[::1]"]),
    .init(uri: "http://localhost:4000/cb", type: "native", policy: .strict, names: ["127.0.0.1 and [::1]"]),
    .init(uri: "com.example.app:/cb", names: ["application_type native"]),
    .init(uri: "http://rp.example/cb", names: ["https"]),
    .init(uri: "app:/cb", type: "native", names: ["period", "RFC 8252 section 8.4"]),
  ]

  /// RFC 7591 §3.2.2: the description is ASCII, and it names a remedy.
  @Test(arguments: cures) func theErrorNamesTheCure(_ cure: Cure) throws {
    let error = try #require(refusal(Self.metadata(cure.uri, cure.type), cure.policy))
    let advice = error.description.replacing(cure.uri, with: "")
    for name in cure.names { #expect(advice.contains(name), "\(advice)") }
    #expect(!advice.contains("localhost"))
    #expect(advice.allSatisfy { $0.isASCII && $0 != "\"" && $0 != "\\" })
  }

  /// RFC 9700 §2.1: any port for native apps; exactly the registered one for web clients. A literal address is another host than the name.
  @Test func anyPortForNativeApps() {
    var metadata = ClientMetadata()
    metadata.redirectURIs = ["http://localhost:4000/cb"]
    for (type, isAny) in [(ClientMetadata.ApplicationType.native, true), (.web, false)] {
      metadata.applicationType = type
      #expect(RedirectURIRules.matches("http://localhost:4000/cb", metadata))
      #expect(RedirectURIRules.matches("http://localhost:5000/cb", metadata) == isAny)
      #expect(!RedirectURIRules.matches("http://127.0.0.1:4000/cb", metadata))
      #expect(!RedirectURIRules.matches("http://localhost:4000/other", metadata))
      #expect(!RedirectURIRules.matches("https://localhost:4000/cb", metadata))
    }
    metadata.applicationType = .native
    metadata.validatesLoopbackPort = true
    #expect(!RedirectURIRules.matches("http://localhost:5000/cb", metadata))
  }

  /// The server's event says that it is not recommended.
  @Test func theWholeFlowIsAllowedButNotRecommended() async throws {
    try await TestServer.with { server in
      let (app, browser, registration) = try await server.registeredApp(
        Self.metadata("http://localhost:49152/callback", "native"))
      #expect(registration["redirect_uris"] == ["http://localhost:49152/callback"])
      let redirect = try await browser.get(app.authorizationURL())
      #expect(redirect.location?.hasPrefix("http://localhost:49152/callback?") == true)
      #expect(try await app.redeem(try #require(redirect.code)).status == 200)
      let notes = server.events.withLock { $0.map(\.note) }
      #expect(notes.contains { $0.contains("client registered") && $0.contains("NOT RECOMMENDED (RFC 8252 §8.3)") })
    }
    try await TestServer.with { server in
      _ = try await server.registeredApp(Self.metadata("http://127.0.0.1:49152/callback", "native"))
      #expect(server.events.withLock { $0.map(\.note) }.contains("client registered"))
    }
  }
}
