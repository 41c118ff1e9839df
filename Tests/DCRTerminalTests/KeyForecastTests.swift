import AppState
import OAuthClient
import SharedValues
import Testing

@testable import DCRTerminal
@testable import Doctor

/// What `doctor` predicts of the flow from the registration on this machine and the keys in its secure element.
struct KeyForecastTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var demands = KeyRequirements()
    var scope = "openid profile"
    /// The registration; `nil`: none.
    var registered: JSON?
    /// Whether the client's key asks for its user; `nil`: the secure element does not have the key.
    var held: Bool?
    var fails: String?
    var error: String?
  }

  static let secret: JSON = [
    "client_id": "c", "client_secret": "SECRETSECRET", "token_endpoint_auth_method": "client_secret_basic",
  ]
  static let keyed: JSON = [
    "client_id": "c", "token_endpoint_auth_method": "private_key_jwt", "jwks": DoctorTests.keys,
    "id_token_signed_response_alg": "ES256",
  ]
  private static let key = KeyRequirements(privateKey: true)
  private static let asking = KeyRequirements(privateKey: true, userPresence: true)
  private static let profile = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true, isFAPI: true)

  static let cases = [
    Case(testDescription: "nothing of it"), Case(testDescription: "a secret", registered: secret),
    Case(
      testDescription: "a secret that has expired",
      registered: secret.setting("client_secret_expires_at", 1_700_000_000),
      fails: "login", error: "client_secret_expired"),
    Case(testDescription: "a new phone with a key", demands: key),
    Case(testDescription: "its key is there", demands: key, registered: keyed, held: false),
    Case(
      testDescription: "its key is gone", demands: key, registered: keyed, fails: "discovery", error: "client_key_lost"),
    Case(
      testDescription: "its key is gone, whatever is configured", registered: keyed, fails: "discovery",
      error: "client_key_lost"),
    Case(
      testDescription: "a secret from before", demands: key, registered: secret, fails: "discovery",
      error: "client_without_key"),
    Case(
      testDescription: "a secret that is allowed", demands: KeyRequirements(privateKey: true, allowsDowngrade: true),
      registered: secret),
    Case(testDescription: "the profile", demands: profile, registered: keyed, held: false),
    Case(
      testDescription: "RS256 and the profile", demands: profile,
      registered: keyed.setting("id_token_signed_response_alg", "RS256"), held: false, fails: "discovery",
      error: "registration_algorithm_unsupported"),
    Case(
      testDescription: "RS256 and the profile, without ID tokens", demands: profile, scope: "accounts",
      registered: keyed.setting("id_token_signed_response_alg", "RS256"), held: false),
    Case(
      testDescription: "a new phone whose key asks", demands: asking, fails: "token",
      error: "secure_element_presence_refused"),
    Case(
      testDescription: "a new phone whose key asks, where requests are pushed",
      demands: KeyRequirements(privateKey: true, pushedAuthorization: true, userPresence: true), fails: "login",
      error: "secure_element_presence_refused"),
    Case(
      testDescription: "a key that asks", registered: keyed, held: true, fails: "token",
      error: "secure_element_presence_refused"),
    Case(testDescription: "a key from before it was to ask", demands: asking, registered: keyed, held: false),
  ]

  @Test(arguments: cases)
  func eachStateOfTheKeysIsPredicted(_ expected: Case) throws {
    let registration = try expected.registered.map { try RegistrationRequest.restore($0) }
    let jwk = try #require(DoctorTests.keys["keys"]?.arrayValue?.first)
    let key = try #require(P256PublicKey(jwk: jwk))
    let held = expected.held.map {
      ElementKey(
        thumbprint: key.thumbprint, use: .clientAuthentication, publicKey: key, madeAt: DoctorTests.noon,
        demandsUser: $0)
    }
    let forecast = KeyForecast(
      demands: expected.demands, scope: expected.scope, isRegistered: registration != nil, registration: registration,
      held: [held].compactMap(\.self))
    let steps = FlowForecast(
      server: .embedded, isRegistered: registration != nil, keyFailure: forecast.failure
    ).findings()
    let failing = steps.filter { $0.forecast == .fails }
    #expect(failing.map(\.check) == (expected.fails.map { [$0] } ?? []))
    #expect(failing.first?.error?.code.rawValue == expected.error)
  }

  /// A secure element that does not answer is a separate finding.
  @Test func withoutAnAnswerNoKeyIsCalledLost() throws {
    let registration = try RegistrationRequest.restore(Self.keyed)
    let forecast = KeyForecast(
      demands: KeyRequirements(), scope: "openid", isRegistered: true, registration: registration, held: nil)
    #expect(forecast.failure == nil)
    #expect(forecast.takesKeys)
    let plain = KeyForecast(
      demands: KeyRequirements(), scope: "openid", isRegistered: false, registration: nil, held: [])
    #expect(!plain.takesKeys)
  }
}
