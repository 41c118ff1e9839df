import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Logins in a browser elsewhere (RFC 8628): the app shows the code and asks the server until the user has finished.
@Suite struct SigningInElsewhereTests {
  static let endpoint = "https://idp.example/device-authorization"
  static let codes: JSON = [
    "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "user_code": "WDJB-MJHT",
    "verification_uri": "https://example.com/device",
    "verification_uri_complete": "https://example.com/device?user_code=WDJB-MJHT", "expires_in": 1800, "interval": 5,
  ]
  static let metadata = Scenario.metadata.setting("device_authorization_endpoint", .string(endpoint))
  static let registration = Scenario.registration.setting(
    "grant_types", ["authorization_code", "refresh_token", .string(DeviceAuthorizationRequest.grantType)])

  private func phone() -> Scenario {
    var scenario = Scenario()
    scenario.state.userAgent = .deviceCode
    scenario.coldStart()
    return scenario
  }

  private func waiting() -> Scenario {
    var scenario = phone()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Self.metadata)
    scenario.respond(.deviceAuthorization, Self.codes)
    return scenario
  }

  private func pause(_ scenario: Scenario) -> Duration? {
    for case .pause(_, let duration) in scenario.effects { return duration }
    return nil
  }

  private func form(_ scenario: Scenario) -> [String: String] {
    let body = String(decoding: scenario.request?.body ?? [], as: UTF8.self)
    var components = URLComponents()
    components.percentEncodedQuery = body.replacingOccurrences(of: "+", with: "%20")
    return Dictionary(
      components.queryItems?.map { ($0.name, $0.value ?? "") } ?? [], uniquingKeysWith: { first, _ in first })
  }

  /// The app opens no user agent and no port: the request goes to the server itself.
  @Test func theFirstLogin() {
    var scenario = phone()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Self.metadata)
    #expect(scenario.request?.url == Self.endpoint)
    #expect(scenario.request?.endpoint == .deviceAuthorization)
    #expect(form(scenario) == ["client_id": "mobile-dcr-client", "scope": "dcr"])
    #expect(scenario.state.flow?.step == .registrationLogin)
    #expect(scenario.state.flow?.deviceAuthorization == nil)

    scenario.respond(.deviceAuthorization, Self.codes)
    #expect(scenario.state.flow?.deviceAuthorization?.userCode == "WDJB-MJHT")
    #expect(scenario.state.auth == .authorizing(.registration))
    #expect(pause(scenario) == .seconds(5))
    #expect(scenario.openedURL == nil)

    scenario.clock += 5
    scenario.send(.answered(scenario.flowID, .paused))
    #expect(scenario.request?.url == "https://idp.example/token")
    #expect(
      form(scenario) == [
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "mobile-dcr-client",
        "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS",
      ])
    scenario.respond(.token, 400, ["error": "authorization_pending"])
    #expect(pause(scenario) == .seconds(5))
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300, "scope": "dcr"])
    #expect(scenario.request?.endpoint == .registration)
    let asked = try? JSON.parse(scenario.request?.body ?? [])
    #expect(asked?["grant_types"]?.stringArray?.contains(DeviceAuthorizationRequest.grantType) == true)
    scenario.respond(.registration, 201, Self.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .registered)
    #expect(!scenario.state.expectsSSO)
  }

  @Test func theSecondLogin() {
    var scenario = waiting()
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, Self.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.begin(.startAuthentication)
    #expect(scenario.request?.headers[first: "Authorization"]?.hasPrefix("Basic ") == true)
    #expect(form(scenario)["scope"] == "openid profile")
    scenario.respond(.deviceAuthorization, Self.codes)
    #expect(scenario.state.flow?.step == .login)
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.respond(.token, Scenario.tokens())
    #expect(scenario.state.flow?.step == .token)
    scenario.respond(.jwks, ["keys": []])
    let check = scenario.effects.compactMap { effect -> IDTokenCheck? in
      if case .checkIDToken(_, let check) = effect { check } else { nil }
    }
    // No nonce was sent, so none is missed.
    #expect(check.map(\.nonce) == [nil])
    scenario.completeLogin()
    #expect(scenario.state.session?.subject == "demouser")

    // No browser here has a session that could be ended.
    scenario.send(.signOut)
    #expect(scenario.request == nil && scenario.openedURL == nil)
    #expect(scenario.effects == [.clearTokens(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .signedOutWithoutBrowser)
    #expect(scenario.state.session == nil)
  }

  /// §3.5: each `slow_down` adds 5 seconds for good.
  @Test func slowDownCountsFromThenOn() {
    var scenario = waiting()
    for (error, seconds) in [
      ("slow_down", 10.0), ("authorization_pending", 10), ("slow_down", 15), ("authorization_pending", 15),
    ] {
      scenario.send(.answered(scenario.flowID, .paused))
      scenario.respond(.token, 400, ["error": .string(error)])
      #expect(pause(scenario) == .seconds(seconds), "\(error)")
    }
  }

  /// §3.5: each time-out doubles the pause; an answer of the server resets it.
  @Test func theAppWaitsForALostNetwork() {
    var scenario = waiting()
    for seconds in [10.0, 20, 40, 60, 60] {
      scenario.send(.answered(scenario.flowID, .paused))
      scenario.lose(.token, .timeout)
      #expect(pause(scenario) == .seconds(seconds))
    }
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.respond(.token, 503, [:])
    #expect(pause(scenario) == .seconds(60))
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.lose(.token, .proxyUnusable)
    #expect(pause(scenario) == .seconds(60))
    scenario.send(.answered(scenario.flowID, .paused))
    let busy = HTTPResponse(429, headers: [HTTPHeader("Retry-After", "120")])
    scenario.send(.answered(scenario.flowID, .response(.token, .success(busy))))
    #expect(pause(scenario) == .seconds(120))
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.respond(.token, 400, ["error": "authorization_pending"])
    #expect(pause(scenario) == .seconds(5))
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.lose(.token, .certificateUntrusted)
    #expect(scenario.state.banner?.error.code == .transport(.certificateUntrusted))
  }

  @Test(arguments: [("access_denied", ProtocolError.Code.accessDenied), ("expired_token", .expiredToken)])
  func theServersErrorsEndTheWait(_ error: String, _ code: ProtocolError.Code) {
    var scenario = waiting()
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.respond(.token, 400, ["error": .string(error)])
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner?.error.code == .server(code))
    #expect(scenario.state.banner?.retry == .registration)
  }

  /// After the code has expired the app stops asking; Retry gets a new code.
  @Test func theAppKnowsWhenTheCodeHasExpired() {
    var scenario = waiting()
    scenario.clock += 1800
    scenario.send(.answered(scenario.flowID, .paused))
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code == .server(.expiredToken))
    scenario.begin(.retry)
    scenario.respond(.openIDMetadata, Self.metadata)
    #expect(scenario.request?.url == Self.endpoint)
  }

  @Test func cancelEndsTheWait() {
    var scenario = waiting()
    let id = scenario.flowID
    scenario.send(.cancel)
    #expect(scenario.effects == [.abandon(id)])
    #expect(scenario.state.auth == .cancelled)
    scenario.send(.answered(id, .paused))
    #expect(scenario.effects.isEmpty)
  }

  @Test func aServerWithoutTheGrant() {
    var scenario = phone()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    #expect(scenario.state.banner?.error.code == .server(.metadataMissingDeviceEndpoint))
  }

  /// A client whose registration lacks the grant cannot sign in this way.
  @Test func aRegistrationWithoutTheGrant() {
    var scenario = waiting()
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, Scenario.registration)
    scenario.respond(.unregistration, 204, [:])
    #expect(scenario.state.banner?.error.code == .server(.registrationGrantMissing))
  }

  /// An app that was registered for a browser can register again.
  @Test func anOlderRegistration() {
    var scenario = Scenario().registered()
    scenario.state.userAgent = .deviceCode
    scenario.state.metadata = nil
    scenario.begin(.startAuthentication)
    scenario.respond(.openIDMetadata, Self.metadata)
    scenario.respond(.deviceAuthorization, 400, ["error": "unauthorized_client"])
    scenario.respond(.registrationRead, Scenario.registration)
    #expect(scenario.state.banner?.error.code == .server(.unauthorizedClient))
    #expect(scenario.state.banner?.registrationIsDead == false && scenario.state.banner?.refusedClient != nil)
  }
}
