import AppState
import Workshop

/// States of the other ways to get an initial access token, and of a static client.
extension StateRegistry {
  static let modes: [Entry] = withoutLogin + staticClient

  private static func state(
    _ mode: RegistrationMode, registered: Bool = false, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(registered: registered) {
      $0.settings.registration = mode
      change(&$0)
    }
  }

  private static func stopped(_ mode: RegistrationMode, _ code: AppError.OwnCode, _ cause: AppError.Cause) -> AppState {
    state(mode) {
      let error = AppError(code, step: .registrationToken, cause: cause)
      $0.auth = .failed(error)
      $0.banner = Banner(error: error, retry: .registration)
    }
  }

  private static let withoutLogin: [Entry] = [
    ("registration-by-device", state(.device)),
    ("registration-by-push", state(.push)),
    ("registration-by-token", state(.initialAccessToken)),
    ("registration-open", state(.open)),
    ("progress-device-token", state(.device) { $0.flow = flow(.registration, .registrationToken, seconds: 1) }),
    ("progress-pushed-token", state(.push) { $0.flow = flow(.registration, .registrationToken, seconds: 42) }),
    ("progress-token-file", state(.initialAccessToken) { $0.flow = flow(.registration, .registrationToken) }),
    (
      "progress-register-from-template",
      state(.open) {
        $0.settings.softwareID = "mobile-dcr-template-client"
        $0.flow = flow(.registration, .register, seconds: 1)
      }
    ),
    ("settings-by-device", state(.device, registered: true) { $0.view.route = .settings }),
    (
      "banner-token-file-missing",
      stopped(.initialAccessToken, .tokenFileMissing, .file(path: "/home/demo/dcr.token", detail: ""))
    ),
    ("banner-push-timed-out", stopped(.push, .pushTimedOut, .app(detail: "\(5) minutes"))),
  ]

  private static func shared(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(.staticClient) {
      $0.settings.registrationClientID = "rn-expo-app"
      change(&$0)
    }
  }

  private static let staticClient: [Entry] = [
    ("unauthenticated-static-client", shared()),
    ("progress-static-client-login", shared { $0.flow = flow(.authentication, .login) }),
    ("progress-static-client-token", shared { $0.flow = flow(.authentication, .token, seconds: 1) }),
    ("settings-static-client", shared { ($0.view.route, $0.keystore) = (.settings, .open) }),
    (
      "settings-static-client-signed-in",
      shared {
        ($0.view.route, $0.keystore) = (.settings, .open)
        $0.auth = .authorized(Sample.session, refreshing: false)
      }
    ),
    (
      "confirm-clear-browser-data-static-client",
      shared { ($0.view.route, $0.keystore, $0.view.confirmation) = (.settings, .open, .clearBrowserData) }
    ),
    ("notice-cleared-browser-data-static-client", shared { $0.notice = .clearedBrowserData(erased: ["cookies.json"]) }),
    (
      "confirm-forget-static-client",
      shared { ($0.view.route, $0.keystore, $0.view.confirmation) = (.settings, .open, .forgetDevice) }
    ),
    ("notice-forgot-session", shared { $0.notice = .forgotSession(erased: ["keystore.age", "device.key"]) }),
    ("keystore-registered", shared { $0.keystore = .failed(.registered(clientID: Sample.clientID)) }),
  ]
}
