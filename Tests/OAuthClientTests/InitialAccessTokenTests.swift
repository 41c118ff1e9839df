import OAuthClient
import SharedValues
import Testing

/// A text that cannot stand in a header is refused as an initial access token before any request is built.
struct InitialAccessTokenTests {
  @Test(arguments: ["", "a b", "a\n", "a\r\nX: y", "\u{7F}", "é"])
  func aTextThatCannotStandInAHeaderIsRefused(_ text: String) {
    let error = #expect(throws: ProtocolError.self) { try InitialAccessToken(Secret(text)) }
    #expect(error?.code == .initialAccessTokenMalformed && error?.received == nil)
  }

  @Test func aTokenIsKeptUnchanged() throws {
    #expect(try InitialAccessToken(Secret("25a3ee8e-451d")).secret == Secret("25a3ee8e-451d"))
  }
}
