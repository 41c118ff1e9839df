import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// Step mode: every way of holding a message.
extension StateRegistry {
  static let stepping: [Entry] = [
    ("step-on", state { $0.tools[Stepping.self].isOn = true }),
    ("step-metadata", held(.registration, .discovery, Sample.metadataEffect, saying: nil)),
    ("step-open-first-login", held(.registration, .registrationLogin, Sample.openEffect, saying: .discovery)),
    ("step-registration-token", held(.registration, .registrationToken, Sample.tokenEffect)),
    ("step-register", held(.registration, .register, Sample.registerEffect)),
    ("step-register-revealed", held(.registration, .register, Sample.registerEffect) { $0.view.revealsSecrets = true }),
    ("step-register-panel", held(.registration, .register, Sample.registerEffect) { $0.view.focus = .panel }),
    (
      "step-register-sequence",
      held(.registration, .register, Sample.registerEffect) { ($0.view.focus, $0.view.tab) = (.panel, .sequence) }
    ),
    (
      "step-register-server",
      held(.registration, .register, Sample.registerEffect) { ($0.view.focus, $0.view.tab) = (.panel, .server) }
    ),
    (
      "step-register-card",
      held(.registration, .register, Sample.registerEffect) {
        ($0.view.focus, $0.tools[Stepping.self].showsAll) = (.panel, true)
      }
    ),
    ("step-change", changed { _ in }),
    ("step-change-typing", changed { $0.tools[Stepping.self].editor?.text = "io.curity.dcrclient:/elsewhere" }),
    (
      "step-changed",
      changed {
        for edit in [ParameterEdit.begin, .type(.clear), .keep, .select(0)] {
          $0.tools[Stepping.self].editor?.apply(edit)
        }
      }
    ),
    ("step-save-registration", held(.registration, .register, Sample.saveEffect)),
    ("step-save-tokens", held(.authentication, .userinfo, .saveTokens(1, KeptTokens(idToken: Secret(Sample.idToken))))),
    ("step-clear-tokens", held(.signOut, .logout, .clearTokens(1))),
    ("step-erase", held(.forgetDevice, .unregister, .eraseKeystore(1))),
    ("step-question", asked(nil)),
    ("step-question-panel", asked(nil) { ($0.view.focus, $0.view.button) = (.panel, 2) }),
    ("step-answer-right", asked(.register)),
    ("step-answer-wrong", asked(.userinfo)),
    (
      "step-slow-motion",
      held(.registration, .register, Sample.registerEffect) {
        $0.tools[Stepping.self].pace = .slower
        $0.tools[Stepping.self].releaseAt = $0.now.addingTimeInterval(3)
      }
    ),
    (
      "step-slow-motion-paused",
      held(.registration, .register, Sample.registerEffect) {
        ($0.tools[Stepping.self].pace, $0.tools[Stepping.self].isPaused) = (.slow, true)
      }
    ),
    ("step-quit", held(.registration, .register, Sample.registerEffect) { $0.view.confirmation = .quit }),
  ]

  private static func changed(_ change: (inout AppState) -> Void) -> AppState {
    held(.registration, .registrationToken, Sample.tokenEffect) {
      ($0.view.focus, $0.tools[Stepping.self].showsAll) = (.panel, true)
      $0.tools[Stepping.self].editor = $0[Stepping.self].heldMessage.flatMap { ParameterEditor($0.parameters) }
      $0.tools[Stepping.self].editor?.selected = 2
      change(&$0)
    }
  }

  static func held(
    _ kind: Flow.Kind, _ step: FlowStep, _ effect: Effect, saying part: Sample.Part? = .registrationLogin,
    _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(saying: part) {
      let flow = flow(kind, step)
      $0.flow = flow
      $0.tools[Stepping.self].isOn = true
      $0.tools[Stepping.self].held = HeldMessage(effect, of: flow).map { [$0] } ?? []
      change(&$0)
    }
  }

  private static func asked(_ answer: StepMessage?, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    held(.registration, .register, Sample.registerEffect) {
      $0.tools[Stepping.self].predicts = true
      var prediction = Prediction(.register, turn: 1)
      prediction.answer = answer
      $0.tools[Stepping.self].prediction = prediction
      change(&$0)
    }
  }
}

extension Sample {
  static let metadataEffect = Effect.send(
    1, HTTPRequest("GET", issuer + "/.well-known/openid-configuration", endpoint: .metadata), .openIDMetadata)

  static let openEffect = Effect.openUserAgent(
    1, .inApp, .logIn(scope: "dcr"),
    url: base + "/oauth/v2/oauth-authorize?response_type=code&client_id=mobile-dcr-client"
      + "&redirect_uri=io.curity.dcrclient%3A%2Fcallback&scope=dcr&state=LjOvFfOT5gFQbHpP8K5NKw"
      + "&code_challenge=Yk2aYe6hA5v1cLb8DqQ0d5J9w1R7xkq3yT0sQyQG0vM&code_challenge_method=S256&prompt=login",
    redirectURI: redirectURI)

  static let tokenEffect = Effect.send(
    1,
    HTTPRequest(
      "POST", base + "/oauth/v2/oauth-token",
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(
        ("grant_type=authorization_code&client_id=mobile-dcr-client&code=9Vf3Kc0dYq1b&"
          + "redirect_uri=io.curity.dcrclient%3A%2Fcallback&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
          .utf8),
      endpoint: .token), .token)

  static let registerEffect: Effect = {
    let body: JSON = [
      "client_name": "Curity DCR Demo App (phone)", "application_type": "native",
      "redirect_uris": ["io.curity.dcrclient:/callback"],
      "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
      "token_endpoint_auth_method": "client_secret_basic", "scope": "openid profile",
    ]
    return .send(
      1,
      HTTPRequest(
        "POST", base + "/token-service/oauth-registration",
        headers: [HTTPHeader("Authorization", "Bearer " + dcrToken), HTTPHeader("Content-Type", "application/json")],
        body: Array(body.compact.utf8), endpoint: .registration), .registration)
  }()

  static let saveEffect = Effect.saveRegistration(1, registration, registeredAt: now)
}
