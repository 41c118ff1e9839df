import AppState
import FoundationEssentials

/// Presenter mode: what the audience sees besides the app, and how autoplay proceeds.
package struct PresenterTool: Hashable, Sendable {
  /// How long each stop lasts in autoplay, in seconds: a message, or a screen with a button.
  package enum Pace: Int, Hashable, Sendable, CaseIterable {
    case slow = 10
    case calm = 5
    case brisk = 2

    var ofMessages: Stepping.Pace { .every(TimeInterval(rawValue)) }
  }

  /// The stop that the presenter looks back at.
  package struct Place: Hashable, Sendable {
    /// From 1.
    package var number: Int
    package var count: Int
  }

  /// Presenter mode was requested at the start, or the session is being recorded: it cannot be left, so that secrets never show.
  package var isForGood = false
  package var isPlaying = false
  package var pace: Pace = .calm
  /// The last key changed the pace.
  var saysPace = false
  /// The last pressed key, as the audience sees it; never text typed into a field.
  package var key: String?
  /// Set only in pictures of the past.
  package var place: Place?
  /// The farthest stop of this client's story, from 1, so that the counter never goes back.
  var reached = 0
  /// The client that the story is about; `nil`: it is not registered yet.
  var client: String?
  /// Whether the server has refused this client and no login has succeeded since.
  var isDead = false
  /// What autoplay has done since the last login.
  var played: Set<Turn> = []
  static let patience: TimeInterval = 5
  /// The number of the last requested turn; `nil`: no turn is pending.
  var awaitedTurn: Int?
  var lastTurn = 0
  var reset: Reset?
  /// Until this time a second press of the reset key confirms the reset, because a flow is running.
  var asksUntil: Date?

  func asks(_ now: Date) -> Bool { asksUntil.map { now < $0 } ?? false }

  package var isResetting: Bool { reset != nil }

  enum Turn: Hashable, Sendable { case refresh, profile, revoke, refused, registerAgain, signOut }

  /// The stages of going back to the start.
  enum Reset: Hashable, Sendable {
    /// The running flow is being cancelled.
    case ending
    /// The embedded server is deleting this phone's client and sessions, without using the phone's own token.
    case administering
    case startingOver(StartingOver)
  }

  package init() {}
}

package enum PresenterAction: ToolAction {
  case toggle
  /// Starts or pauses autoplay.
  case play
  case faster
  case slower
  /// One stop back or forward. Only the picture changes, not the app.
  case back
  case forth
  /// One chapter back or forward: a chapter begins where the story's counter changes.
  case backChapter
  case forthChapter
  /// Returns from the past.
  case present
  /// Resets the device to its factory state, clears the browser's session, and goes to the first stop.
  case reset
  /// A key to show to the audience.
  case pressed(String?)
  case due(Int)

  package func apply(to phone: inout Phone<PresenterTool>) -> [Effect] { phone.present(self) }
}

package enum PresenterEffect: ToolEffect {
  /// ``PresenterAction/due(_:)`` with the same number answers.
  case turn(Int, after: Duration)

  package var name: String { "turn" }
}

extension Action { package static func presenter(_ action: PresenterAction) -> Action { .tool(AnyToolAction(action)) } }

extension PresenterTool: Tool {
  package static func observe(_ phone: inout Phone<PresenterTool>, _ change: PhoneChange) -> [Effect] {
    if case .browserDataCleared = change.action, phone.own.reset == .startingOver(.clearing) { phone.startAgain() }
    let client = phone.registration?.credentials.clientID
    if phone.own.client != client { (phone.own.client, phone.own.reached, phone.own.isDead) = (client, 0, false) }
    phone.own.isDead = phone.banner?.registrationIsDead == true || phone.own.isDead && phone.session == nil
    if let number = StopCaption(phone.state).number, !StopCaption.registersAnother(phone.state) {
      phone.own.reached = number
    }
    return phone.goOnWithTheShow()
  }

  package static func isAtWork(_ phone: Phone<PresenterTool>) -> Bool { phone.own.isResetting }

  /// Keeps what the presenter has chosen.
  package mutating func startOver() {
    let before = self
    self = PresenterTool()
    (pace, isForGood, key) = (before.pace, before.isForGood, before.key)
  }

  package mutating func arrive(from old: PresenterTool) {
    self = old
    awaitedTurn = nil
  }
}
