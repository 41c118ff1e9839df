import AppState
import FoundationEssentials
import Workshop

/// The panel **State** with each kind of phase.
extension StateRegistry {
  static let phases: [Entry] = [
    ("state-beginning", phase { $0.keystore = .loading }),
    ("state-no-client", phase { $0.tools[PhaseHistory.self] = history(1) }),
    (
      "state-registering",
      phase {
        $0.flow = flow(.registration, .registrationLogin)
        $0.tools[PhaseHistory.self] = history(2)
      }
    ),
    ("state-authenticated", phase(signedIn: true) { $0.tools[PhaseHistory.self] = history(6) }),
    (
      "state-older-chosen",
      phase(signedIn: true) {
        $0.tools[PhaseHistory.self] = history(6)
        $0.tools[PhaseHistory.self].selected = 3
      }
    ),
    (
      "state-dead-client",
      phase(registered: true) {
        var banner = Banner(
          error: AppError(code: .server(.clientSecretExpired), step: .login, cause: .app(detail: "")), retry: nil)
        banner.registrationIsDead = true
        $0.banner = banner
        var past = history(6)
        past.append(.authenticated, .deadRegistration, .answer, code: "client_secret_expired", at: $0.now)
        $0.tools[PhaseHistory.self] = past
      }
    ),
    (
      "state-long",
      phase(signedIn: true) {
        var past = PhaseHistory()
        for turn in 0..<600 {
          let time = $0.now.addingTimeInterval(Double(turn) - 600)
          past.append(.authenticated, .refreshing, .time, at: time)
          past.append(.refreshing, .authenticated, .saved, at: time)
        }
        past.selected = 900
        $0.tools[PhaseHistory.self] = past
      }
    ),
  ]

  private static func phase(
    registered: Bool = false, signedIn: Bool = false, _ change: (inout AppState) -> Void
  ) -> AppState {
    state(registered: registered, signedIn: signedIn) {
      $0.view.focus = .panel
      $0.view.tab = .state
      change(&$0)
    }
  }

  private static func history(_ count: Int) -> PhaseHistory {
    let steps: [(Phase, Phase, PhaseCause)] = [
      (.opening, .noClient, .keystoreRead), (.noClient, .registering, .startRegistration),
      (.registering, .unauthenticated, .saved), (.unauthenticated, .loggingIn, .startAuthentication),
      (.loggingIn, .fetchingToken, .redirect), (.fetchingToken, .authenticated, .saved),
    ]
    var history = PhaseHistory()
    for (index, step) in steps.prefix(count).enumerated() {
      history.append(step.0, step.1, step.2, at: Sample.now.addingTimeInterval(Double(index) * 3 - 60))
    }
    return history
  }
}
