import AppState
import OAuthClient
import SharedValues
import Workshop

/// Step mode: every way of holding a message.
extension StateRegistry {
  static let stepping: [Entry] = [
    state("step-on") { $0.tools[Stepping.self].isOn = true },
    held("step-metadata", .registration, .discovery, Sample.metadataEffect, saying: nil),
    held("step-open-first-login", .registration, .registrationLogin, Sample.openEffect, saying: .discovery),
    held("step-registration-token", .registration, .registrationToken, Sample.tokenEffect),
    registering("step-register"),
    registering("step-register-revealed") { $0.view.revealsSecrets = true },
    registering("step-register-panel") { $0.view.focus = .panel },
    registering("step-register-sequence") { ($0.view.focus, $0.view.tab) = (.panel, .sequence) },
    registering("step-register-server") { ($0.view.focus, $0.view.tab) = (.panel, .server) },
    registering("step-register-card") { ($0.view.focus, $0.tools[Stepping.self].showsAll) = (.panel, true) },
    changed("step-change"),
    changed("step-change-typing") { $0.tools[Stepping.self].editor?.text = "io.curity.dcrclient:/elsewhere" },
    changed("step-changed") {
      for edit in [ParameterEdit.begin, .type(.clear), .keep, .select(0)] {
        $0.tools[Stepping.self].editor?.apply(edit)
      }
    },
    held("step-save-registration", .registration, .register, Sample.saveEffect),
    held("step-save-tokens", .authentication, .userinfo, .saveTokens(1, KeptTokens(idToken: Secret(Sample.idToken)))),
    held("step-clear-tokens", .signOut, .logout, .clearTokens(1)),
    held("step-erase", .forgetDevice, .unregister, .eraseKeystore(1)),
    asked("step-question", nil),
    asked("step-question-panel", nil) { ($0.view.focus, $0.view.button) = (.panel, 2) },
    asked("step-answer-right", .register),
    asked("step-answer-wrong", .userinfo),
    registering("step-slow-motion") {
      $0.tools[Stepping.self].pace = .slower
      $0.tools[Stepping.self].releaseAt = $0.now.addingTimeInterval(3)
    },
    registering("step-slow-motion-paused") {
      ($0.tools[Stepping.self].pace, $0.tools[Stepping.self].isPaused) = (.slow, true)
    },
    registering("step-quit") { $0.view.confirmation = .quit },
    // Messages of an instance with keys are held before they are signed.
    held("step-push-authorization", .authentication, .login, Sample.pushEffect, saying: .registered) {
      $0.settings.keys = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true)
    },
    held("step-ask-api", .accounts, .accounts, Sample.askEffect, saying: .loggedIn),
  ]

  private static func changed(_ name: String, _ change: Setup = { _ in }) -> Entry {
    held(name, .registration, .registrationToken, Sample.tokenEffect) {
      ($0.view.focus, $0.tools[Stepping.self].showsAll) = (.panel, true)
      $0.tools[Stepping.self].editor = $0[Stepping.self].heldMessage.flatMap { ParameterEditor($0.parameters) }
      $0.tools[Stepping.self].editor?.selected = 2
      change(&$0)
    }
  }

  private static func held(
    _ name: String, _ kind: Flow.Kind, _ step: FlowStep, _ effect: Effect,
    saying part: Sample.Part? = .registrationLogin, _ change: Setup = { _ in }
  ) -> Entry {
    running(name, kind, step, saying: part) {
      $0.tools[Stepping.self].isOn = true
      $0.tools[Stepping.self].held = $0.flow.flatMap { HeldMessage(effect, of: $0) }.map { [$0] } ?? []
      change(&$0)
    }
  }

  private static func registering(_ name: String, _ change: Setup = { _ in }) -> Entry {
    held(name, .registration, .register, Sample.registerEffect, change)
  }

  private static func asked(_ name: String, _ answer: StepMessage?, _ change: Setup = { _ in }) -> Entry {
    registering(name) {
      ($0.tools[Stepping.self].predicts, $0.tools[Stepping.self].prediction) = (true, Prediction(.register, turn: 1))
      $0.tools[Stepping.self].prediction?.answer = answer
      change(&$0)
    }
  }
}

extension Sample {
  static let metadataEffect = Effect.send(1, request(held("metadata")), .openIDMetadata)
  static let openEffect = Effect.openUserAgent(
    1, .inApp, .logIn(scope: "dcr"), url: held("login")["open"]?.stringValue ?? "", redirectURI: redirectURI)
  static let tokenEffect = Effect.send(1, request(held("token")), .token)
  static let registerEffect = Effect.send(1, request(held("register")), .registration)
  static let saveEffect = Effect.saveRegistration(1, registration, registeredAt: now)

  static let pushEffect: Effect = {
    var request = Sample.request(held("push"))
    request.proofs = [
      ClientAssertion.build(clientID: clientID, thumbprint: key(clientKey).thumbprint, issuer: settings.issuer),
      DPoPProof.build(key(proofKey), method: request.method, url: request.url),
    ]
    return .send(1, request, .pushedAuthorization)
  }()

  static let askEffect: Effect = {
    var request = Sample.request(held("api"))
    request.proofs = [
      DPoPProof.build(key(proofKey), method: request.method, url: request.url, accessToken: Secret(boundAccessToken))
    ]
    return .send(1, request, .api)
  }()

  static func key(_ jwk: JSON) -> P256PublicKey {
    guard let key = P256PublicKey(jwk: jwk) else { preconditionFailure("a key of the samples is none") }
    return key
  }
}
