/// A tool of the workshop that stands around the phone: its state, and what it does when something happens.
///
/// The phone knows of no tool. A tool sees the phone, and changes it by the same actions as a user would.
public protocol Tool: Hashable, Sendable {
  init()

  /// Looks at what has become of the phone after an action of the user's, of the outside, or of a tool.
  static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect]

  /// Holds effects back, changes them or adds to them, before they are done.
  static func intercept(_ effects: [Effect], _ app: inout AppState) -> [Effect]

  /// Whether it presses the buttons of the phone now: nobody waits for anything, and nothing waits for anybody.
  static func isAtWork(_ app: AppState) -> Bool

  /// Whether its picture changes by itself as time passes.
  static func needsTicks(_ app: AppState) -> Bool

  /// Some time has passed: what is looked at is out of date.
  mutating func tick()

  /// The tabs of the panel that are this tool's.
  static var tabs: [PanelTab] { get }

  /// Chooses the line that is so many steps further in one of its tabs.
  static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState)

  /// Messages of its own that are looked at now in the place of the phone's.
  static func messages(_ app: AppState) -> MessageLog?

  /// Puts away what lies open in its tabs, because the panel turns to another one.
  static func turnAway(_ app: inout AppState)

  /// The tool comes to another phone: keeps what belongs to the person or the terminal rather than to the phone before.
  mutating func arrive(from old: Self)

  /// The phone becomes a new one: forgets what was seen and done with the one before.
  mutating func startOver()

  /// A picture of the past is looked at: takes over what acts at once, whatever is seen.
  mutating func look(backFrom present: Self)
}

/// What there was before an action, and the action.
public struct PhoneChange {
  public var action: Action
  public var phase: Phase
}

extension Tool {
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] { [] }
  public static func intercept(_ effects: [Effect], _ app: inout AppState) -> [Effect] { effects }
  public static func isAtWork(_ app: AppState) -> Bool { false }
  public static func needsTicks(_ app: AppState) -> Bool { false }
  public mutating func tick() {}
  public static var tabs: [PanelTab] { [] }
  public static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) { app.scroll(step) }
  public static func messages(_ app: AppState) -> MessageLog? { nil }
  public static func turnAway(_ app: inout AppState) {}
  public mutating func arrive(from old: Self) {}
  public mutating func startOver() {}
  public mutating func look(backFrom present: Self) {}
}

/// What happens to a tool, from the user's side and from its desk's.
public protocol ToolAction: Hashable, Sendable {
  func apply(to app: inout AppState) -> [Effect]
  /// It erases or ends something that cannot be had back by the next key.
  var isDangerous: Bool { get }
}

extension ToolAction { public var isDangerous: Bool { false } }

/// A tool's action among the phone's.
public struct ToolEvent: Hashable, Sendable {
  public let action: any ToolAction

  public init(_ action: some ToolAction) { self.action = action }

  public static func == (one: Self, other: Self) -> Bool { AnyHashable(one.action) == AnyHashable(other.action) }

  public func hash(into hasher: inout Hasher) { action.hash(into: &hasher) }
}

extension Action {
  /// What happens to a tool, if it is of that kind.
  public func of<Wanted: ToolAction>(_: Wanted.Type) -> Wanted? {
    if case .tool(let event) = self { event.action as? Wanted } else { nil }
  }
}
