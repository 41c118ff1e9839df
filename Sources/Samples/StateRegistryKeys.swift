import AppState
import OAuthClient
import SharedValues
import Workshop

/// The phone's screens if this installation has its own key.
extension StateRegistry {
  static let keys: [Entry] = [
    ("unauthenticated-client-key", keyed()),
    ("settings-client-key", keyed { $0.view.route = .settings }),
    ("progress-login-pushed", pushing),
    ("progress-token-client-key", keyed { $0.flow = flow(.authentication, .token, seconds: 1) }),
    (
      "presence-client",
      keyed {
        $0.flow = flow(.authentication, .token, seconds: 1)
        $0.presence = PresenceQuestion(flow: 1, use: .clientAuthentication)
      }
    ),
    (
      "presence-token",
      keyed {
        $0.flow = flow(.authentication, .userinfo, seconds: 1)
        $0.presence = PresenceQuestion(flow: 1, use: .dpop)
      }
    ),
    ("notice-client-key-renewed", keyed { $0.notice = .registrationUpdated(newSecret: true) }),
    ("banner-client-key-lost", failed(.clientKeyLost, .login) { $0.registrationIsDead = true }),
    ("banner-client-without-key", failed(.clientWithoutKey, .discovery) { $0.registrationIsDead = true }),
    ("banner-token-key-lost", failed(.tokenKeyLost, .refresh) { $0.retry = .authentication }),
    (
      "banner-secure-element-unavailable",
      failed(.element(.unavailable(detail: "it did not start")), .login) { $0.retry = .authentication }
    ),
    ("banner-presence-refused", failed(.element(.presenceRefused), .token) { $0.retry = .authentication }),
  ]

  /// The login's request is on its way to the server: no browser is open yet.
  private static let pushing: AppState = {
    var app = keyed()
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
    play(.responded(id, .openIDMetadata, .success(Sample.json(200, metadata))))
    play(.keysPrepared(id, .success(keys)))
    play(.authorizationPrepared(id, secrets, redirectURI: Sample.redirectURI))
    return app
  }()

  private static func keyed(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(registered: true) {
      $0.settings.keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true)
      $0.registration = Sample.keyRegistration
      change(&$0)
    }
  }

  private static func failed(
    _ failure: KeyFailure, _ step: FlowStep, _ change: (inout Banner) -> Void
  ) -> AppState {
    keyed {
      let error = AppError(code: failure.code, step: step, cause: .key(failure))
      $0.auth = .failed(error)
      var banner = Banner(error: error, retry: nil)
      change(&banner)
      $0.banner = banner
    }
  }
}

extension Sample {
  /// The registration of an instance that has a key instead of a secret.
  static let keyRegistration = restored(
    registrationDocument.setting("client_secret", nil).setting("client_secret_expires_at", nil)
      .setting("token_endpoint_auth_method", "private_key_jwt").setting("token_endpoint_auth_signing_alg", "ES256")
      .setting("jwks", ["keys": [clientKey]]))
}
