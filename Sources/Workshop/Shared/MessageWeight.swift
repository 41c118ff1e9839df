import AppState
import SharedValues

/// What a message takes in memory, and what is left of it where a log has to drop its bodies.
extension Message {
  /// The most bytes of an address that a line without bodies keeps.
  static let longestAddress = 512

  /// The bytes that the message holds beside its fixed part.
  var weight: Int {
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
