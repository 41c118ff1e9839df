import FoundationEssentials
import SharedValues

/// The phone as one tool sees it: the tool reads everything, changes its own state, and asks the phone for what a user could ask.
///
/// What a tool may ask is listed here and nowhere else; a tool cannot change the phone or another tool in any other way.
@dynamicMemberLookup public struct Phone<Own: Tool> {
  public private(set) var state: AppState

  public init(_ state: AppState) { self.state = state }

  /// Lends the phone to a tool, without a second copy of it.
  static func lend<Result>(_ app: inout AppState, _ use: (inout Phone) -> Result) -> Result {
    var phone = Phone(consume app)
    let result = use(&phone)
    app = (consume phone).state
    return result
  }

  /// Inlined, so that reading a member needs no key path at run time: there are hundreds of such reads in a picture.
  @inlinable public subscript<Value>(dynamicMember path: KeyPath<AppState, Value>) -> Value { state[keyPath: path] }

  public var own: Own {
    get { state.tools[Own.self] }
    set { state.tools[Own.self] = newValue }
  }

  /// The state of a tool that this one is built on.
  public subscript<Other: Tool>(_: Other.Type) -> Other { state.tools[Other.self] }

  // MARK: What a tool asks for

  /// Acts as the user or another tool would, at once. Returns the effects to carry out.
  public mutating func perform(_ action: Action) -> [Effect] { state.apply(action) }

  public mutating func look(_ action: ViewAction) { state.look(action) }
  public mutating func focus(on part: ViewState.Focus) { state.view.focus = part }

  public mutating func scrollPanelToTop() { state.view.panelScroll = 0 }

  /// The phone's page shows its beginning, and its first button has the focus.
  public mutating func returnToTop() { (state.view.button, state.view.scroll) = (0, 0) }

  public mutating func log(from: Party, to: Party, _ content: Message.Content) {
    state.log(from: from, to: to, content)
  }

  /// Requests a wake-up at `due`. Its number comes back in ``Action/woke(_:)``.
  public mutating func wake(at due: Date) -> (number: Int, effect: Effect) {
    state.lastWake += 1
    return (state.lastWake, .wake(state.lastWake, at: due, spread: 0))
  }

  /// Takes error and notice off the screen.
  public mutating func clearNews() { (state.banner, state.notice) = (nil, nil) }
  public mutating func dropNotice() { state.notice = nil }

  /// Shows this tab, and leaves open what other tools have in theirs.
  public mutating func turn(to tab: PanelTab?) { state.view.tab = tab }

  /// Keeps the tester's name for the next runs.
  public mutating func keep(tester: String) -> [Effect] {
    state.preferences.tester = tester
    return [.savePreferences(state.preferences)]
  }

  /// Shows presenter mode's signs, and masks every secret. Switching the mode either way never reveals one.
  public mutating func setPresenter(_ isOn: Bool) {
    state.settings.presenter = isOn
    state.view.revealsSecrets = false
  }

  // MARK: What step mode asks for

  /// The flow waits for a message that a tool holds, and no deadline passes.
  public mutating func holdFlow(_ isHeldBack: Bool) { state.flow?.isHeldBack = isHeldBack }

  /// The flow goes on: its timeouts start now.
  public mutating func releaseFlow(opensUserAgent: Bool) {
    state.flow?.stepStarted = state.now
    if opensUserAgent { state.flow?.task.opensUserAgent(now: state.now) }
  }

  // MARK: What faults, clock and test plan ask for

  public mutating func mark(message: Int, changedBy faults: [FaultMark]) { state.mark(message, faults) }

  /// Marks the last start of a browser as changed by a fault.
  public mutating func markLastStart(changedBy fault: FaultMark) {
    if let start = state.lastStart { state.mark(start, [fault]) }
  }

  /// Sets the app's clock. What the app has requested for a time of the old clock is requested again.
  public mutating func moveClock(to now: Date) {
    state.now = now
    state.renewal?.wake = nil
    if let due = state.renewal?.due { state.renewal?.isOverdue = due <= now }
    state.watchedExpiry = nil
    // A secret that is valid again can expire again.
    if let expiry = state.reportedExpiry, expiry > now { state.reportedExpiry = nil }
  }

  public mutating func closeQuestion() { state.view.confirmation = nil }

  /// Forgets what log and screen still show, once device and browser have been cleared.
  public mutating func hasStartedOver() {
    (state.recentMessages, state.lastStart) = ([], nil)
    state.tools.receive(.cleared)
    (state.notice, state.auth, state.droppedAnswers) = (nil, .idle, 0)
  }

  // MARK: What presenter mode asks for

  /// Closes the list of phones, and forgets what was done in it.
  public mutating func closePhones() {
    (state.phones.isShown, state.phones.cloned, state.phones.problem) = (false, nil, nil)
  }

  /// The phone has been reset: it and every tool look as at the start. A question whether to quit stays open.
  public mutating func startAgain() {
    hasStartedOver()
    let isQuitting = state.view.confirmation == .quit
    state.view = ViewState()
    if isQuitting { state.view.confirmation = .quit }
    state.view.tab = state.tools.tabs.first
    state.tools.startOver()
  }
}
