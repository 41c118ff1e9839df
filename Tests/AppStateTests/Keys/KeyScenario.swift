import OAuthClient
import SharedValues

@testable import AppState

/// A phone whose deployment demands keys, and a server that supports all of it.
extension Scenario {
  /// RFC 9449 §4: a point of the curve. The client's key is RFC 7515's (A.3).
  static let dpopKey = key("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs", "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA")
  static let clientKey = key(
    "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")

  private static func key(_ x: String, _ y: String) -> P256PublicKey {
    guard let key = P256PublicKey(jwk: ["kty": "EC", "crv": "P-256", "x": .string(x), "y": .string(y)]) else {
      fatalError("the key of the test is none")
    }
    return key
  }

  static let keyMetadata =
    metadata
    .setting("token_endpoint_auth_methods_supported", ["client_secret_basic", "private_key_jwt", "none"])
    .setting("token_endpoint_auth_signing_alg_values_supported", ["ES256"])
    .setting("dpop_signing_alg_values_supported", ["ES256"])
    .setting("id_token_signing_alg_values_supported", ["RS256", "ES256"])
    .setting("pushed_authorization_request_endpoint", "https://idp.example/par")

  static let keyRegistration =
    registration.setting("client_secret", nil).setting("client_secret_expires_at", nil)
    .setting("token_endpoint_auth_method", "private_key_jwt").setting("token_endpoint_auth_signing_alg", "ES256")
    .setting("jwks", ["keys": [clientKey.registered]]).setting("dpop_bound_access_tokens", true)

  init(keys: KeyRequirements, tools: [any Tool.Type] = []) {
    self.init(tools: tools)
    state.settings.keys = keys
  }

  static let everything = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true)

  mutating func haveKeys(client: P256PublicKey? = Scenario.clientKey, dpop: P256PublicKey? = Scenario.dpopKey) {
    send(.answered(flowID, .keys(.success(InstanceKeys(client: client, dpop: dpop)))))
  }

  mutating func bePushed() {
    respond(
      .pushedAuthorization, 201, ["request_uri": "urn:ietf:params:oauth:request_uri:one", "expires_in": 60])
  }

  /// The token endpoint demands a nonce (RFC 9449 §8).
  mutating func demandNonce(_ reply: Reply, _ nonce: String?) {
    let headers =
      [HTTPHeader("Content-Type", "application/json")] + (nonce.map { [HTTPHeader("DPoP-Nonce", $0)] } ?? [])
    let response = HTTPResponse(400, headers: headers, body: Array(#"{"error":"use_dpop_nonce"}"#.utf8))
    send(.answered(flowID, .response(reply, .success(response))))
  }

  /// Plays a registration with everything switched on, up to the request that registers.
  mutating func redeemFirstCode() {
    coldStart()
    begin(.startRegistration)
    respond(.openIDMetadata, Scenario.keyMetadata)
    haveKeys()
    prepareAuthorization()
    bePushed()
    returnCode("first")
  }

  mutating func registerWithKey() {
    redeemFirstCode()
    respond(.token, ["access_token": "dcr-token", "token_type": "DPoP", "expires_in": 300, "scope": "dcr"])
    respond(.registration, 201, Scenario.keyRegistration)
    send(.answered(flowID, .saved))
  }

  mutating func authenticateWithKey(_ tokens: JSON = Scenario.tokens().setting("token_type", "DPoP")) {
    begin(.startAuthentication)
    haveKeys()
    prepareAuthorization()
    bePushed()
    returnCode("second")
    respond(.token, tokens)
    respond(.jwks, ["keys": []])
    send(.answered(flowID, .idTokenJudged(.success(Scenario.claims))))
    respond(.userinfo, Scenario.userinfo)
    send(.answered(flowID, .saved))
  }

  /// The claims of the DPoP proof that the request will carry.
  var proof: JSON? { request?.proofs.first { $0.place == .header("DPoP") }?.claims }
  var assertion: KeyProof? { request?.proofs.first { $0.place == .form("client_assertion") } }
}
