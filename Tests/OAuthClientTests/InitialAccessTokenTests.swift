import OAuthClient
import SharedValues
import Testing

/// What cannot stand in a header is no initial access token, before any request is built with it.
struct InitialAccessTokenTests {
  @Test(arguments: ["", "a b", "a\n", "a\r\nX: y", "\u{7F}", "é"])
  func whatCannotStandInAHeaderIsRefused(_ text: String) {
    let error = #expect(throws: ProtocolError.self) { try InitialAccessToken(Secret(text)) }
    #expect(error?.code == .initialAccessTokenMalformed && error?.received == nil)
  }

  @Test func aTokenStaysAsItCame() throws {
    #expect(try InitialAccessToken(Secret("25a3ee8e-451d")).secret == Secret("25a3ee8e-451d"))
  }
}
