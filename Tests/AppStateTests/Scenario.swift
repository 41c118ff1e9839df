import Foundation
import Keystore
import OAuthClient
import OAuthLiterals
import SharedValues

@testable import AppState

/// A flow played with plain values: the test plays the server, the browser, the keystore and the clock.
struct Scenario {
  static let issuer = "https://idp.example"
  static let redirectURI: RedirectURI = "io.curity.dcrclient:/callback"
  static let postLogoutRedirectURI: RedirectURI = "io.curity.dcrclient:/logoutcallback"
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  var state: AppState
  var effects: [Effect] = []
  var clock = Scenario.start

  /// - Parameter tools: the tools around the phone, which has to work without any.
  init(tools: [any Tool.Type] = [], scope: String = "openid profile") {
    state = AppState(
      settings: AppSettings(
        issuer: Issuer(of: Scenario.issuer), registrationClientID: "mobile-dcr-client",
        redirectURI: "io.curity.dcrclient:/callback", postLogoutRedirectURI: "io.curity.dcrclient:/logoutcallback",
        scope: scope),
      now: Scenario.start, tools: tools)
  }

  /// Sends an action and keeps its effects.
  mutating func send(_ action: Action) {
    effects = update(&state, action, now: clock)
  }

  var flowID: FlowID { state.flow?.id ?? state.lastFlow }

  /// The request that the last action sends.
  var request: HTTPRequest? {
    for case .send(_, let request, _) in effects { return request }
    return nil
  }

  /// The URL at which the last action opens the user agent.
  var openedURL: URLComponents? {
    for case .openUserAgent(_, _, _, let url, _) in effects { return URLComponents(string: url) }
    return nil
  }

  /// The check of an ID token that the last action asks for.
  var idTokenCheck: IDTokenCheck? {
    if case .checkIDToken(_, let check) = effects.first { check } else { nil }
  }

  /// The registration that the last action saves.
  var registrationToSave: ClientRegistration? {
    if case .saveRegistration(_, let registration, _) = effects.first { registration } else { nil }
  }

  mutating func respond(_ reply: Reply, _ body: JSON) { respond(reply, 200, body) }

  mutating func respond(_ reply: Reply, _ status: Int, _ body: JSON) {
    let response = HTTPResponse(
      status, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.compact.utf8))
    send(.answered(flowID, .response(reply, .success(response))))
  }

  mutating func lose(_ reply: Reply, _ code: TransportFailure.Code = .connectionRefused) {
    send(.answered(flowID, .response(reply, .failure(TransportFailure(code)))))
  }

  mutating func returnRedirect(_ query: String) {
    send(.answered(flowID, .returned(.redirect("io.curity.dcrclient:/callback?\(query)"))))
  }

  mutating func returnCode(_ code: String) { returnRedirect("code=\(code)&state=\(Scenario.secrets.state.revealed)") }

  mutating func prepareAuthorization() {
    send(.answered(flowID, .prepared(Scenario.secrets, redirectURI: Scenario.redirectURI)))
  }

  static let secrets = AuthorizationSecrets(
    state: Secret("state-of-the-test-state-of-the-test-43"), nonce: Secret("nonce-of-the-test-nonce-of-the-test-43"),
    codeVerifier: Secret("verifier-of-the-test-verifier-of-the-test-43"))

  static let metadata: JSON = [
    "issuer": .string(issuer), "authorization_endpoint": "https://idp.example/authorize",
    "token_endpoint": "https://idp.example/token", "registration_endpoint": "https://idp.example/register",
    "userinfo_endpoint": "https://idp.example/userinfo", "end_session_endpoint": "https://idp.example/logout",
    "jwks_uri": "https://idp.example/jwks", "response_types_supported": ["code"],
    "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
    "code_challenge_methods_supported": ["S256"],
  ]

  static let registration: JSON = [
    "client_id": "87f1d9de-de2f-4e96-b27b-882cce0a3352", "client_secret": "tfs9nad3dweFAa1CqpUj5p6NC4-092hb5Gg4SVRhOkc",
    "client_secret_expires_at": 0, "token_endpoint_auth_method": "client_secret_basic",
    "grant_types": ["authorization_code", "refresh_token"], "redirect_uris": ["io.curity.dcrclient:/callback"],
    "post_logout_redirect_uris": ["io.curity.dcrclient:/logoutcallback"],
    "registration_client_uri": "https://idp.example/register/87f1d9de-de2f-4e96-b27b-882cce0a3352",
    "registration_access_token": "e99ab41e-52a1-4fa3-b21b-fb95a398c33a", "id_token_signed_response_alg": "RS256",
  ]

  /// The same client, which authenticates with its key.
  static let keyedRegistration = registration.setting("client_secret", nil)
    .setting("token_endpoint_auth_method", "private_key_jwt").setting("jwks", ["keys": [clientKey.jwk]])

  static func tokens(_ name: String = "1", idToken: Bool = true) -> JSON {
    let base: JSON = [
      "access_token": .string("access-\(name)"), "token_type": "bearer", "expires_in": 300,
      "refresh_token": .string("refresh-\(name)"),
    ]
    return idToken ? base.setting("id_token", .string("header.payload-\(name).signature")) : base
  }

  static let claims: IDTokenClaims = {
    guard
      let claims = try? IDTokenClaims(
        unsigned: [
          "iss": .string(issuer), "sub": "demouser", "aud": "87f1d9de-de2f-4e96-b27b-882cce0a3352",
          "exp": 1_800_003_600, "iat": 1_800_000_000,
        ])
    else { fatalError("the claims of the test are no claims") }
    return claims
  }()

  static let userinfo: JSON = ["sub": "demouser", "name": "Demo User"]
}

