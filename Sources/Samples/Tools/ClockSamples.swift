import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// States of the tool **Clock**.
extension StateRegistry {
  static let clocks: [Entry] = [
    ("clock", clock(signedIn: false)),
    ("clock-ends", clock { $0.tools[Clocks.self].survey = survey }),
    (
      "clock-ahead",
      clock {
        $0.tools[Clocks.self].survey = survey
        $0.tools[Clocks.self].server = ahead(7200)
        $0.tools[Clocks.self].serverHeard = true
        $0.tools[Clocks.self].selected = 3
        set(ahead(7200), &$0)
      }
    ),
    (
      "clock-not-heard",
      clock {
        $0.tools[Clocks.self].server = ahead(7200)
        set(ahead(7200), &$0)
      }
    ),
    (
      "clock-skew",
      clock {
        $0.tools[Clocks.self].survey = survey
        $0.tools[Clocks.self].subject = .app
        $0.tools[Clocks.self].selected = 8
        set(ahead(-90), &$0)
      }
    ),
    (
      "clock-fast",
      clock {
        $0.tools[Clocks.self].survey = survey
        $0.tools[Clocks.self].server = fast
        ($0.tools[Clocks.self].serverHeard, $0.tools[Clocks.self].selected) = (true, 2)
        set(fast, &$0)
      }
    ),
    (
      "clock-expired",
      clock {
        $0.tools[Clocks.self].survey = survey
        ($0.tools[Clocks.self].server, $0.tools[Clocks.self].serverHeard) = (ahead(4000), true)
        set(ahead(4000), &$0)
      }
    ),
    ("clock-foreign", foreign { _ in }),
    (
      "clock-foreign-heard",
      foreign {
        $0.tools[Clocks.self].survey.serverDate = .init(said: Sample.now - 301, heard: $0.now)
      }
    ),
    ("clock-behind-the-phone", clock { $0.view.focus = .phone }),
  ]

  private static let survey = ClockSurvey([
    ClockMoment(.refreshToken, Sample.now + 3588), ClockMoment(.session, Sample.now + 28_699),
    ClockMoment(.serverCertificate, Sample.now + 7_776_000),
  ])

  private static func ahead(_ seconds: TimeInterval) -> ClockSetting {
    ClockSetting(since: Sample.now, shown: Sample.now + seconds)
  }

  private static let fast = ClockSetting(since: Sample.now, shown: Sample.now, pace: 60)

  private static func set(_ clock: ClockSetting, _ state: inout AppState) {
    state.tools[Clocks.self].app = clock
    state.now = clock.date(at: Sample.now)
  }

  private static func clock(signedIn: Bool = true, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(signedIn: signedIn) {
      ($0.view.focus, $0.view.tab) = (.panel, .clock)
      change(&$0)
    }
  }

  private static func foreign(_ change: (inout AppState) -> Void) -> AppState {
    clock {
      $0.settings.embeddedServer = false
      $0.server = .external
      change(&$0)
    }
  }
}
