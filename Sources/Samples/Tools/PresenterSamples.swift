import AppState
import OAuthClient
import Screens
import Workshop

/// Presenter mode: autoplay, looking back, and resetting.
extension StateRegistry {
  static let shows: [Entry] = [
    ("presenter-start", show { _ in }),
    ("presenter-playing", playing()),
    ("presenter-playing-message", playing { hold(&$0) }),
    (
      "presenter-playing-brisk",
      playing {
        _ = update(&$0, .presenter(.faster), now: Sample.now)
        $0.tools[PresenterTool.self].key = "+ (\(Phrases.faster))"
      }
    ),
    (
      "presenter-paused",
      playing {
        hold(&$0)
        _ = update(&$0, .presenter(.play), now: Sample.now)
      }
    ),
    ("presenter-looking-back", lookingBack(1)),
    ("presenter-looking-back-to-the-start", lookingBack(5)),
    ("presenter-looking-back-panel", lookingBack(1) { $0.view.focus = .panel }),
    (
      "presenter-registration-held",
      show {
        hold(&$0)
        ($0.tools[Stepping.self].releaseAt, $0.tools[Stepping.self].held[0].hold) = (nil, .untilLetGo)
      }
    ),
    (
      "presenter-asks-before-it-starts-over",
      show {
        $0.flow = flow(.registration, .registrationLogin, seconds: 3)
        _ = update(&$0, .presenter(.reset), now: Sample.now)
      }
    ),
    ("presenter-register-client-key", keyed(.registration, .register)),
    ("presenter-token-client-key", keyed(.authentication, .token)),
    ("presenter-refresh-client-key", keyed(.refresh, .refresh)),
    ("presenter-step-up", show(signedIn: true) { $0.flow = flow(.stepUp, .login) }),
    ("presenter-help", show { $0.view.showsHelp = true }),
    ("presenter-end", show(signedIn: true) { ($0.auth, $0.notice) = (.idle, .signedOut) }),
    ("presenter-resetting", show(signedIn: true) { _ = update(&$0, .presenter(.reset), now: Sample.now) }),
    (
      "presenter-reset",
      show {
        $0.view.tab = .sequence
        $0.tools[PresenterTool.self].key = "0 (\(Phrases.reset))"
      }
    ),
  ]

  private enum Phrases {
    static let faster = Look().catalogue(.keyShowFaster)
    static let reset = Look().catalogue(.keyReset)
  }

  private static func show(signedIn: Bool = false, _ change: (inout AppState) -> Void) -> AppState {
    state(signedIn: signedIn) {
      $0.settings.presenter = true
      $0.tools[PresenterTool.self].isForGood = true
      change(&$0)
    }
  }

  private static func keyed(_ kind: Flow.Kind, _ step: FlowStep) -> AppState {
    show(signedIn: kind == .refresh) {
      $0.settings.keys = KeyRequirements(privateKey: true)
      if kind != .registration { ($0.keystore, $0.registration) = (.open, Sample.keyRegistration) }
      $0.flow = flow(kind, step)
    }
  }

  private static func playing(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    show {
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
  private static func lookingBack(_ stops: Int, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    var presentation = Presentation()
    let seen = [
      show(change),
      show {
        $0.flow = flow(.registration, .discovery, seconds: 1)
        change(&$0)
      },
      show {
        $0.flow = flow(.registration, .register, seconds: 4)
        $0.messages = Sample.messages(upTo: .registrationLogin)
        change(&$0)
      },
      show(signedIn: true, change),
    ]
    for state in seen { presentation.note(state) }
    for _ in 0..<stops { presentation.back() }
    return presentation.seen(seen[seen.count - 1])
  }
}
