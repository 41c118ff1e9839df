import AppState
import OAuthClient
import SharedValues

/// The application server mode (seeds/004): signed out, sign-up, sign-in.
extension StateRegistry {
  static let application: [Entry] = [
    application("application-sign-in") { $0.auth = .idle },
    application("sign-up") { $0.view.button = 3 },
    application("sign-up-missing") {
      $0.signUp = SignUpForm(claims: ["given_name": "Demo", "family_name": "User"])
      $0.view.button = 2
    },
    application("progress-sign-up") { $0.flow = flow(.signUp, .signUp, seconds: 1) },
    application("sign-up-panel") { $0.view.focus = .panel },
    withAccount("settings-application", on: .settings),
    withAccount("application-profile", on: .profile),
    withAccount("application-authenticated"),
    withAccount("application-account-created") { $0.notice = .accountCreated },
  ]

  static func application(
    _ name: String, on route: ViewState.Route = .home, _ change: Change<AppState> = { _ in }
  ) -> Entry {
    state(name, on: route) {
      $0.settings.applicationServer = Sample.base + "/application"
      $0.settings.registrationClientID = "demo-app"
      $0.auth = .authorized(Sample.applicationSession(.noAccount), refreshing: false)
      $0.signUp = SignUpForm(claims: Sample.userinfoDocument)
      change(&$0)
    }
  }

  private static func withAccount(
    _ name: String, on route: ViewState.Route = .home, _ change: Change<AppState> = { _ in }
  ) -> Entry {
    application(name, on: route) {
      $0.auth = .authorized(Sample.applicationSession(.account(Sample.account)), refreshing: false)
      $0.signUp = nil
      change(&$0)
    }
  }
}

extension Sample {
  static let account = made {
    let account: JSON = [
      "given_name": "Demo", "family_name": "User", "email": "demouser@example.com", "created_at": 1_623_996_367,
    ]
    return try SignUpRequest.judge(json(201, ["account": account]))
  }

  static func applicationSession(_ accountStatus: Session.AccountStatus) -> Session {
    let tokens = tokens(["access_token": .string(accessToken), "token_type": "bearer"])
    return Session(tokens: tokens, claims: nil, userinfo: userinfo(), accountStatus: accountStatus)
  }
}
