import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The panel Tokens: which tokens the phone has, and when they end.
struct TokensTests {
  private var scenario = Scenario(tools: Workshop.tools).signedIn()
  private var phone: Phone<TokensTool> { Phone(scenario.state) }

  @Test func eachTokenIsListedWithItsEnd() {
    #expect(
      phone.heldTokens == [
        HeldToken(kind: .access, value: Secret("access-1"), end: phone.session?.tokens.expiresAt),
        HeldToken(kind: .refresh, value: Secret("refresh-1")),
        HeldToken(kind: .id, value: Secret("header.payload-1.signature"), end: Scenario.claims.expiresAt),
      ])
    #expect(phone.heldTokens.first?.end != nil)
  }

  @Test func beforeALoginThereIsNone() {
    #expect(Phone<TokensTool>(Scenario(tools: Workshop.tools).registered().state).heldTokens.isEmpty)
  }

  @Test mutating func timePassesOnlyWhileThePanelIsOpen() {
    #expect(!TokensTool.needsTicks(phone))
    scenario.send(.view(.tab(.tokens)))
    #expect(TokensTool.needsTicks(phone))
  }
}
