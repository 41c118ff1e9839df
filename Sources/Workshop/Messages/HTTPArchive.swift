import AppState
import FoundationEssentials
import Screens
import SharedValues

/// Messages as an HTTP Archive (HAR 1.2), secrets masked.
///
/// Entries are the app's requests, the pages that it opened in the browser, and what the embedded server saw of the browser. All other messages are
/// in `_events`: custom members begin with an underscore (HAR 1.2, custom fields). Unknown values are -1.
package struct HTTPArchive: Sendable {
  private let redaction = Redaction.forFiles
  private let version: String
  private let origin: String
  private let parts: [MessagePart]

  /// - Parameters:
  ///   - version: of this product.
  ///   - issuer: its origin is that of the server whose observations are in the log.
  ///   - parts: the named parts of the log; each entry then names its part.
  package init(version: String, issuer: String, parts: [MessagePart] = []) {
    (self.version, self.parts) = (version, parts)
    origin = HTTPArchive.origin(issuer)
  }

  package func text(_ messages: some Sequence<Message>) -> String { json(messages).file }
  private func part(_ message: Message) -> String? { parts.last { $0.first <= message.id }?.heading(Look()) }

  package func json(_ messages: some Sequence<Message>) -> JSON {
    var (entries, events): ([JSON], [JSON]) = ([], [])
    // Only the browser contacts a lab's hostile server, at the page that was opened there.
    var opened = origin
    for message in messages {
      switch message.content {
      case .exchange(let exchange): entries.append(entry(exchange, message))
      case .userAgentOpened(let url):
        opened = HTTPArchive.origin(url)
        entries.append(
          entry(
            Exchange(HTTPRequest("GET", url), started: message.time), message,
            comment: "opened in the browser; its answer is not the app's to see"))
      // The administration has another port than the browser's pages and is no part of this phone.
      case .observed(let request) where message.from == .administrator:
        let said: JSON = ["status": JSON(integerLiteral: request.status), "note": .string(request.note)]
        events.append(event("administrator", message, said))
      case .observed(let request):
        let seen = Exchange(
          HTTPRequest(request.method, (request.server == .rogue ? opened : origin) + request.path),
          outcome: .success(HTTPResponse(request.status)), started: message.time)
        entries.append(
          entry(
            seen, message,
            comment: "seen by the \(request.server == .rogue ? "hostile" : "embedded") server: \(request.note)"))
      case .redirect(let url): events.append(event("redirect", message, ["url": .string(redaction.url(url))]))
      case .redirectDropped(let url):
        events.append(event("redirect dropped", message, ["url": .string(redaction.url(url))]))
      case .userAgentClosed: events.append(event("browser closed", message))
      case .keystoreSaved(let file): events.append(event("keystore saved", message, ["file": .string(file)]))
      case .keystoreErased: events.append(event("keystore erased", message))
      case .keys(let operation):
        let members: JSON = ["operation": .string(operation.name), "key": .string(operation.thumbprint)]
        events.append(event("secure element", message, members))
      }
    }
    return [
      "log": [
        "version": "1.2", "creator": ["name": "DCR Terminal", "version": .string(version)],
        "comment": "secrets are masked", "entries": .array(entries), "_events": .array(events),
      ]
    ]
  }

  private func entry(_ exchange: Exchange, _ message: Message, comment: String = "") -> JSON {
    let time = exchange.milliseconds.map { max(0, $0) }
    var members: [JSON.Member] = [
      .init("startedDateTime", .string(HTTPArchive.time(exchange.started))),
      // The sum of the known timings.
      .init("time", HTTPArchive.number(time ?? 0)), .init("request", request(exchange.request, message)),
      .init("response", response(exchange, message)), .init("cache", [:]), .init("timings", timings(time)),
      .init("_number", JSON(integerLiteral: message.id)), .init("_name", .string(MessageName(message, Look()).text)),
      .init("_from", .string(message.from.rawValue)), .init("_to", .string(message.to.rawValue)),
    ]
    if let step = message.step { members.append(.init("_step", .string(step.rawValue))) }
    if case .failure(let failure) = exchange.outcome { members.append(.init("_error", .string(failure.code.rawValue))) }
    if let phone = message.phone { members.append(.init("_phone", .string(phone))) }
    if let part = part(message) { members.append(.init("_part", .string(part))) }
    if let record = message.record {
      members += [
        .init("_clients", .strings(record.clients)), .init("_users", .strings(record.users)),
        .init("_sessions", .strings(record.sessions)), .init("_address", .string(record.address)),
        .init("_note", .string(record.note)), .init("_detail", .string(record.detail)),
      ]
    }
    if !message.faults.isEmpty { members.append(.init("_faults", JSON.strings(message.faults))) }
    // Where the response deviated from the specifications and was accepted.
    let lenient = message.leniencies.map { $0.sentence(Look().catalogue) }
    if !lenient.isEmpty { members.append(.init("_leniencies", .strings(lenient))) }
    let gone = message.droppedSizes == nil ? "" : "headers and bodies were let go"
    let text = ([comment, gone] + lenient).filter { !$0.isEmpty }.joined(separator: "; ")
    if !text.isEmpty { members.append(.init("comment", .string(text))) }
    return .object(members)
  }

  /// Only the total is measured. HAR requires the middle three to be at least 0, so the total counts as waiting.
  private func timings(_ time: Double?) -> JSON {
    [
      "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": HTTPArchive.number(time ?? 0),
      "receive": 0, "comment": "only the whole exchange is timed",
    ]
  }

  private func request(_ request: HTTPRequest, _ message: Message) -> JSON {
    let masked = redaction.request(request)
    let type = request.headers.contentType
    var members: [JSON.Member] = [
      .init("method", .string(masked.method)), .init("url", .string(masked.url)), .init("httpVersion", "HTTP/1.1"),
      .init("cookies", []), .init("headers", headers(masked.headers)),
      .init("queryString", pairs(Address(masked.url).parameters)), .init("headersSize", -1),
      .init(
        "bodySize",
        JSON(integerLiteral: message.record?.requestBytes ?? message.droppedSizes?.request ?? request.body.count)),
    ]
    if !request.body.isEmpty {
      let text = String(decoding: masked.body, as: UTF8.self)
      // `params` and `text` exclude each other.
      let isForm = type == "application/x-www-form-urlencoded"
      members.append(
        .init(
          "postData",
          isForm
            ? ["mimeType": .string(type), "params": pairs(Address.form(text))]
            : ["mimeType": .string(type), "text": .string(text)]))
    }
    return .object(members)
  }

  private func response(_ exchange: Exchange, _ message: Message) -> JSON {
    var (answer, size) = (HTTPResponse(0), -1)
    if case .success(let response) = exchange.outcome {
      answer = redaction.response(response)
      if case .exchange = message.content {
        size = message.record?.responseBytes ?? message.droppedSizes?.response ?? response.body.count
      }
    }
    var content: [JSON.Member] = [
      .init("size", JSON(integerLiteral: max(0, size))), .init("mimeType", .string(answer.contentType)),
    ]
    if !answer.body.isEmpty { content.append(.init("text", .string(String(decoding: answer.body, as: UTF8.self)))) }
    return [
      "status": JSON(integerLiteral: answer.status), "statusText": .string(StatusWords.of(answer.status)),
      "httpVersion": "HTTP/1.1", "cookies": [], "headers": headers(answer.headers), "content": .object(content),
      "redirectURL": .string(answer.headers[first: "Location"] ?? ""), "headersSize": -1,
      "bodySize": JSON(integerLiteral: size),
    ]
  }

  private func headers(_ headers: [HTTPHeader]) -> JSON { pairs(headers.map { NamedValue($0.name, $0.value) }) }

  private func pairs(_ parameters: [NamedValue]) -> JSON {
    .array(parameters.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  private func event(_ what: String, _ message: Message, _ more: JSON = [:]) -> JSON {
    var members: JSON = [
      "startedDateTime": .string(HTTPArchive.time(message.time)), "what": .string(what),
      "from": .string(message.from.rawValue), "to": .string(message.to.rawValue),
      "number": JSON(integerLiteral: message.id), "name": .string(MessageName(message, Look()).text),
    ]
    if let phone = message.phone { members = members.setting("phone", .string(phone)) }
    if let part = part(message) { members = members.setting("part", .string(part)) }
    return (more.objectValue ?? []).reduce(members) { $0.setting($1.name, $1.value) }
  }

  /// ISO 8601 with milliseconds, in UTC.
  static func time(_ date: Date) -> String {
    let moment = Moment(date, 0)
    let fraction = date.timeIntervalSince1970 - date.timeIntervalSince1970.rounded(.down)
    return "\(moment.date)T\(moment.time).\(FixedPoint.padded(min(999, Int(fraction * 1000)), to: 3))Z"
  }

  private static func number(_ value: Double) -> JSON { .number(FixedPoint.text(min(value, 1e9), digits: 1)) }

  private static func origin(_ url: String) -> String {
    guard let host = url.byteRange(of: "://")?.upperBound else { return "" }
    return String(url[..<(url[host...].firstIndex { "/?#".contains($0) } ?? url.endIndex)])
  }
}
