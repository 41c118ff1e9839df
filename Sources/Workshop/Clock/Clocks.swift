import AppState
import FoundationEssentials
import SharedValues

/// The clocks of app and embedded server, for the bench's tool **Clock**.
///
/// What is moved is what the two programs take for the time, never the machine's clock. Waits for answers, and how long an
/// exchange took, stay the machine's.
public struct Clocks: Hashable, Sendable {
  /// Whose clock is moved.
  public enum Subject: String, Hashable, Sendable, CaseIterable { case both, app, server }

  /// How far one step goes.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case second, minute, hour, day, month

    /// Seconds; a month is 30 days.
    public var seconds: TimeInterval {
      switch self {
      case .second: 1
      case .minute: 60
      case .hour: 3600
      case .day: 86_400
      case .month: 2_592_000
      }
    }
  }

  /// How fast the clocks can be made to go; like MMMothClient's scale (seeds/002), so that a token that lives for minutes
  /// expires while somebody watches.
  public static let paces: [Double] = [1, 10, 60, 600, 3600]

  public var app = ClockSetting.real
  /// The embedded server's. It holds from the server's start on, also where it was set before that start.
  public var server = ClockSetting.real
  public var subject = Subject.both
  public var unit = Unit.minute
  /// The chosen row of the tool.
  public var selected = 0
  /// The rows as they were last seen: the cursor goes with its row.
  var seenRows: [ClockRow.Kind] = []
  /// What only the server's database and the certificates know; as of the last look.
  public var survey = ClockSurvey()
  /// Whether the embedded server could be told; `nil`: it has not been tried since the last change.
  public var serverHeard: Bool?

  /// Whether somebody looks: only then the database is asked, once a second.
  public var isWatched = false
  var isDue = false
  var pending: Int?
  var lastSurvey = 0

  public init() {}

  public var areReal: Bool { app == .real && server == .real }

  /// All phones of a run go by the same clocks; what is known of one's tokens is nothing of the other's.
  mutating func adopt(_ other: Clocks) {
    (app, server, serverHeard) = (other.app, other.server, other.serverHeard)
    (subject, unit) = (other.subject, other.unit)
    survey = ClockSurvey()
  }

  mutating func select(_ step: Int, of count: Int) {
    selected = min(max(0, selected + max(-count, min(step, count))), max(0, count - 1))
  }
}

/// What the tool **Clock** offers, a row each.
public enum ClockRow: Hashable, Sendable {
  case subject, unit, pace, reset
  case moment(ClockMoment)

  enum Kind: Hashable { case subject, unit, pace, reset, moment(ClockMoment.Kind) }

  /// What it stays, whatever its time.
  var kind: Kind {
    switch self {
    case .subject: .subject
    case .unit: .unit
    case .pace: .pace
    case .reset: .reset
    case .moment(let moment): .moment(moment.kind)
    }
  }
}

/// When something ends that app or server judge by their clocks.
public struct ClockMoment: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case accessToken, refreshToken, idToken, clientSecret, registrationToken, session, serverCertificate,
      deviceCertificate

    /// Whose clock decides: the server alone knows when it takes a refresh token or a cookie no longer. What the app looks at
    /// itself before it sends anything is the app's.
    public var isJudgedByServer: Bool { [.refreshToken, .session, .registrationToken].contains(self) }
  }

  public var kind: Kind
  public var date: Date

  public init(_ kind: Kind, _ date: Date) { (self.kind, self.date) = (kind, date) }
}

/// What the edges know of such moments.
public struct ClockSurvey: Hashable, Sendable {
  public var moments: [ClockMoment]
  /// What a foreign server's clock showed (RFC 9110 §6.6.1), and what the app's showed then.
  public var serverDate: ServerDate?

  public struct ServerDate: Hashable, Sendable {
    public var said: Date
    public var heard: Date
    public init(said: Date, heard: Date) { (self.said, self.heard) = (said, heard) }
    /// Whole seconds; positive: the app is ahead.
    public var skew: TimeInterval { heard.timeIntervalSince(said) }
  }

  public init(_ moments: [ClockMoment] = [], serverDate: ServerDate? = nil) {
    (self.moments, self.serverDate) = (moments, serverDate)
  }
}

/// What happens in the tool **Clock**, from both sides.
public enum ClockAction: ToolAction {
  /// One ``Clocks/unit`` forward or back, as often as this.
  case step(Int)
  /// Seconds forward or back.
  case move(by: TimeInterval)
  /// To one second before this.
  case jump(ClockMoment)
  case pace(Double)
  case subject(Clocks.Subject)
  case unit(Clocks.Unit)
  /// The machine's time again, everywhere.
  case reset
  case select(Int)
  /// The tool came into sight or went out of it.
  case watched(Bool)
  /// What ``ClockEffect/survey(_:client:)`` found; the number is that of the effect.
  case surveyed(Int, ClockSurvey)
  /// Whether the embedded server goes by ``ClockEffect/set(app:server:)`` now.
  case serverHeard(Bool)
}

/// What the tool **Clock** wants done.
public enum ClockEffect: ToolEffect {
  /// App and embedded server go by these from now on; answered by ``ClockAction/serverHeard(_:)`` where there is such a server.
  case set(app: ClockSetting, server: ClockSetting)
  /// Find out when things end of which the app itself knows nothing; answered by ``ClockAction/surveyed(_:_:)``.
  case survey(Int, client: String?)

  public var name: String {
    switch self {
    case .set: "set clocks"
    case .survey: "survey clocks"
    }
  }
}

extension Effect { public static func clock(_ effect: ClockEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension ClockAction { public func apply(to app: inout AppState) -> [Effect] { app.moveClocks(self) } }

extension Action { public static func clock(_ action: ClockAction) -> Action { .tool(ToolEvent(action)) } }

extension Clocks: Tool {
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    app.keepClockRow()
    return app.watchClocks()
  }
  public static func needsTicks(_ app: AppState) -> Bool { app.clocks.isWatched }
  public mutating func tick() { isDue = isWatched }
  public static var tabs: [PanelTab] { [.clock] }

  public static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) {
    app.clocks.select(step, of: app.clockRows.count)
  }

  public mutating func arrive(from old: Clocks) { adopt(old) }
}

extension AppState {
  /// The clocks of app and embedded server.
  public var clocks: Clocks {
    get { tools[Clocks.self] }
    set { tools[Clocks.self] = newValue }
  }
}

extension PanelTab { public static let clock = PanelTab("clock", at: 8, key: "T", .tabClock, .keyClock) }
