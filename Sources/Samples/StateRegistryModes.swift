import AppState
import OAuthClient
import SharedValues

/// States of the other ways to get an initial access token, and of a static client.
extension StateRegistry {
  static let modes: [Entry] = withoutLogin + staticClient

  private static func mode(
    _ name: String, _ mode: RegistrationMode, _ stage: Stage = .fresh, on route: Route = .home,
    _ change: Setup = { _ in }
  ) -> Entry {
    state(name, stage, on: route) {
      $0.settings.registration = mode
      change(&$0)
    }
  }

  private static func stopped(
    _ name: String, _ way: RegistrationMode, _ code: AppError.OwnCode, _ cause: AppError.Cause
  ) -> Entry {
    mode(name, way) { $0.fail(AppError(code, step: .registrationToken, cause: cause), retry: .registration) }
  }

  private static let withoutLogin: [Entry] = [
    mode("registration-by-device", .device),
    mode("registration-by-push", .push),
    mode("registration-by-token", .initialAccessToken),
    mode("registration-open", .open),
    mode("progress-device-token", .device) { $0.flow = flow(.registration, .registrationToken, seconds: 1) },
    mode("progress-pushed-token", .push) { $0.flow = flow(.registration, .registrationToken, seconds: 42) },
    mode("progress-token-file", .initialAccessToken) { $0.flow = flow(.registration, .registrationToken) },
    mode("progress-register-from-template", .open) {
      $0.settings.softwareID = "mobile-dcr-template-client"
      $0.flow = flow(.registration, .register, seconds: 1)
    },
    mode("settings-by-device", .device, .registered, on: .settings),
    stopped(
      "banner-token-file-missing", .initialAccessToken, .tokenFileMissing,
      .file(path: "/home/demo/dcr.token", detail: "")),
    stopped("banner-push-timed-out", .push, .pushTimedOut, .app(detail: "\(5) minutes")),
  ]

  private static func shared(_ name: String, on route: Route = .home, _ change: Setup = { _ in }) -> Entry {
    mode(name, .staticClient, on: route) {
      $0.settings.registrationClientID = "rn-expo-app"
      if route == .settings { $0.keystore = .open }
      change(&$0)
    }
  }

  private static let staticClient: [Entry] = [
    shared("unauthenticated-static-client"),
    shared("progress-static-client-login") { $0.flow = flow(.authentication, .login) },
    shared("progress-static-client-token") { $0.flow = flow(.authentication, .token, seconds: 1) },
    shared("settings-static-client", on: .settings),
    shared("settings-static-client-signed-in", on: .settings) {
      $0.auth = .authorized(Sample.session, refreshing: false)
    },
    shared("confirm-clear-browser-data-static-client", on: .settings) { $0.view.confirmation = .clearBrowserData },
    shared("notice-cleared-browser-data-static-client") { $0.notice = .clearedBrowserData(erased: ["cookies.json"]) },
    shared("confirm-forget-static-client", on: .settings) { $0.view.confirmation = .forgetDevice },
    shared("notice-forgot-session") { $0.notice = .forgotSession(erased: ["keystore.age", "device.key"]) },
    shared("keystore-registered") { $0.keystore = .failed(.registered(clientID: Sample.clientID)) },
  ]
}

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

  static func application(_ name: String, on route: Route = .home, _ change: Setup = { _ in }) -> Entry {
    state(name, on: route) {
      $0.settings.applicationServer = Sample.base + "/application"
      $0.settings.registrationClientID = "demo-app"
      $0.auth = .authorized(Sample.applicationSession(.noAccount), refreshing: false)
      $0.signUp = SignUpForm(claims: Sample.userinfoDocument)
      change(&$0)
    }
  }

  private static func withAccount(_ name: String, on route: Route = .home, _ change: Setup = { _ in }) -> Entry {
    application(name, on: route) {
      $0.auth = .authorized(Sample.applicationSession(.account(Sample.account)), refreshing: false)
      $0.signUp = nil
      change(&$0)
    }
  }
}

extension Sample {
  static let account = made { try SignUpRequest.judge(json(201, document("account"))) }

  static func applicationSession(_ accountStatus: Session.AccountStatus) -> Session {
    let tokens = tokens(["access_token": .string(accessToken), "token_type": "bearer"])
    return Session(tokens: tokens, claims: nil, userinfo: userinfo(), accountStatus: accountStatus)
  }
}
