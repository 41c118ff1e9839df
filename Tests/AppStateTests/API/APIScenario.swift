import Foundation
import OAuthClient
import SharedValues

@testable import AppState

/// A signed-in user with tokens for an API. The test also plays the API.
extension Scenario {
  static let api = "https://api.example/bank"
  static let acr = "urn:dcr-terminal:acr:fresh-login"
  static let accountsDocument: JSON = [
    "accounts": [
      ["id": "a1", "kind": "savings", "number": "2", "balance": ["currency": "EUR", "amount": "900.00"]],
      ["id": "a0", "kind": "current", "number": "1", "balance": ["currency": "EUR", "amount": "100.00"]],
    ]
  ]
  static let paymentDocument: JSON = [
    "id": "p1", "from": "a0", "to": "Anna", "amount": ["currency": "EUR", "amount": "12.50"], "created": 1_800_000_000,
  ]
  static let resourceDocument: JSON = [
    "resource": .string(api), "authorization_servers": [.string(issuer)],
  ]

  static func banking(keys: Bool = false, tools: [any Tool.Type] = []) -> Scenario {
    var scenario = keys ? Scenario(keys: everything, tools: tools) : Scenario(tools: tools)
    scenario.state.settings.api = api
    scenario.state.settings.scope = "openid profile accounts payments"
    if keys {
      scenario.registerWithKey()
      scenario.authenticateWithKey()
    } else {
      scenario.coldStart()
      scenario.register()
      scenario.authenticate()
    }
    return scenario
  }

  /// A refusal with challenges in its header.
  mutating func refuse(_ reply: Reply, _ status: Int = 401, _ challenges: String..., nonce: String? = nil) {
    let headers =
      challenges.map { HTTPHeader("WWW-Authenticate", $0) } + (nonce.map { [HTTPHeader("DPoP-Nonce", $0)] } ?? [])
    send(.answered(flowID, .response(reply, .success(HTTPResponse(status, headers: headers)))))
  }

  static let metadataURL = "https://api.example/.well-known/oauth-protected-resource/bank"
  static func challenge(_ error: String, _ more: String = "") -> String {
    "Bearer realm=\"x\", error=\"\(error)\"\(more), resource_metadata=\"\(metadataURL)\""
  }

  static let stepUpChallenge = challenge(
    "insufficient_user_authentication", ", acr_values=\"\(acr)\", max_age=\"120\"")

  /// Plays up to the request that carries the token.
  mutating func beginReading() {
    begin(.api(.readAccounts))
    guard state.api.resource == nil else { return }
    refuse(.apiProbe, 401, "Bearer realm=\"x\", resource_metadata=\"\(Scenario.metadataURL)\"")
    respond(.resourceMetadata, Scenario.resourceDocument)
  }

  mutating func readAccounts() {
    beginReading()
    respond(.api, Scenario.accountsDocument)
    respond(.api, ["payments": []])
  }

  mutating func fillIn(recipient: String = "Anna", amount: String = "12,5") {
    send(.view(.show(.payment)))
    send(.api(.edit(.recipient, .replace(recipient))))
    send(.api(.edit(.amount, .replace(amount))))
  }

  /// Plays up to the request that pays.
  mutating func beginPaying() {
    readAccounts()
    fillIn()
    begin(.api(.pay))
  }

  /// Plays from the sheet's button to the request for userinfo; the ID token is judged as `outcome` says.
  mutating func logInForAPI(_ outcome: Result<IDTokenClaims, ProtocolError> = .success(Scenario.claims)) {
    begin(.api(.stepUp))
    if state.flow?.awaits == .keys { haveKeys() }
    prepareAuthorization()
    if state.flow?.awaits == .response(.pushedAuthorization) { bePushed() }
    returnCode("third")
    var tokens = Scenario.tokens("3")
    if state.keyRequirements.dpop { tokens = tokens.setting("token_type", "DPoP") }
    respond(.token, tokens)
    respond(.jwks, ["keys": []])
    send(.answered(flowID, .idTokenJudged(outcome)))
    guard case .success = outcome, state.flow != nil else { return }
    respond(.userinfo, Scenario.userinfo)
    send(.answered(flowID, .saved))
  }

  var errorCode: String? { state.banner?.error.code.rawValue }
  var authorization: String? { request?.headers[first: "Authorization"] }
}
