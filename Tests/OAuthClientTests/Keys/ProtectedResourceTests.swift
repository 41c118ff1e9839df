import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

/// Defects of an API's proof that it is the configured one (RFC 9728).
enum ProtectedResourceDefects {
  static let api = "https://api.example/bank"

  private static func named(_ url: String) -> Defect {
    Defect("resource_metadata_elsewhere", "an API: metadata at \(url)") {
      _ = try ProtectedResource.build(api, after: APIDefects.challenged("Bearer resource_metadata=\"\(url)\""))
    }
  }

  private static func says(_ code: String, _ name: String, _ value: JSON?) -> Defect {
    Defect(code, "an API: \(name) \(value.map(String.init(describing:)) ?? "absent")") {
      _ = try ProtectedResource.judge(
        Fixture.json(ProtectedResourceTests.document.setting(name, value)), api: api, issuer: Issuer(of: Fixture.issuer)
      )
    }
  }

  static let all: [Defect] = [
    named("https://evil.example/x"), named("http://api.example/x"), named("https://api.example:444/x"),
    named("https://api.example/x#y"), named("/x"), named(""),
    says("resource_mismatch", "resource", nil), says("resource_mismatch", "resource", "https://api.example/bank/"),
    says("resource_mismatch", "resource", "https://api.example"),
    says("resource_issuer_mismatch", "authorization_servers", nil),
    says("resource_issuer_mismatch", "authorization_servers", ["https://evil.example"]),
  ]
}

struct ProtectedResourceTests {
  static let document: JSON = [
    "resource": .string(ProtectedResourceDefects.api), "authorization_servers": [.string(Fixture.issuer)],
  ]
  private let api = ProtectedResourceDefects.api

  /// RFC 9728 §3.1: the well-known path goes between host and path.
  @Test(arguments: [
    ("https://api.example/bank", "https://api.example/.well-known/oauth-protected-resource/bank"),
    ("https://api.example", "https://api.example/.well-known/oauth-protected-resource"),
    ("https://localhost:8443/api", "https://localhost:8443/.well-known/oauth-protected-resource/api"),
  ])
  func theMetadataIsAtTheWellKnownPlace(_ api: String, _ url: String) throws {
    #expect(try ProtectedResource.build(api, after: HTTPResponse(401)).url == url)
  }

  @Test func theFirstAddressOfAChallengeCounts() throws {
    let refusal = APIDefects.challenged(
      #"Basic realm="x", Bearer resource_metadata="https://api.example/a", DPoP resource_metadata="https://api.example/b""#
    )
    let request = try ProtectedResource.build(api, after: refusal)
    #expect(request.url == "https://api.example/a")
    #expect(request.headers[first: "Authorization"] == nil && request.proofs.isEmpty)
  }

  @Test func theProbeCarriesNothing() {
    let probe = ProtectedResource.probe(api)
    #expect(probe.url == api + "/accounts" && probe.headers[first: "Authorization"] == nil && probe.proofs.isEmpty)
  }

  @Test func metadataOfThisAPIAndThisServerAreAccepted() throws {
    let more = Self.document.setting("authorization_servers", ["https://other.example", .string(Fixture.issuer)])
    let accepted = try ProtectedResource.judge(Fixture.json(more), api: api, issuer: Issuer(of: Fixture.issuer))
    #expect(accepted.identifier == api)
  }

  /// RFC 9728 §3.3: after a challenge the metadata may be those of the refused request's URL, but of no other URL below the API's.
  @Test func metadataOfTheRefusedURLAreAccepted() throws {
    func judge(_ resource: String) throws -> ProtectedResource {
      try ProtectedResource.judge(
        Fixture.json(Self.document.setting("resource", .string(resource))), api: api, issuer: Issuer(of: Fixture.issuer)
      )
    }
    #expect(try judge(ProtectedResource.probe(api).url).identifier == api)
    for other in ["/payments", "/accounts/", "/accounts?x", "/Accounts"] {
      #expect(throws: ProtocolError.self) { try judge(api + other) }
    }
    // An app that knows only the API has requested only that.
    #expect(throws: ProtocolError.self) {
      try ProtectedResource.issuer(
        Fixture.json(Self.document.setting("resource", .string(api + "/accounts"))), api: api,
        allowPlainHTTPLoopback: false)
    }
  }

  @Test(arguments: [
    ("12", "12.00"), ("12.5", "12.50"), ("12,50", "12.50"), (" 7 ", "7.00"), ("0,01", "0.01"), ("007", "7.00"),
    ("12.", "12.00"), (".5", "0.50"),
  ])
  func amountsMayBeTypedInSeveralWays(_ typed: String, _ amount: String) {
    #expect(Money(typed: typed, currency: "EUR")?.amount == amount)
  }

  @Test(arguments: ["", " ", "0", "0.00", "-1", "1.234", "1.2.3", "1 000", "١", "1e3", "1234567890123456"])
  func otherTextsAreNoAmounts(_ typed: String) { #expect(Money(typed: typed, currency: "EUR") == nil) }
}
