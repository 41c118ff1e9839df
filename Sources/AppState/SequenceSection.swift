/// A part of the diagram: what the messages between two headings were for.
public enum SequenceSection: Hashable, Sendable, CaseIterable {
  case registration, login, refresh, logout, forget, revoke, update, signUp

  public init(_ kind: Flow.Kind) {
    self =
      switch kind {
      case .registration: .registration
      case .authentication: .login
      case .silentStart: .refresh
      case .revokeTokens: .revoke
      case .updateRegistration, .checkRegistration: .update
      case .refresh: .refresh
      case .signOut: .logout
      case .forgetDevice: .forget
      case .signUp: .signUp
      }
  }

  /// Discovery belongs to whatever follows it.
  public init?(_ step: FlowStep) {
    switch step {
    case .discovery: return nil
    case .registrationLogin, .registrationToken, .register: self = .registration
    case .login, .token, .userinfo: self = .login
    case .refresh: self = .refresh
    case .logout: self = .logout
    case .unregister: self = .forget
    case .signUp: self = .signUp
    case .revoke: self = .revoke
    case .update, .check: self = .update
    }
  }
}

/// Where a part begins.
public struct MessagePart: Hashable, Sendable {
  public var section: SequenceSection
  /// Number of its first message.
  public var first: Int

  public init(_ section: SequenceSection, first: Int) {
    (self.section, self.first) = (section, first)
  }
}

/// The parts of a log, kept up to date with every message that comes: nothing ever walks the whole log to find them.
struct MessageParts: Hashable, Sendable {
  private(set) var known: [MessagePart] = []
  /// The first of the latest messages that do not say what they are for.
  private var undecided: Int?
  /// Whether the last part has opened the browser: a second time is a second login.
  private var hasOpened = false

  mutating func append(_ message: Message) {
    guard let section = message.step.flatMap(SequenceSection.init) else {
      // What somebody else's software does in a lab belongs to nothing that the app does later.
      if message.from != .attacker, message.to != .attacker { undecided = undecided ?? message.id }
      return
    }
    let opens = if case .userAgentOpened = message.content { true } else { false }
    let opensAgain = opens && hasOpened && (section == .registration || section == .login)
    if section != known.last?.section || opensAgain {
      // What is asked before a part (metadata) belongs to it.
      known.append(MessagePart(section, first: undecided ?? message.id))
      hasOpened = false
    }
    if opens { hasOpened = true }
    undecided = nil
  }

  /// With a beginning for what is undecided, if it is known what comes. - Parameter next: what is under way.
  func all(before next: SequenceSection?) -> [MessagePart] {
    guard let undecided, let next, next != known.last?.section else { return known }
    return known + [MessagePart(next, first: undecided)]
  }

  /// The messages before this number are gone.
  mutating func forget(before first: Int) {
    let gone = known.dropFirst().prefix { $0.first <= first }.count
    if gone > 0 { known.removeFirst(gone) }
    if let part = known.first, part.first < first { known[0].first = first }
    if let number = undecided, number < first { undecided = first }
  }

  mutating func removeAll() { self = MessageParts() }
}
