import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// Servers whose answers contradict an earlier answer.
@Suite struct DistrustTests {
  /// Without an ID token at the login, the subject is userinfo's; the first ID token must have the same.
  @Test(arguments: [("demouser", true), ("somebody-else", false)])
  func theFirstIDTokenAtARefreshIsOfTheSameSubject(_ subject: String, _ isAccepted: Bool) {
    var scenario = Scenario(scope: "profile").registered()
    scenario.redeemSecondCode()
    scenario.respond(.token, Scenario.tokens(idToken: false))
    scenario.respond(.userinfo, ["sub": .string(subject)])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.subject == subject)
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2"))
    scenario.respond(.jwks, ["keys": []])
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.success(Scenario.claims))))
    #expect(scenario.state.banner?.error.code.rawValue == (isAccepted ? nil : "id_token_refresh_sub_changed"))
    #expect(scenario.state.session?.claims == nil)
    #expect(scenario.state.session?.subject == subject)
  }

  @Test func userinfoAtARefreshHasTheSubjectOfTheLogin() {
    var scenario = Scenario(scope: "profile").registered()
    scenario.redeemSecondCode()
    scenario.respond(.token, Scenario.tokens(idToken: false))
    scenario.respond(.userinfo, Scenario.userinfo)
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2", idToken: false))
    scenario.respond(.userinfo, ["sub": "somebody-else"])
    #expect(scenario.state.banner?.error.code.rawValue == "userinfo_sub_mismatch")
    #expect(scenario.state.session?.subject == "demouser")
  }

  /// After a protocol error of an endpoint the app fetches the metadata again.
  @Test(arguments: [(500, true), (404, true), (400, false)])
  func metadataAreFetchedAgainAfterAWrongAnswer(_ status: Int, _ isDoubted: Bool) {
    var scenario = Scenario().registered()
    scenario.redeemSecondCode()
    scenario.respond(.token, status, isDoubted ? [:] : ["error": "invalid_grant"])
    #expect(scenario.state.banner != nil)
    scenario.begin(.startAuthentication)
    #expect((scenario.request?.endpoint == .metadata) == isDoubted)
    guard isDoubted else { return }
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.send(.cancel)
    scenario.begin(.startAuthentication)
    #expect(scenario.request == nil)
  }

  @Test func aSecretThatTheServerQuotesIsNotShown() throws {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnCode("first-code-of-all")
    let verifier = Scenario.secrets.codeVerifier.revealed
    scenario.respond(
      .token, 400,
      ["error": "invalid_grant", "error_description": .string("first-code-of-all and \(verifier) do not fit")])
    guard case .server(let error) = scenario.state.banner?.error.cause else {
      throw Unexpected("there is no error from the server")
    }
    #expect(error.serverDescription?.contains("first-code-of-all") == false)
    #expect(error.serverDescription?.contains(verifier) == false)
    #expect(error.serverDescription?.hasSuffix("do not fit") == true)
  }
}
