import AppState
import OAuthClient
import SharedValues

/// The phone's screens if this installation has its own key.
extension StateRegistry {
  static let keys: [Entry] = [
    keyed("unauthenticated-client-key"),
    keyed("settings-client-key", on: .settings),
    pushing,
    keyed("progress-token-client-key") { $0.flow = flow(.authentication, .token, seconds: 1) },
    keyed("presence-client") {
      $0.flow = flow(.authentication, .token, seconds: 1)
      $0.presence = PresenceQuestion(flow: 1, use: .clientAuthentication)
    },
    keyed("presence-token") {
      $0.flow = flow(.authentication, .userinfo, seconds: 1)
      $0.presence = PresenceQuestion(flow: 1, use: .dpop)
    },
    keyed("notice-client-key-renewed") { $0.notice = .registrationUpdated(newSecret: true) },
    keyFailed("banner-client-key-lost", .clientKeyLost, .login),
    keyFailed("banner-client-without-key", .clientWithoutKey, .discovery),
    keyFailed("banner-token-key-lost", .tokenKeyLost, .refresh, retry: .authentication),
    keyFailed(
      "banner-secure-element-unavailable", .element(.unavailable(detail: "it did not start")), .login,
      retry: .authentication),
    keyFailed("banner-presence-refused", .element(.presenceRefused), .token, retry: .authentication),
  ]

  /// The login's request is on its way to the server: no browser is open yet.
  private static let pushing: Entry = {
    var (name, app) = keyed("progress-login-pushed")
    let metadata = Sample.metadataDocument
      .setting("pushed_authorization_request_endpoint", .string(Sample.base + "/oauth/v2/oauth-authorize/par"))
      .setting("token_endpoint_auth_methods_supported", ["private_key_jwt"])
      .setting("token_endpoint_auth_signing_alg_values_supported", ["ES256"])
      .setting("dpop_signing_alg_values_supported", ["ES256"])
    let keys = InstanceKeys(client: P256PublicKey(jwk: Sample.clientKey), dpop: P256PublicKey(jwk: Sample.proofKey))
    let secrets = AuthorizationSecrets(
      state: Secret("zV4nE8uJbW1yRf6T"), nonce: Secret("kQ2hS7dG0pLmXc5V"),
      codeVerifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    func play(_ action: Action) { _ = update(&app, action, now: Sample.now.addingTimeInterval(-1)) }
    play(.startAuthentication)
    play(.server(.ready))
    guard let id = app.flow?.id else { preconditionFailure("there is no login") }
    play(.answered(id, .response(.openIDMetadata, .success(Sample.json(200, metadata)))))
    play(.answered(id, .keys(.success(keys))))
    play(.answered(id, .prepared(secrets, redirectURI: Sample.redirectURI)))
    return (name, app)
  }()

  static func keyed(_ name: String, on route: Route = .home, _ change: Setup = { _ in }) -> Entry {
    state(name, .registered, on: route) {
      $0.settings.keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true)
      $0.registration = Sample.keyRegistration
      change(&$0)
    }
  }

  /// - Parameter retry: `nil`: the registration is useless.
  static func keyFailed(_ name: String, _ failure: KeyFailure, _ step: FlowStep, retry: Flow.Kind? = nil) -> Entry {
    keyed(name) {
      $0.fail(AppError(code: failure.code, step: step, cause: .key(failure)), retry: retry)
      $0.banner?.registrationIsDead = retry == nil
    }
  }
}

extension Sample {
  static let keyRegistration = restored(
    withoutSecret("private_key_jwt").setting("token_endpoint_auth_signing_alg", "ES256")
      .setting("jwks", ["keys": [clientKey]]))
}
