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
  package var name = ""
  package var first: Int
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
    known.append(MessagePart(number: number, name: title, first: first))
  }

  mutating func append(_ message: Message) {
    guard !isKept else { return }
    guard let flow = message.flow, flow != self.flow else { return }
    self.flow = flow
    known.append(MessagePart(number: (known.last?.number ?? 0) + 1, kind: flow.kind, first: message.id))
  }

  /// The messages before this number are gone.
  mutating func forget(before first: Int) {
    let gone = known.dropFirst().prefix { $0.first <= first }.count
    if gone > 0 { known.removeFirst(gone) }
    if let part = known.first, part.first < first { known[0].first = first }
  }
}

/// What a message takes in memory, and what is left of it where a log has to drop its bodies.
extension Message {
  /// The most bytes of an address that a line without bodies keeps.
  static let longestAddress = 512

  /// The bytes that the message holds beside its fixed part.
  var weight: Int { contentWeight + (record?.weight ?? 0) }

  private var contentWeight: Int {
    switch content {
    case .exchange(let exchange):
      var sum = exchange.request.url.utf8.count + exchange.request.body.count + Message.weight(exchange.request.headers)
      switch exchange.outcome {
      case .success(let response): sum += response.body.count + Message.weight(response.headers)
      case .failure(let failure): sum += failure.detail.utf8.count
      case nil: break
      }
      return sum
    case .userAgentOpened(let url), .redirect(let url), .redirectDropped(let url): return url.utf8.count
    case .observed(let request): return request.path.utf8.count + request.note.utf8.count
    case .keystoreSaved(let file): return file.utf8.count
    case .userAgentClosed, .keystoreErased, .keys: return 0
    }
  }

  /// Keeps the line but drops headers, bodies and the part of an address beyond ``longestAddress``.
  mutating func giveUpBodies() {
    switch content {
    case .exchange(var exchange):
      var gone = Message.DroppedSizes(request: exchange.request.body.count, response: 0)
      exchange.request.url = Message.cut(exchange.request.url)
      exchange.request.headers = []
      exchange.request.body = []
      switch exchange.outcome {
      case .success(let response):
        gone.response = response.body.count
        exchange.outcome = .success(HTTPResponse(response.status))
      case .failure(let failure):
        exchange.outcome = .failure(TransportFailure(failure.code, Message.cut(failure.detail)))
      case nil: break
      }
      droppedSizes = droppedSizes ?? gone
      content = .exchange(exchange)
    case .userAgentOpened(let url): content = .userAgentOpened(url: Message.cut(url))
    case .redirect(let url): content = .redirect(url: Message.cut(url))
    case .redirectDropped(let url): content = .redirectDropped(url: Message.cut(url))
    case .observed(var request):
      request.path = Message.cut(request.path)
      request.note = Message.cut(request.note)
      content = .observed(request)
    case .userAgentClosed, .keystoreSaved, .keystoreErased, .keys: break
    }
  }

  private static func weight(_ headers: [HTTPHeader]) -> Int {
    headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  /// Cuts an address at the start of a parameter, so that no value is cut in half.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestAddress else { return text }
    // An independent copy: a slice would keep the whole string alive.
    let start = String(decoding: Array(text.utf8.prefix(longestAddress)), as: UTF8.self)
    return start.lastIndex(where: { "?&#".contains($0) }).map { String(start[..<$0]) } ?? start
  }
}
