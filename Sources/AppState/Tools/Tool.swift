/// A workshop tool around the phone: its state, and its reactions to events.
///
/// The phone does not know its tools. A tool gets a ``Phone``: it reads the phone, changes its own state, and acts as a user would.
public protocol Tool: Hashable, Sendable {
  init()

  /// Sees the phone after an action of the user, the outside or a tool.
  static func observe(_ phone: inout Phone<Self>, _ change: PhoneChange) -> [Effect]

  /// Holds back, changes or adds effects before they are carried out.
  static func intercept(_ effects: [Effect], _ phone: inout Phone<Self>) -> [Effect]

  /// Whether the tool is at work on the phone now, pressing its buttons.
  static func isAtWork(_ phone: Phone<Self>) -> Bool

  /// Whether its picture changes by itself as time passes.
  static func needsTicks(_ phone: Phone<Self>) -> Bool

  /// Time has passed: what is shown may be out of date.
  mutating func tick()

  /// The tabs of the panel that are this tool's.
  static var tabs: [PanelTab] { get }

  /// Moves the selection in one of its tabs by so many lines.
  static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<Self>)

  /// Keeps of what passed what the tool shows.
  mutating func receive(_ event: PhoneEvent)

  /// Closes what is open in its tabs, because the panel switches to another tab.
  mutating func turnAway()

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
  public static func observe(_ phone: inout Phone<Self>, _ change: PhoneChange) -> [Effect] { [] }
  public static func intercept(_ effects: [Effect], _ phone: inout Phone<Self>) -> [Effect] { effects }
  public static func isAtWork(_ phone: Phone<Self>) -> Bool { false }
  public static func needsTicks(_ phone: Phone<Self>) -> Bool { false }
  public mutating func tick() {}
  public static var tabs: [PanelTab] { [] }
  public static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<Self>) { phone.look(.scroll(step)) }
  public mutating func receive(_ event: PhoneEvent) {}
  public mutating func turnAway() {}
  public mutating func arrive(from old: Self) {}
  public mutating func startOver() {}
  public mutating func look(backFrom present: Self) {}
}

/// The way from the phone to a tool of whatever type.
extension Tool {
  static func observe(in app: inout AppState, _ change: PhoneChange) -> [Effect] {
    Phone<Self>.lend(&app) { observe(&$0, change) }
  }
  static func intercept(_ effects: [Effect], in app: inout AppState) -> [Effect] {
    Phone<Self>.lend(&app) { intercept(effects, &$0) }
  }
  static func select(_ step: Int, in tab: PanelTab, of app: inout AppState) {
    Phone<Self>.lend(&app) { select(step, in: tab, &$0) }
  }
  mutating func arrive(fromAny old: any Tool) { if let old = old as? Self { arrive(from: old) } }
  mutating func look(backFromAny present: any Tool) { if let present = present as? Self { look(backFrom: present) } }
  func equals(_ other: any Tool) -> Bool { self == other as? Self }
  static func turnAway(in app: inout AppState) { app.tools[Self.self].turnAway() }
  package static func isAtWork(on app: AppState) -> Bool { isAtWork(Phone<Self>(app)) }
  static func needsTicks(on app: AppState) -> Bool { needsTicks(Phone<Self>(app)) }
}

/// An action of a tool, from the user or from the tool's effect handler.
public protocol ToolAction: Hashable, Sendable {
  /// The tool whose state the action changes.
  associatedtype Owner: Tool
  func apply(to phone: inout Phone<Owner>) -> [Effect]
  /// Whether it erases or ends something that the next key cannot bring back.
  var isDangerous: Bool { get }
}

extension ToolAction {
  public var isDangerous: Bool { false }
  func apply(in app: inout AppState) -> [Effect] { Phone<Owner>.lend(&app) { apply(to: &$0) } }
}

public struct AnyToolAction: Hashable, Sendable {
  public let action: any ToolAction

  public init(_ action: some ToolAction) { self.action = action }

  public static func == (one: Self, other: Self) -> Bool { AnyHashable(one.action) == AnyHashable(other.action) }
  public func hash(into hasher: inout Hasher) { action.hash(into: &hasher) }
}

extension Action {
  public func of<Wanted: ToolAction>(_: Wanted.Type) -> Wanted? {
    if case .tool(let tool) = self { tool.action as? Wanted } else { nil }
  }
}
