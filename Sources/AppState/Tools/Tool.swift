/// A workshop tool around the phone: its state, and its reactions to events.
///
/// The phone does not know its tools. A tool reads the phone, and changes it by the actions that a user has.
public protocol Tool: Hashable, Sendable {
  init()

  /// Sees the phone after an action of the user, the outside or a tool.
  static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect]

  /// Holds back, changes or adds effects before they are carried out.
  static func intercept(_ effects: [Effect], _ app: inout AppState) -> [Effect]

  /// Whether the tool is at work on the phone now, pressing its buttons.
  static func isAtWork(_ app: AppState) -> Bool

  /// Whether its picture changes by itself as time passes.
  static func needsTicks(_ app: AppState) -> Bool

  /// Time has passed: what is shown may be out of date.
  mutating func tick()

  /// The tabs of the panel that are this tool's.
  static var tabs: [PanelTab] { get }

  /// Moves the selection in one of its tabs by so many lines.
  static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState)

  /// The tool's own messages, shown now instead of the phone's.
  static func messages(_ app: AppState) -> MessageLog?

  /// Closes what is open in its tabs, because the panel switches to another tab.
  static func turnAway(_ app: inout AppState)

  /// The user switches to another phone: keeps the state of the person or the terminal, not of the previous phone.
  mutating func arrive(from old: Self)

  /// The phone is reset: forgets what was seen and done with it.
  mutating func startOver()

  /// Takes over the present state of what acts at once, while an earlier picture is shown.
  mutating func look(backFrom present: Self)
}

/// An action and the phase before it.
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

/// An action of a tool, from the user or from the tool's effect handler.
public protocol ToolAction: Hashable, Sendable {
  func apply(to app: inout AppState) -> [Effect]
  /// Whether it erases or ends something that the next key cannot bring back.
  var isDangerous: Bool { get }
}

extension ToolAction { public var isDangerous: Bool { false } }

/// A tool's action, wrapped as an action of the phone.
public struct AnyToolAction: Hashable, Sendable {
  public let action: any ToolAction

  public init(_ action: some ToolAction) { self.action = action }

  public static func == (one: Self, other: Self) -> Bool { AnyHashable(one.action) == AnyHashable(other.action) }

  public func hash(into hasher: inout Hasher) { action.hash(into: &hasher) }
}

extension Action {
  /// The tool's action, if it is of that type.
  public func of<Wanted: ToolAction>(_: Wanted.Type) -> Wanted? {
    if case .tool(let tool) = self { tool.action as? Wanted } else { nil }
  }
}
