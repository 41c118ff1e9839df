import AppState
import FoundationEssentials
import SharedValues

/// The clocks of app and embedded server, for the tool **Clock**.
///
/// Moving a clock changes the time that the two programs work with, never the machine's clock. Timeouts and measured durations keep machine time.
package struct Clocks: Hashable, Sendable {
  package enum Subject: String, Hashable, Sendable, CaseIterable { case both, app, server }

  /// The size of one step, in seconds. A month is 30 days.
  package enum Unit: Int, Hashable, Sendable, CaseIterable {
    case second = 1
    case minute = 60
    case hour = 3600
    case day = 86_400
    case month = 2_592_000
  }

  /// How fast the clocks can run, like MMMothClient's scale (seeds/002), so that a token that lives for minutes expires while you watch.
  package static let paces: [Double] = [1, 10, 60, 600, 3600]

  package var app = ClockSetting.real
  /// The embedded server's clock. It applies from the server's start, even if it was set earlier.
  package var server = ClockSetting.real
  package var subject = Subject.both
  package var unit = Unit.minute
  package var selected = 0
  /// The rows as last drawn, so that the cursor stays with its row.
  var seenRows: [ClockRow] = []
  /// What only the server's database and the certificates know, as of the last survey.
  package var survey = ClockSurvey()
  /// Whether the embedded server accepted the clock; `nil`: not tried since the last change.
  package var serverHeard: Bool?

  /// Whether the tool is visible. Only then does the app survey the database, once a second.
  package var isWatched = false
  var isDue = false
  var pending: Int?
  var lastSurvey = 0

  package init() {}

  package var areReal: Bool { app == .real && server == .real }
}

package enum ClockRow: Hashable, Sendable {
  case subject, unit, pace, reset
  case moment(ClockMoment)

  /// What expires at the moment; `nil`: another row.
  var kind: ClockMoment.Kind? { if case .moment(let moment) = self { moment.kind } else { nil } }

  /// Identifies the row even when its time changes.
  var timeless: ClockRow { kind.map { .moment(ClockMoment($0, .distantPast)) } ?? self }
}

/// A moment at which something expires by the app's or the server's clock.
package struct ClockMoment: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case accessToken, refreshToken, idToken, clientSecret, registrationToken, session, serverCertificate,
      deviceCertificate

    /// Whether the server's clock decides: only the server knows when it stops accepting a refresh token or a cookie. The app's clock decides about
    /// what the app checks itself before it sends anything.
    package var isJudgedByServer: Bool { [.refreshToken, .session, .registrationToken].contains(self) }
  }

  package var kind: Kind
  package var date: Date

  package init(_ kind: Kind, _ date: Date) { (self.kind, self.date) = (kind, date) }
}

/// The moments that the edge finds in the database and the certificates.
package struct ClockSurvey: Hashable, Sendable {
  package var moments: [ClockMoment]
  /// What a foreign server's clock showed (RFC 9110 §6.6.1), and what the app's showed then.
  package var serverDate: ServerDate?

  package struct ServerDate: Hashable, Sendable {
    package var said: Date
    package var heard: Date
    package init(said: Date, heard: Date) { (self.said, self.heard) = (said, heard) }
    /// Whole seconds; positive: the app is ahead.
    package var skew: TimeInterval { heard.timeIntervalSince(said) }
  }

  package init(_ moments: [ClockMoment] = [], serverDate: ServerDate? = nil) {
    (self.moments, self.serverDate) = (moments, serverDate)
  }
}

package enum ClockAction: ToolAction {
  /// Moves by this many ``Clocks/unit`` steps; negative: back.
  case step(Int)
  /// Moves this clock by so many seconds; negative: back.
  case move(Clocks.Subject, by: TimeInterval)
  /// Moves to one second before this moment.
  case jump(ClockMoment)
  /// Sets the pace of this clock; `nil`: of the one that the user has chosen.
  case pace(Double, of: Clocks.Subject? = nil)
  case subject(Clocks.Subject)
  case unit(Clocks.Unit)
  /// Returns all clocks to the machine's time.
  case reset
  case select(Int)
  case watched(Bool)
  case surveyed(Int, ClockSurvey)
  /// Whether the embedded server accepted ``ClockEffect/set(app:server:)``.
  case serverHeard(Bool)

  package func apply(to phone: inout Phone<Clocks>) -> [Effect] { phone.apply(self) }
}

package enum ClockEffect: ToolEffect {
  /// Sets the clocks of app and embedded server. Where there is such a server, ``ClockAction/serverHeard(_:)`` answers.
  case set(app: ClockSetting, server: ClockSetting)
  /// Finds the moments that the app itself does not know; ``ClockAction/surveyed(_:_:)`` answers.
  case survey(Int, client: String?)

  package var name: String { if case .set = self { "set clocks" } else { "survey clocks" } }
}

extension Action { package static func clock(_ action: ClockAction) -> Action { .tool(AnyToolAction(action)) } }

extension Clocks: Tool {
  package static func observe(_ phone: inout Phone<Clocks>, _ change: PhoneChange) -> [Effect] {
    phone.keepRow()
    // One survey at a time.
    guard phone.own.isWatched, phone.own.isDue, phone.own.pending == nil else { return [] }
    phone.own.lastSurvey += 1
    (phone.own.pending, phone.own.isDue) = (phone.own.lastSurvey, false)
    return [.tool(ClockEffect.survey(phone.own.lastSurvey, client: phone.registration?.credentials.clientID))]
  }
  package static func needsTicks(_ phone: Phone<Clocks>) -> Bool { phone.own.isWatched }
  package mutating func tick() { isDue = isWatched }
  package static var tabs: [PanelTab] { [.clock] }

  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<Clocks>) {
    phone.own.selected = phone.rows.place(step, from: phone.own.selected)
  }

  /// All phones of a run share the same clocks, but not what is known about their tokens.
  package mutating func arrive(from old: Clocks) {
    (app, server, serverHeard) = (old.app, old.server, old.serverHeard)
    (subject, unit) = (old.subject, old.unit)
    survey = ClockSurvey()
  }
}

extension PanelTab {
  package static let clock = PanelTab("clock", at: 8, key: "T", isBench: true, .tabClock, .keyClock)
}
