import AppState
import FoundationEssentials
import OAuthClient
import SharedValues

/// The messages of this run, oldest first: the last ``capacity`` of them. Once they hold more than ``weightLimit`` bytes in all, the
/// oldest lose their bodies.
///
/// Copying is free and changing a copy costs a block of ``blockSize`` messages, however many there are: the app's state is
/// copied with every action. Numbers go up by one, so a message is found by its number without a search.
package struct MessageLog: Hashable, Sendable {
  package static let capacity = 10_000
  /// Bytes of addresses, headers and bodies that are kept in all.
  package static let weightLimit = 16 << 20
  static let blockSize = 64

  /// Every block but the last is full.
  private var blocks: [Block] = []
  /// How many messages of the first block are gone.
  private var gone = 0
  package private(set) var lastNumber = 0
  /// Bytes of addresses, headers and bodies that are held.
  package private(set) var weight = 0
  /// Bodies of messages before this number have been dropped.
  private var firstWithBodies = 1
  private var parts = MessageParts()
  package private(set) var endpoints: Set<Endpoint> = []

  /// The senders and receivers of messages, in the order in which they first appeared.
  package private(set) var lifelines: [Lifeline] = []
  /// The subject of the log; `nil`: this phone.
  package let subject: Subject?
  /// Differs from that of an earlier log about the same subject if messages of that one have changed or gone.
  package let revision: Int

  package struct Subject: Hashable, Sendable, Identifiable {
    package var id: String
    /// For file names: letters, digits and hyphens.
    package var name: String
    package var title: String
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
      /// A lab, one step at a time.
      case lab
      /// What the identity server has seen: a client's messages, whose id is the title, or everybody's.
      case client, everybody
    }

    package init(id: String, name: String, title: String, kind: Kind = .lab) {
      (self.id, self.name, self.title, self.kind) = (id, name, title, kind)
    }
  }

  private struct Block: Hashable, Sendable {
    var messages: [Message] = []
    var tags: [MessageTag] = []
  }

  package init(about subject: Subject? = nil, revision: Int = 0) { (self.subject, self.revision) = (subject, revision) }

  /// Whether one step of a lab is shown at a time.
  package var isInSteps: Bool { subject?.kind == .lab }
  /// Whether these are messages as the identity server has seen them.
  package var isOfServer: Bool { subject != nil && !isInSteps }

  /// Begins a part with this title, which the following messages belong to.
  package mutating func begin(_ number: Int, _ title: String) { parts.begin(number, title, first: lastNumber + 1) }

  /// Gives the message its number in this log, and returns that.
  @discardableResult
  package mutating func append(_ message: Message) -> Int {
    lastNumber += 1
    var message = message
    message.id = lastNumber
    if blocks.last.map({ $0.messages.count == MessageLog.blockSize }) ?? true { blocks.append(Block()) }
    blocks[blocks.count - 1].messages.append(message)
    blocks[blocks.count - 1].tags.append(MessageTag(message))
    parts.append(message)
    if let endpoint = message.endpoint { endpoints.insert(endpoint) }
    for end in [message.ends.from, message.ends.to] where !lifelines.contains(end) { lifelines.append(end) }
    weight += message.weight
    while count > MessageLog.capacity { dropFirst() }
    lighten()
    return lastNumber
  }

  mutating func mark(_ id: Int, _ faults: [FaultMark]) { change(id) { $0.marks += faults } }

  mutating func note(_ id: Int, _ leniencies: [Leniency]) { change(id) { $0.leniencies = leniencies } }

  /// Replaces the content of a message, e.g. when its answer arrived.
  package mutating func update(_ id: Int, _ content: Message.Content) {
    let hasBodies = id >= firstWithBodies
    change(id) {
      $0.content = content
      guard !hasBodies else { return }
      $0.droppedSizes = nil
      $0.giveUpBodies()
    }
    lighten()
  }

  package mutating func removeAll() {
    (blocks, gone, weight, firstWithBodies) = ([], 0, 0, lastNumber + 1)
    parts = MessageParts()
    (endpoints, lifelines) = ([], [])
  }

  package var flows: [MessagePart] { parts.known }

  package func hash(into hasher: inout Hasher) {
    // Equal logs have equal values of these; hashing every message would cost more than a rare comparison.
    hasher.combine(lastNumber)
    hasher.combine(count)
    hasher.combine(weight)
  }

  private mutating func dropFirst() {
    let id = firstNumber
    change(id) { $0.giveUpBodies() }
    weight -= self[0].weight
    gone += 1
    if gone == MessageLog.blockSize {
      blocks.removeFirst()
      gone = 0
    }
    firstWithBodies = Swift.max(firstWithBodies, id + 1)
    parts.forget(before: firstNumber)
  }

  /// The newest message keeps its bodies, whatever they weigh: the transport limits the size of one message.
  private mutating func lighten() {
    while weight > MessageLog.weightLimit, firstWithBodies < lastNumber {
      change(firstWithBodies) { $0.giveUpBodies() }
      firstWithBodies += 1
    }
  }

  private mutating func change(_ id: Int, _ edit: (inout Message) -> Void) {
    guard let position = position(of: id) else { return }
    let (block, index) = place(position)
    weight -= blocks[block].messages[index].weight
    edit(&blocks[block].messages[index])
    weight += blocks[block].messages[index].weight
  }
}

extension Message {
  /// A message that a log will number.
  package init(
    from: Party, to: Party, _ content: Content, at time: Date = .distantPast, step: FlowStep? = nil,
    flow: FlowMark? = nil, phone: String? = nil, record: ExchangeRecord? = nil
  ) {
    self.init(id: 0, from: from, to: to, content: content, time: time, step: step, flow: flow)
    (self.phone, self.record) = (phone, record)
  }
}

extension MessageLog: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int {
    blocks.last.map { (blocks.count - 1) * MessageLog.blockSize + $0.messages.count - gone } ?? 0
  }

  package subscript(position: Int) -> Message {
    let (block, index) = place(position)
    return blocks[block].messages[index]
  }

  package var firstNumber: Int { lastNumber - count + 1 }

  /// Position of the message with this number; `nil`: it has been dropped or does not exist yet.
  package func position(of id: Int) -> Int? { id >= firstNumber && id <= lastNumber ? id - firstNumber : nil }
  package func message(_ id: Int) -> Message? { position(of: id).map { self[$0] } }

  /// The numbers of the messages that pass, ascending. - Parameter first: older ones are left out.
  package func numbers(passing filter: (MessageTag) -> Bool, from first: Int = 0) -> [Int] {
    var found: [Int] = []
    var number = Swift.max(first, firstNumber)
    while number <= lastNumber {
      let (block, index) = place(number - firstNumber)
      for tag in blocks[block].tags[index...] {
        if filter(tag) { found.append(number) }
        number += 1
      }
    }
    return found
  }

  private func place(_ position: Int) -> (block: Int, index: Int) {
    let place = gone + position
    return (place / MessageLog.blockSize, place % MessageLog.blockSize)
  }
}

/// What a filter looks at, small enough that ten thousand of them can be filtered at each key press.
package struct MessageTag: Hashable, Sendable {
  package var from: Party
  package var to: Party
  package var endpoint: Endpoint?

  package init(_ message: Message) { (from, to, endpoint) = (message.from, message.to, message.endpoint) }
}
