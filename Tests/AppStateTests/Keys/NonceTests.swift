import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// DPoP nonces (RFC 9449 §8 and §9), which are handled outside the stages of the flows.
@Suite struct NonceTests {
  private static func redeeming() -> Scenario {
    var scenario = Scenario(keys: KeyRequirements(dpop: true)).started()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    scenario.haveKeys(client: nil)
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    return scenario
  }

  @Test func aMissingNonceIsAddedAndTheRequestRepeatedOnce() {
    var scenario = NonceTests.redeeming()
    let first = scenario.request
    #expect(scenario.proof?["nonce"] == nil)
    scenario.demandNonce(.token, "nonce-1")
    #expect(scenario.proof?["nonce"] == "nonce-1")
    #expect(scenario.request?.body == first?.body)
    #expect(scenario.state.flow?.step == .registrationToken)
    // The server refuses the nonce that it has just issued: an error, and no third attempt.
    scenario.demandNonce(.token, "nonce-2")
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code == .server(.useDPoPNonce))
  }

  @Test func aDemandWithoutANonceHasItsOwnError() {
    var scenario = NonceTests.redeeming()
    scenario.demandNonce(.token, nil)
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code == .server(.dpopNonceMissing))
  }

  @Test func theNewestNonceGoesIntoTheNextProofToThatServerAndToNoOther() {
    var scenario = NonceTests.redeeming()
    scenario.demandNonce(.token, "nonce-1")
    let answer = HTTPResponse(
      200, headers: [HTTPHeader("Content-Type", "application/json"), HTTPHeader("DPoP-Nonce", "nonce-2")],
      body: Array(#"{"access_token":"dcr-token","token_type":"DPoP","expires_in":300}"#.utf8))
    scenario.send(.answered(scenario.flowID, .response(.token, .success(answer))))
    #expect(scenario.proof?["nonce"] == "nonce-2")
    let token = AccessToken(Secret("access-1"), key: Scenario.dpopKey)
    let elsewhere = APIRequest.accounts.build("https://api.example", token: token)
    let effects = scenario.state.withNonces([.send(1, elsewhere, .userinfo)])
    guard case .send(_, let sent, _) = effects.first else { return }
    #expect(sent.proofs.first?.claims["nonce"] == nil)
  }

  /// The server has spent the old refresh token, so the new one counts even if the nonce beside it is malformed.
  @Test(arguments: [["a b"], ["one", "two"]])
  func anUnneededMalformedNonceCostsNoTokens(_ nonces: [String]) {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.authenticateWithKey()
    scenario.begin(.refreshAccessToken)
    scenario.haveKeys()
    let headers =
      [HTTPHeader("Content-Type", "application/json")] + nonces.map { HTTPHeader("DPoP-Nonce", $0) }
    let tokens = Scenario.tokens("2").setting("token_type", "DPoP").setting("id_token", nil)
    let answer = HTTPResponse(200, headers: headers, body: Array(tokens.compact.utf8))
    scenario.send(.answered(scenario.flowID, .response(.refresh, .success(answer))))
    #expect(scenario.state.flow?.step == .userinfo)
    #expect(scenario.proof?["nonce"] == nil)
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-2"))
  }

  @Test func aDemandWithAMalformedNonceIsAnError() {
    var scenario = NonceTests.redeeming()
    scenario.demandNonce(.token, "a b")
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code == .server(.responseMemberMalformed))
  }

  @Test func aRequestWithoutAProofIsNotSentAgain() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnCode("first")
    scenario.demandNonce(.token, "nonce-1")
    #expect(scenario.request == nil)
  }
}
