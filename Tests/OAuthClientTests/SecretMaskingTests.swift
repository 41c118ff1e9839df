import SharedValues
import Testing

@testable import OAuthClient

/// Secrets that the server quotes in its answers are masked.
struct SecretMaskingTests {
  private let secret = Secret("5f2c1d77-9a1e-4a52-a6cf-0d1f4ac3e9c2")

  private func masked(_ description: String, quoting: String? = nil, _ secrets: [Secret]) -> ProtocolError {
    ProtocolError(
      .invalidGrant, field: "error", quoting: quoting, serverDescription: description, source: "RFC"
    ).masking(secrets)
  }

  @Test func aQuotedSecretIsMasked() {
    let error = masked("code \(secret.revealed) is used up", quoting: secret.revealed, [secret])
    #expect(error.serverDescription == "code \(secret.masked) is used up")
    #expect(error.received == .quoted(secret.masked))
  }

  @Test func everyOccurrenceOfEverySecretIsMasked() {
    let other = Secret("another-secret")
    let error = masked("\(secret.revealed) \(other.revealed) \(secret.revealed)", [other, secret])
    #expect(error.serverDescription == "\(secret.masked) \(other.masked) \(secret.masked)")
  }

  @Test func aTruncatedSecretIsMasked() {
    for length in [8, 20, 35] {
      let error = masked("no token \(secret.revealed.prefix(length))…", [secret])
      #expect(error.serverDescription == "no token \(secret.masked)")
    }
  }

  /// After U+0D4E the first letter of the secret is part of another Character.
  @Test func aCombiningMarkDoesNotHideATruncatedSecret() {
    let shown = masked("no token \u{D4E}\(secret.revealed.prefix(20))…", [secret]).serverDescription
    #expect(shown?.contains(secret.revealed.prefix(20)) == false)
  }

  @Test func aSecretThatIsThePrefixOfAnotherLeavesNoRest() {
    let longer = Secret(secret.revealed + "-and-its-tail")
    for secrets in [[secret, longer], [longer, secret]] {
      let error = masked("not \(longer.revealed) nor \(secret.revealed)", secrets)
      #expect(error.serverDescription == "not \(longer.masked) nor \(secret.masked)")
    }
  }

  @Test func theHeaderWithTheSecretIsMaskedToo() throws {
    let registration = try Fixture.registration()
    let header = try #require(
      RefreshRequest.build(
        metadata: try Fixture.metadata(), credentials: registration.credentials, refreshToken: Secret("r")
      ).headers[first: "Authorization"])
    let shown = masked("unknown client: \(header)", registration.secrets).serverDescription
    #expect(shown?.contains(header.dropFirst("Basic ".count)) == false)
  }

  @Test func otherWordsAreNotMasked() {
    #expect(masked("the code is used up", [Secret("code"), secret]).serverDescription == "the code is used up")
    #expect(masked("the token is…", [secret]).serverDescription == "the token is…")
    // Nothing was cut off here: the word only begins like the secret.
    #expect(masked("found 5f2c1d77x", [secret]).serverDescription == "found 5f2c1d77x")
  }
}
