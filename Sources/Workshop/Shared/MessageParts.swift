import AppState
import SharedValues

/// A vertical line of the diagram: a party, and its phone where each phone has its own.
package struct Lifeline: Hashable, Sendable {
  package var party: Party
  package var phone: String?

  package init(_ party: Party, on phone: String? = nil) {
    (self.party, self.phone) = (party, party.isOfPhone ? phone : nil)
  }
}

extension Message {
  /// The lifelines between which its arrow runs.
  package var ends: (from: Lifeline, to: Lifeline) { (Lifeline(from, on: phone), Lifeline(to, on: phone)) }
}

/// The messages of one flow, or of one named part of a log: where they begin.
package struct MessagePart: Hashable, Sendable {
  /// Flows are numbered from 1 in the log, whatever their kind.
  package var number: Int
  /// `nil`: the owner of the log has named the part.
  package var kind: Flow.Kind?
  package var name: String
  /// Number of its first message.
  package var first: Int

  package init(_ number: Int, _ kind: Flow.Kind?, named name: String = "", first: Int) {
    (self.number, self.kind, self.name, self.first) = (number, kind, name, first)
  }
}

/// The parts of a log, updated with each message, so that the whole log is never searched for them.
///
/// A message without a flow belongs to the part before it: the browser's last requests come after the flow has ended.
struct MessageParts: Hashable, Sendable {
  private(set) var known: [MessagePart] = []
  private var flow: FlowMark?
  /// Whether the owner of the log names its parts.
  private var isKept = false

  mutating func begin(_ number: Int, _ title: String, first: Int) {
    isKept = true
    // A part without messages is dropped.
    if known.last?.first == first { known.removeLast() }
    known.append(MessagePart(number, nil, named: title, first: first))
  }

  mutating func append(_ message: Message) {
    guard !isKept else { return }
    guard let flow = message.flow, flow != self.flow else { return }
    self.flow = flow
    known.append(MessagePart((known.last?.number ?? 0) + 1, flow.kind, first: message.id))
  }

  /// The messages before this number are gone.
  mutating func forget(before first: Int) {
    let gone = known.dropFirst().prefix { $0.first <= first }.count
    if gone > 0 { known.removeFirst(gone) }
    if let part = known.first, part.first < first { known[0].first = first }
  }

  mutating func removeAll() { self = MessageParts() }
}
