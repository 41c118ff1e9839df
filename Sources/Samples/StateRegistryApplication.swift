import AppState
import OAuthClient
import Workshop

/// The application server mode (seeds/004): signed out, sign-up, sign-in.
extension StateRegistry {
  static let application: [Entry] = [
    ("application-sign-in", application { $0.auth = .idle }),
    ("sign-up", application { $0.view.button = 3 }),
    (
      "sign-up-missing",
      application {
        $0.signUp = SignUpForm(claims: ["given_name": "Demo", "family_name": "User"])
        $0.view.button = 2
      }
    ),
    ("progress-sign-up", application { $0.flow = flow(.signUp, .signUp, seconds: 1) }),
    ("sign-up-panel", application { $0.view.focus = .panel }),
    (
      "settings-application",
      application {
        $0.signIn()
        $0.view.route = .settings
      }
    ),
    (
      "application-profile",
      application {
        $0.signIn()
        $0.view.route = .profile
      }
    ),
    ("application-authenticated", application { $0.signIn() }),
    (
      "application-account-created",
      application {
        $0.signIn()
        $0.notice = .accountCreated
      }
    ),
  ]

  static func application(_ change: (inout AppState) -> Void) -> AppState {
    state { state in
      state.settings.applicationServer = Sample.base + "/application"
      state.settings.registrationClientID = "demo-app"
      state.auth = .authorized(Sample.applicationSession(.noAccount), refreshing: false)
      state.signUp = SignUpForm(claims: Sample.userinfoDocument)
      change(&state)
    }
  }
}

extension AppState {
  fileprivate mutating func signIn() {
    auth = .authorized(Sample.applicationSession(.account(Sample.account)), refreshing: false)
    signUp = nil
  }
}

extension Sample {
  static let account = made {
    try SignUpRequest.judge(
      json(
        201,
        [
          "account": [
            "given_name": "Demo", "family_name": "User", "email": "demouser@example.com", "created_at": 1_623_996_367,
          ]
        ]))
  }

  static func applicationSession(_ accountStatus: Session.AccountStatus) -> Session {
    let tokens = tokens(["access_token": .string(accessToken), "token_type": "bearer"])
    return Session(tokens: tokens, claims: nil, userinfo: userinfo(), accountStatus: accountStatus)
  }
}
