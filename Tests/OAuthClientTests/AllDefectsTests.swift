import OAuthClient
import Testing

/// Each defect of each judge has its own code, and every code can be raised.
struct AllDefectsTests {
  static let all: [Defect] =
    DiscoveryDefects.all + AuthorizationDefects.all + TokenDefects.all + DeviceTokenDefects.all
    + RegistrationDefects.all + RegistrationLifeDefects.all + IDTokenDefects.all + IdentityDefects.all
    + ApplicationDefects.all + KeyRequirementsDefects.all + RegisteredKeysDefects.all + PushedAuthorizationDefects.all
    + DeviceAuthorizationDefects.all
    + TokenTypeDefects.all + DPoPNonceDefects.all + APIDefects.all + ServerErrorDefects.all + HTTPDefects.all
    + JSONDefects.all

  @Test(arguments: all)
  func everyDefectHasItsCode(_ defect: Defect) async {
    let error = await defect.error()
    #expect(error?.code.rawValue == defect.code)
  }

  @Test(arguments: all)
  func everyErrorNamesTheSectionOfItsRule(_ defect: Defect) async throws {
    let error = try #require(await defect.error())
    // Only their own documentation specifies application servers' answers and the push channel.
    let isNamed = error.source.contains("§") || error.source.contains("appendix")
    let isOurs = error.source.hasPrefix("application server, ") || error.source.hasPrefix("docs/")
    #expect(isNamed || isOurs, "\(error.source)")
  }

  @Test func everyCodeCanBeRaised() {
    let raised = Set(AllDefectsTests.all.map(\.code))
    #expect(Set(ProtocolError.Code.allCases.map(\.rawValue)).subtracting(raised).isEmpty)
  }

  @Test func everyRaisedCodeIsListed() async {
    for defect in AllDefectsTests.all {
      if let code = await defect.error()?.code.rawValue {
        #expect(ProtocolError.Code.allCases.map(\.rawValue).contains(code))
      }
    }
  }

  @Test func codesAreUniqueAndSnakeCase() {
    #expect(Set(ProtocolError.Code.allCases.map(\.rawValue)).count == ProtocolError.Code.allCases.map(\.rawValue).count)
    for code in ProtocolError.Code.allCases.map(\.rawValue) {
      #expect(!code.isEmpty && code.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") })
    }
  }

  /// Values that stand for secrets in the fixtures must not appear in an error.
  @Test(arguments: all)
  func noErrorHoldsASecret(_ defect: Defect) async {
    guard let error = await defect.error() else { return }
    let shown = [
      error.description, error.expected?.description, error.received?.description, error.field,
      String(describing: error),
    ]
    .compactMap { $0 }.joined(separator: "\n")
    for secret in Self.secrets { #expect(!shown.contains(secret)) }
  }

  private static let secrets = [
    Fixture.clientSecret, "state-1", "nonce-1", "dBjftJeZ4CVP", "access-token-1", "refresh-token-1", "header.claims",
    "e99ab41e-52a1", "Cg85vgCfElPckCgzPYDcZUrMekzA1iv5", "eyJ", "SECRET",
  ]
}
