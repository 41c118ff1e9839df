import OAuthClient
import SharedValues
import Testing

enum TokenTypeDefects {
  private static func defect(
    _ code: String, _ what: String, _ type: JSON?, _ binding: TokenBinding? = KeyFixture.bound
  ) -> Defect {
    let response = Fixture.json(Fixture.tokenDocument.setting("token_type", type))
    return Defect(code, "a bound token: \(what)") {
      _ = try TokenRequest.judge(response, expectsIDToken: true, binding: binding, now: Fixture.now)
    }
  }

  static let all: [Defect] = [
    defect("token_type_downgraded", "Bearer", "Bearer"), defect("token_type_downgraded", "bearer", "bearer"),
    defect("token_missing_token_type", "absent", nil),
    defect("token_type_unsupported", "another kind", "mac"),
    defect(
      "token_type_unsupported", "another kind, where bearer tokens are allowed", "mac",
      TokenBinding(key: KeyFixture.key, allowsBearer: true)),
    defect("token_type_unsupported", "DPoP for who has no key", "DPoP", nil),
    Defect("token_type_downgraded", "a bound token: at a refresh") {
      _ = try RefreshRequest.judge(
        Fixture.json(["access_token": "a", "token_type": "Bearer"]), refreshToken: nil, idToken: nil,
        binding: KeyFixture.bound, now: Fixture.now)
    },
  ]
}

/// A bound token is never confused with a bearer token (RFC 9449 §5).
struct TokenTypeTests {
  private func judge(_ type: String, _ binding: TokenBinding?) throws -> TokenSet {
    try TokenRequest.judge(
      Fixture.json(["access_token": "a", "token_type": .string(type)]), expectsIDToken: false, binding: binding,
      now: Fixture.now)
  }

  @Test(arguments: ["DPoP", "dpop", "DPOP"])
  func aBoundTokenKnowsItsKey(_ type: String) throws {
    let tokens = try judge(type, KeyFixture.bound)
    #expect(tokens.key == KeyFixture.key)
    #expect(tokens.access == AccessToken(Secret("a"), key: KeyFixture.key))
  }

  @Test func withoutAKeyTheTokenIsUnbound() throws { #expect(try judge("Bearer", nil).key == nil) }

  @Test func anAllowedDowngradeIsABearerToken() throws {
    let tokens = try judge("Bearer", TokenBinding(key: KeyFixture.key, allowsBearer: true))
    #expect(tokens.key == nil)
    #expect(try judge("DPoP", TokenBinding(key: KeyFixture.key, allowsBearer: true)).key == KeyFixture.key)
  }

  @Test func aRefreshedTokenIsBoundAsTheAnswerSays() throws {
    let previous = try judge("DPoP", KeyFixture.bound)
    let next = try RefreshRequest.judge(
      Fixture.json(["access_token": "b", "token_type": "DPoP"]), previous: previous, binding: KeyFixture.bound,
      now: Fixture.now)
    #expect(next.key == KeyFixture.key && next.accessToken.revealed == "b")
  }
}
