import AppState
import FoundationEssentials

/// Presenter mode: what a presenter's audience sees besides the app, and how the show goes on by itself.
public struct Show: Hashable, Sendable {
  /// How long each stop stands before autoplay goes on: a message, or a screen with a button.
  public enum Pace: Int, Hashable, Sendable, CaseIterable {
    case slow, calm, brisk

    public var duration: Duration {
      switch self {
      case .slow: .seconds(10)
      case .calm: .seconds(5)
      case .brisk: .seconds(2)
      }
    }
  }

  /// Where somebody looks back who is not at the latest stop.
  public struct Place: Hashable, Sendable {
    /// From 1.
    public var number: Int
    public var count: Int

    public init(number: Int, count: Int) { (self.number, self.count) = (number, count) }
  }

  /// Presenter mode was asked for at the start, or is being recorded: it cannot be left, so that no secret ever shows.
  public var isForGood = false
  public var isPlaying = false
  public var pace: Pace = .calm
  /// The last key has set the pace.
  var saysPace = false
  /// The last key that was pressed, as the audience is shown it. What is typed into a field is never in it.
  public var key: String?
  /// Set in a picture of the past alone.
  public var place: Place?
  /// The farthest stop so far of the story of this client, from 1: its counter never runs backwards.
  var reached = 0
  /// `nil`: one that is yet to be.
  var client: String?
  /// The server has refused this client, and nobody has signed in with it since.
  var isDead = false
  /// What autoplay has done since somebody was signed in.
  var played: Set<Turn> = []
  /// No stop passes sooner while a person presses the keys: a headline and a sentence can be read.
  static let least: TimeInterval = 2
  static let patience: TimeInterval = 5
  /// Number of the last turn that was asked for; `nil`: none is waited for.
  var awaitedTurn: Int?
  var lastTurn = 0
  var reset: Reset?
  /// Until then the key that resets is waited for a second time, because something is under way.
  var asksUntil: Date?

  func asks(_ now: Date) -> Bool { asksUntil.map { now < $0 } ?? false }

  public var isResetting: Bool { reset != nil }

  enum Turn: Hashable, Sendable { case refresh, profile, revoke, refused, registerAgain, signOut }

  /// On the way back to the start.
  enum Reset: Hashable, Sendable {
    /// What was under way is being given up.
    case ending
    /// The embedded server is made to forget this phone, whatever the phone's own token is still good for.
    case administering
    case startingOver(StartingOver)
  }

  public init() {}
}

public enum PresenterAction: ToolAction {
  case toggle
  /// Autoplay goes on or pauses.
  case play
  case faster
  case slower
  /// One stop back or forth among those that have been seen. The picture alone changes, not the app.
  case back
  case forth
  /// The same, from chapter to chapter: a chapter begins where the counter of the story changes.
  case backChapter
  case forthChapter
  /// From the past at once.
  case present
  /// A device as it comes from the factory, with nobody logged in in its browser, at the first stop.
  case reset
  /// Shown to the audience.
  case pressed(String?)
  /// The time has come that ``PresenterEffect/turn(_:after:)`` named.
  case due(Int)
}

/// What the show wants done.
public enum PresenterEffect: ToolEffect {
  /// Answered by ``PresenterAction/due(_:)`` with the same number.
  case turn(Int, after: Duration)

  public var name: String {
    switch self {
    case .turn: "turn"
    }
  }
}

extension Effect { public static func presenter(_ effect: PresenterEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension Show.Pace { var ofMessages: Stepping.Pace { .every(TimeInterval(duration.components.seconds)) } }

extension Show: HoldingTool {
  /// Each step waits, so that an audience sees it begin. This very instance registers: everybody came to see that, so it has its card.
  ///
  /// What nobody has asked for now (a silent start, the way back to the start, a tool at work) does not wait.
  static func hold(_ message: HeldMessage, of flow: Flow, _ app: AppState) -> Hold? {
    guard app.settings.presenter, app.show.reset == nil, flow.kind != .silentStart,
      !app.tools.kinds.contains(where: { $0.isAtWork(app) })
    else { return nil }
    if message.name == .register { return .untilLetGo }
    let isNew = app.stepping.seen != Stepping.SeenStep(flow: message.flow, step: message.step)
    return isNew ? .seconds(Show.least) : nil
  }
}

extension PresenterAction { public func apply(to app: inout AppState) -> [Effect] { app.present(self) } }

extension Action { public static func presenter(_ action: PresenterAction) -> Action { .tool(ToolEvent(action)) } }

extension Show: Tool {
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    if case .browserDataCleared = change.action { app.hasReset() }
    let client = app.registration?.credentials.clientID
    if app.show.client != client { (app.show.client, app.show.reached, app.show.isDead) = (client, 0, false) }
    app.show.isDead = app.banner?.registrationIsDead == true || app.show.isDead && app.session == nil
    if let number = StopCaption(app).number, !app.registersAnother { app.show.reached = number }
    return app.goOnWithTheShow()
  }

  public mutating func arrive(from old: Show) {
    self = old
    awaitedTurn = nil
  }
}

extension AppState {
  /// What a presenter's audience sees besides.
  public var show: Show {
    get { tools[Show.self] }
    set { tools[Show.self] = newValue }
  }
}
