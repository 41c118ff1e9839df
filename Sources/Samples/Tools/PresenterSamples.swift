import AppState
import OAuthClient
import Screens
import Workshop

/// Presenter mode: autoplay, looking back, and resetting.
extension StateRegistry {
  static let shows: [Entry] = [
    show("presenter-start"),
    playing("presenter-playing"),
    playing("presenter-playing-message") { hold(&$0) },
    playing("presenter-playing-brisk") {
      _ = update(&$0, .presenter(.faster), now: Sample.now)
      $0.tools[PresenterTool.self].key = "+ (\(Look().catalogue(.keyShowFaster)))"
    },
    playing("presenter-paused") {
      hold(&$0)
      _ = update(&$0, .presenter(.play), now: Sample.now)
    },
    lookingBack("presenter-looking-back", 1),
    lookingBack("presenter-looking-back-to-the-start", 5),
    lookingBack("presenter-looking-back-panel", 1) { $0.view.focus = .panel },
    show("presenter-registration-held") {
      hold(&$0)
      ($0.tools[Stepping.self].releaseAt, $0.tools[Stepping.self].held[0].hold) = (nil, .untilLetGo)
    },
    show("presenter-asks-before-it-starts-over") {
      $0.flow = flow(.registration, .registrationLogin, seconds: 3)
      _ = update(&$0, .presenter(.reset), now: Sample.now)
    },
    withKeys("presenter-register-client-key", .registration, .register),
    withKeys("presenter-token-client-key", .authentication, .token),
    withKeys("presenter-refresh-client-key", .refresh, .refresh),
    show("presenter-step-up", .signedIn) { $0.flow = flow(.stepUp, .login) },
    show("presenter-help") { $0.view.showsHelp = true },
    show("presenter-end", .signedIn) { ($0.auth, $0.notice) = (.idle, .signedOut) },
    show("presenter-resetting", .signedIn) { _ = update(&$0, .presenter(.reset), now: Sample.now) },
    show("presenter-reset") {
      $0.view.tab = .sequence
      $0.tools[PresenterTool.self].key = "0 (\(Look().catalogue(.keyReset)))"
    },
  ]

  private static func show(_ name: String, _ stage: Stage = .fresh, _ change: Setup = { _ in }) -> Entry {
    state(name, stage) {
      $0.settings.presenter = true
      $0.tools[PresenterTool.self].isForGood = true
      change(&$0)
    }
  }

  private static func withKeys(_ name: String, _ kind: Flow.Kind, _ step: FlowStep) -> Entry {
    show(name, kind == .refresh ? .signedIn : .fresh) {
      $0.settings.keys = KeyRequirements(privateKey: true)
      if kind != .registration { ($0.keystore, $0.registration) = (.open, Sample.keyRegistration) }
      $0.flow = flow(kind, step)
    }
  }

  private static func playing(_ name: String, _ change: Setup = { _ in }) -> Entry {
    show(name) {
      _ = update(&$0, .presenter(.play), now: Sample.now)
      change(&$0)
    }
  }

  /// The registration, which autoplay will send in a moment.
  private static func hold(_ state: inout AppState) {
    let flow = flow(.registration, .register)
    state.messages = Sample.messages(upTo: .registrationLogin)
    state.flow = flow
    state.tools[Stepping.self].held = HeldMessage(Sample.registerEffect, of: flow).map { [$0] } ?? []
    state.tools[Stepping.self].releaseAt = state.now.addingTimeInterval(3)
  }

  /// This many stops before the present.
  private static func lookingBack(_ name: String, _ stops: Int, _ change: Setup = { _ in }) -> Entry {
    let seen = [
      show(name, .fresh, change),
      show(name) {
        $0.flow = flow(.registration, .discovery, seconds: 1)
        change(&$0)
      },
      show(name) {
        $0.flow = flow(.registration, .register, seconds: 4)
        $0.messages = Sample.messages(upTo: .registrationLogin)
        change(&$0)
      },
      show(name, .signedIn, change),
    ].map(\.state)
    var presentation = Presentation()
    for state in seen { presentation.note(state) }
    for _ in 0..<stops { presentation.back() }
    return (name, presentation.seen(seen[seen.count - 1]))
  }
}
