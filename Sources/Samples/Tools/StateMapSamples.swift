import AppState
import FoundationEssentials
import Workshop

/// The panel **State** with each kind of phase.
extension StateRegistry {
  static let phases: [Entry] = [
    ("state-beginning", phase { $0.keystore = .loading }),
    ("state-no-client", phase { $0.phases = history(1) }),
    (
      "state-registering",
      phase {
        $0.flow = flow(.registration, .registrationLogin)
        $0.phases = history(2)
      }
    ),
    ("state-authenticated", phase(signedIn: true) { $0.phases = history(6) }),
    (
      "state-older-chosen",
      phase(signedIn: true) {
        $0.phases = history(6)
        $0.phases.selected = 3
      }
    ),
    (
      "state-dead-client",
      phase(registered: true) {
        var banner = Banner(
          error: AppError(code: .server(.clientSecretExpired), step: .login, cause: .app(detail: "")), retry: nil)
        banner.registrationIsDead = true
        $0.banner = banner
        $0.phases = history(6)
        $0.phases.append(.authenticated, .deadRegistration, .answer, code: "client_secret_expired", at: $0.now)
      }
    ),
    (
      "state-long",
      phase(signedIn: true) { state in
        for turn in 0..<600 {
          let time = state.now.addingTimeInterval(Double(turn) - 600)
          state.phases.append(.authenticated, .refreshing, .time, at: time)
          state.phases.append(.refreshing, .authenticated, .saved, at: time)
        }
        state.phases.selected = 900
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
