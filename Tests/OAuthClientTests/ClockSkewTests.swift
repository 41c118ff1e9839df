import Foundation
import OAuthClient
import SharedValues
import Testing

/// The app's clock differs from the server's: which skew is tolerated, and which code the rest has.
struct ClockSkewTests {
  /// - Parameter ahead: how many seconds the app's clock is ahead of the server's, which issues the token now.
  @Test(arguments: [
    (0, 3600, nil), (59, 3600, nil), (-59, 3600, nil), (300, 3600, nil), (300, 300, nil),
    (300, 200, "id_token_expired"), (-300, 3600, "id_token_iat_in_future"), (-90, 3600, "id_token_iat_in_future"),
    (900, 3600, "id_token_iat_too_old"),
  ])
  func aDifferenceIsBorneUpToAMinute(ahead: Int, lifetime: Int, code: String?) async {
    var fixture = IDTokenFixture()
    let issued = 1_800_000_000 - ahead
    fixture.claims = fixture.claims.setting("iat", .number("\(issued)")).setting("exp", .number("\(issued + lifetime)"))
      .setting("auth_time", .number("\(issued)"))
    var refused: String?
    do { _ = try await fixture.check.judge() } catch { refused = error.code.rawValue }
    #expect(refused == code)
  }

  /// A lifetime counts from the answer on the app's own clock, so the server's clock does not matter.
  @Test func anAccessTokensLifetimeCountsOnTheAppsClock() throws {
    for now in [Fixture.now - 300, Fixture.now, Fixture.now + 300] {
      let tokens = try TokenRequest.judge(Fixture.json(Fixture.tokenDocument), expectsIDToken: true, now: now)
      #expect(tokens.expiresAt == now + 300)
    }
  }
}
