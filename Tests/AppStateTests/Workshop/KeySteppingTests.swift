import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Step mode with everything switched on also holds pushed requests and requests to the API, each in its place.
@Suite struct KeySteppingTests {
  private static let state = Scenario.secrets.state.revealed
  private static let probe = "Bearer realm=\"x\", resource_metadata=\"\(Scenario.metadataURL)\""

  @Test func aPushedRequestIsHeldBeforeEachLogin() {
    var stepper = Stepper()
    stepper.scenario = Scenario(keys: Scenario.everything, tools: Workshop.tools)
    stepper.scenario.coldStart()
    stepper.send(.step(.toggle))
    stepper.begin(.startRegistration)
    stepper.respond(.openIDMetadata, Scenario.keyMetadata)
    stepper.play { $0.haveKeys() }
    stepper.prepared()
    stepper.play { $0.bePushed() }
    stepper.returnRedirect("code=first&state=\(KeySteppingTests.state)")
    stepper.respond(.token, ["access_token": "dcr-token", "token_type": "DPoP", "expires_in": 300, "scope": "dcr"])
    stepper.respond(.registration, 201, Scenario.keyRegistration)
    stepper.saved()
    let registration = StepMessage.order(of: .registration, .user, hasApplicationServer: false, pushes: true)
    #expect(
      stepper.names == [
        .metadata, .pushAuthorization, .openRegistrationLogin, .registrationToken, .register, .saveRegistration,
      ])
    #expect(stepper.names == registration)

    stepper.names = []
    stepper.begin(.startAuthentication)
    stepper.play { $0.haveKeys() }
    stepper.prepared()
    stepper.play { $0.bePushed() }
    stepper.returnRedirect("code=second&state=\(KeySteppingTests.state)")
    stepper.respond(.token, Scenario.tokens().setting("token_type", "DPoP"))
    stepper.respond(.jwks, ["keys": []])
    stepper.send(.answered(stepper.scenario.flowID, .idTokenJudged(.success(Scenario.claims))))
    stepper.respond(.userinfo, Scenario.userinfo)
    stepper.saved()
    #expect(stepper.names == [.pushAuthorization, .openLogin, .token, .jwks, .userinfo, .saveTokens])
    let login = StepMessage.order(of: .authentication, .user, hasApplicationServer: false, pushes: true)
    #expect(login == [.metadata] + stepper.names)
    #expect(stepper.scenario.state.session?.subject == "demouser")
    #expect(stepper.leaks.isEmpty, "left without a release: \(stepper.leaks.map(\.awaitedAnswer))")
  }

  @Test(arguments: [false, true])
  func everyRequestToTheAPIIsHeld(_ keys: Bool) {
    var stepper = Stepper()
    stepper.scenario = Scenario.banking(keys: keys, tools: Workshop.tools)
    stepper.send(.step(.toggle))
    stepper.begin(.api(.readAccounts))
    stepper.play { $0.refuse(.apiProbe, 401, KeySteppingTests.probe) }
    stepper.respond(.resourceMetadata, Scenario.resourceDocument)
    stepper.respond(.api, Scenario.accountsDocument)
    stepper.respond(.api, ["payments": []])
    // The accounts, then the payments.
    #expect(stepper.names == [.probeAPI, .readResource, .askAPI, .askAPI])
    #expect(stepper.scenario.state.api.accounts?.count == 2)
    #expect(stepper.leaks.isEmpty, "left without a release: \(stepper.leaks.map(\.awaitedAnswer))")
  }

  @Test func aPushedRequestHasItsPlaceWhereOneIsSent() {
    var scenario = Scenario(keys: Scenario.everything, tools: Workshop.tools)
    func place(_ answer: StepMessage) -> Prediction.Place { Phone<Stepping>(scenario.state).place(of: answer) }
    scenario.coldStart()
    scenario.send(.step(.toggle))
    scenario.begin(.startRegistration)
    #expect(scenario.state[Stepping.self].heldMessage?.name == .metadata)
    #expect(place(.pushAuthorization) == .later, "the configuration says so before the metadata are known")
    scenario.send(.step(.next))
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    scenario.haveKeys()
    scenario.prepareAuthorization()
    #expect(scenario.state[Stepping.self].heldMessage?.name == .pushAuthorization)
    #expect(place(.metadata) == .earlier && place(.openRegistrationLogin) == .later)
    #expect(place(.openLogin) == .elsewhere && place(.askAPI) == .elsewhere)
    scenario.send(.step(.next))
    scenario.bePushed()
    #expect(
      scenario.state[Stepping.self].heldMessage?.name == .openRegistrationLogin && place(.pushAuthorization) == .earlier
    )
  }

  @Test func withoutPushesAPushedRequestIsElsewhere() {
    var scenario = Scenario(tools: Workshop.tools).started()
    scenario.send(.step(.toggle))
    scenario.begin(.startRegistration)
    #expect(scenario.state[Stepping.self].heldMessage?.name == .metadata)
    #expect(Phone<Stepping>(scenario.state).place(of: .pushAuthorization) == .elsewhere)
  }

  @Test func theRequestsToTheAPIHaveTheirPlaces() {
    var scenario = Scenario.banking(keys: true, tools: Workshop.tools)
    func place(_ answer: StepMessage) -> Prediction.Place { Phone<Stepping>(scenario.state).place(of: answer) }
    scenario.send(.step(.toggle))
    scenario.begin(.api(.readAccounts))
    #expect(scenario.state[Stepping.self].heldMessage?.name == .probeAPI && place(.askAPI) == .later)
    scenario.send(.step(.next))
    scenario.refuse(.apiProbe, 401, KeySteppingTests.probe)
    #expect(scenario.state[Stepping.self].heldMessage?.name == .readResource)
    #expect(place(.probeAPI) == .earlier && place(.askAPI) == .later && place(.userinfo) == .elsewhere)
    #expect(place(.pushAuthorization) == .elsewhere, "a request to the API needs no login")
  }
}
