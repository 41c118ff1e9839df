import AppState
import Workshop

extension StateRegistry {
  static let phases: [Entry] = [
    state("state-beginning", in: .state) { $0.keystore = .loading },
    phase("state-no-client", history(1)),
    phase("state-registering", history(2)) { $0.flow = flow(.registration, .registrationLogin) },
    phase("state-authenticated", history(6), .signedIn),
    phase("state-older-chosen", history(6), .signedIn) { $0.tools[PhaseHistory.self].selected = 3 },
    phase("state-dead-client", history(6), .registered) {
      let error = AppError(code: .server(.clientSecretExpired), step: .login, cause: .app(detail: ""))
      $0.banner = Banner(error: error, retry: nil)
      $0.banner?.registrationIsDead = true
      $0.tools[PhaseHistory.self].append(
        .authenticated, .deadRegistration, .answer, code: "client_secret_expired", at: $0.now)
    },
    state("state-long", .signedIn, in: .state) {
      var past = PhaseHistory()
      for turn in 0..<600 {
        let time = $0.now.addingTimeInterval(Double(turn) - 600)
        past.append(.authenticated, .refreshing, .time, at: time)
        past.append(.refreshing, .authenticated, .saved, at: time)
      }
      past.selected = 900
      $0.tools[PhaseHistory.self] = past
    },
  ]

  private static func phase(
    _ name: String, _ history: PhaseHistory, _ stage: Stage = .fresh, _ change: Setup = { _ in }
  ) -> Entry {
    state(name, stage, in: .state) {
      $0.tools[PhaseHistory.self] = history
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