extension Scenario {
  mutating func coldStart(stored: StoredState? = nil) {
    send(.started)
    send(.keystoreLoaded(stored))
    send(.server(.ready))
  }

  /// Plays from the button to the open browser of the first login.
  mutating func beginRegistration() {
    begin(.startRegistration)
    respond(.openIDMetadata, Scenario.metadata)
    prepareAuthorization()
  }

  /// Plays up to the moment at which the new client is to be saved.
  mutating func registerAtTheServer() {
    beginRegistration()
    returnCode("first")
    respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300, "scope": "dcr"])
    respond(.registration, 201, Scenario.registration)
  }

  mutating func register() {
    registerAtTheServer()
    send(.answered(flowID, .saved))
  }

  mutating func beginAuthentication() {
    begin(.startAuthentication)
    if state.metadata == nil { respond(.openIDMetadata, Scenario.metadata) }
    prepareAuthorization()
  }

  /// Plays from the button to the request that redeems the code.
  mutating func redeemSecondCode() {
    beginAuthentication()
    returnCode("second")
  }

  /// Plays from the button to the request for userinfo, with tokens and a valid ID token.
  mutating func askForUserinfo() {
    redeemSecondCode()
    respond(.token, Scenario.tokens())
    respond(.jwks, ["keys": []])
    send(.answered(flowID, .idTokenJudged(.success(Scenario.claims))))
  }

  mutating func authenticate(userinfo: JSON = Scenario.userinfo) {
    askForUserinfo()
    respond(.userinfo, userinfo)
    send(.answered(flowID, .saved))
  }

  /// Plays from a valid ID token to the end of the login.
  mutating func completeLogin() {
    send(.answered(flowID, .idTokenJudged(.success(Scenario.claims))))
    respond(.userinfo, Scenario.userinfo)
    send(.answered(flowID, .saved))
  }

  /// Plays from the button to the browser that signs out.
  mutating func beginSignOut() {
    begin(.signOut)
    send(.answered(flowID, .prepared(Scenario.secrets, redirectURI: Scenario.postLogoutRedirectURI)))
  }

  /// The server renews the tokens without an ID token and, unless told otherwise, with a new refresh token.
  mutating func renew(_ tokens: JSON = Scenario.tokens("2", idToken: false)) {
    respond(.refresh, tokens)
    respond(.userinfo, Scenario.userinfo)
    send(.answered(flowID, .saved))
  }

  /// Presses a button whose flow first asks for the server, which is ready.
  mutating func begin(_ action: Action) {
    send(action)
    send(.server(.ready))
  }

  private func after(_ steps: (inout Scenario) -> Void) -> Scenario {
    var scenario = self
    scenario.coldStart()
    steps(&scenario)
    return scenario
  }

  func started() -> Scenario { after { _ in } }
  func registered() -> Scenario { after { $0.register() } }
  func signedIn() -> Scenario {
    after {
      $0.register()
      $0.authenticate()
    }
  }

  func query(_ name: String) -> String? { openedURL?.queryItems?.first { $0.name == name }?.value }
}
