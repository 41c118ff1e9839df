import FoundationEssentials

/// What the messages of a part of the diagram were for.
public enum SequenceSection: Hashable, Sendable, CaseIterable {
  case registration, login, refresh, logout, forget, revoke, update, signUp

  public init(_ kind: Flow.Kind) {
    self =
      switch kind {
      case .registration: .registration
      case .authentication: .login
      case .silentStart, .refresh: .refresh
      case .revokeTokens: .revoke
      case .updateRegistration, .checkRegistration: .update
      case .signOut: .logout
      case .forgetDevice: .forget
      case .signUp: .signUp
      }
  }
}

/// Which flow a message belongs to. Flows of different phones differ by when they began.
public struct FlowMark: Hashable, Sendable {
  public var id: FlowID
  public var kind: Flow.Kind
  public var started: Date

  public init(_ id: FlowID, _ kind: Flow.Kind, started: Date) {
    (self.id, self.kind, self.started) = (id, kind, started)
  }
}

extension Flow { public var mark: FlowMark { FlowMark(id, kind, started: started) } }

/// The messages of one flow: where they begin in the log.
public struct MessagePart: Hashable, Sendable {
  /// 1 for the first flow of the log; the next one has the next number, whatever it was for.
  public var number: Int
  public var section: SequenceSection
  /// Number of its first message.
  public var first: Int

  public init(_ number: Int, _ section: SequenceSection, first: Int) {
    (self.number, self.section, self.first) = (number, section, first)
  }
}

/// The parts of a log, kept up to date with every message that comes: nothing ever walks the whole log to find them.
///
/// A message of no flow stays with the part before it: the browser's last requests come after the flow has ended.
struct MessageParts: Hashable, Sendable {
  private(set) var known: [MessagePart] = []
  /// The flow of the last part.
  private var flow: FlowMark?

  mutating func append(_ message: Message) {
    guard let flow = message.flow, flow != self.flow else { return }
    self.flow = flow
    known.append(MessagePart((known.last?.number ?? 0) + 1, SequenceSection(flow.kind), first: message.id))
  }

  /// The messages before this number are gone.
  mutating func forget(before first: Int) {
    let gone = known.dropFirst().prefix { $0.first <= first }.count
    if gone > 0 { known.removeFirst(gone) }
    if let part = known.first, part.first < first { known[0].first = first }
  }

  mutating func removeAll() { self = MessageParts() }
}
