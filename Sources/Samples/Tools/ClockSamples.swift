import FoundationEssentials
import SharedValues
import Workshop

extension StateRegistry {
  static let clocks: [Entry] = [
    clock("clock", .fresh),
    clock("clock-ends") { $0.survey = survey },
    heard("clock-ahead", ahead(7200), selected: 3),
    clock("clock-not-heard", showing: ahead(7200)) { $0.server = ahead(7200) },
    clock("clock-skew", showing: ahead(-90)) {
      $0.survey = survey
      ($0.subject, $0.selected) = (.app, 8)
    },
    heard("clock-fast", fast, selected: 2),
    heard("clock-expired", ahead(4000)),
    foreign("clock-foreign"),
    foreign("clock-foreign-heard") { $0.survey.serverDate = .init(said: Sample.now - 301, heard: Sample.now) },
    state("clock-behind-the-phone", .signedIn) { $0.view.tab = .clock },
  ]

  private static let survey = ClockSurvey([
    ClockMoment(.refreshToken, Sample.now + 3588), ClockMoment(.session, Sample.now + 28_699),
    ClockMoment(.serverCertificate, Sample.now + 7_776_000),
  ])

  private static func ahead(_ seconds: TimeInterval) -> ClockSetting {
    ClockSetting(since: Sample.now, shown: Sample.now + seconds)
  }

  private static let fast = ClockSetting(since: Sample.now, shown: Sample.now, pace: 60)

  /// - Parameter time: the phone's clock; `nil`: the true time.
  private static func clock(
    _ name: String, _ stage: Stage = .signedIn, showing time: ClockSetting? = nil,
    _ change: Change<Clocks> = { _ in }
  ) -> Entry {
    state(name, stage, in: .clock) {
      change(&$0.tools[Clocks.self])
      guard let time else { return }
      $0.tools[Clocks.self].app = time
      $0.now = time.date(at: Sample.now)
    }
  }

  /// The server, which the phone has heard, shows the same time.
  private static func heard(_ name: String, _ time: ClockSetting, selected: Int = 0) -> Entry {
    clock(name, showing: time) {
      ($0.survey, $0.server, $0.serverHeard, $0.selected) = (survey, time, true, selected)
    }
  }

  private static func foreign(_ name: String, _ change: Change<Clocks> = { _ in }) -> Entry {
    state(name, .signedIn, in: .clock) {
      $0.settings.embeddedServer = false
      $0.server = .external
      change(&$0.tools[Clocks.self])
    }
  }
}
