import SharedValues
import Testing

@testable import AppState

/// The server has made a client, and the app refuses the answer: the client is not left behind.
@Suite struct RefusedRegistrationTests {
  private static let unusable = Scenario.registration.setting("redirect_uris", ["io.curity.dcrclient:/other"])

  private func answered(_ document: JSON) -> Scenario {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, document)
    return scenario
  }

  /// Whatever the server answers, the refusal is what is shown.
  @Test(arguments: [204, 401, 500, nil]) func theClientIsDeletedAndTheErrorStays(_ status: Int?) throws {
    var scenario = answered(Self.unusable)
    let request = try #require(scenario.request)
    #expect(request.method == "DELETE")
    #expect(request.url == Scenario.registration["registration_client_uri"]?.stringValue)
    #expect(request.headers[first: "Authorization"] == "Bearer e99ab41e-52a1-4fa3-b21b-fb95a398c33a")
    if let status { scenario.respond(.unregistration, status, [:]) } else { scenario.lose(.unregistration) }
    #expect(scenario.request == nil)
    let banner = try #require(scenario.state.banner)
    #expect(banner.error.code.rawValue == "registration_redirect_uri_missing")
    #expect(banner.error.step == .register)
    #expect(banner.error.url == "https://idp.example/register")
    #expect(banner.retry == .registration)
    #expect(scenario.state.registration == nil)
  }

  /// The token goes to the origin that has issued it and to no other (decision 0039).
  @Test(arguments: ["https://elsewhere.example/register/1", "http://idp.example/register/1", nil])
  func theTokenStaysAtItsOrigin(_ place: String?) {
    let scenario = answered(Self.unusable.setting("registration_client_uri", place.map { .string($0) }))
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code.rawValue == "registration_redirect_uri_missing")
  }

  @Test func theClientThatTheAppHasIsNotDeleted() {
    var scenario = Scenario().registered()
    let kept = scenario.state.registration
    scenario.begin(.registerAgain)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, Self.unusable)
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code.rawValue == "registration_redirect_uri_missing")
    #expect(scenario.state.registration == kept)
  }
}
