import AppState
import Screens
import SharedValues

/// The searchable text of a message: its English name, its line and its details, with secrets masked as on screen.
enum MessageText {
  static func of(_ message: Message, reveal: Bool) -> String {
    let notes = message.leniencies.map { $0.sentence(Look().catalogue) }
    return ([MessageName(message, Look()).text] + notes + [content(message, reveal: reveal)]).joined(separator: "\n")
  }

  static func has(_ text: String, in message: Message, reveal: Bool) -> Bool {
    of(message, reveal: reveal).byteRange(of: text, ignoringCase: true) != nil
  }

  private static func content(_ message: Message, reveal: Bool) -> String {
    let redaction = Redaction(reveal: reveal)
    switch message.content {
    case .exchange(let exchange):
      let request = exchange.request
      let own = redaction.of(request)
      var lines = [request.method, address(request.url, own)] + headers(request.headers, own)
      lines += body(request.body, request.headers.contentType, own)
      switch exchange.outcome {
      case .success(let response):
        lines.append(String(response.status))
        lines += headers(response.headers, redaction)
        lines += body(response.body, response.contentType, redaction)
      case .failure(let failure): lines += [failure.code.rawValue, failure.detail]
      case nil: break
      }
      return lines.joined(separator: "\n")
    case .userAgentOpened(let url), .redirect(let url), .redirectDropped(let url): return address(url, redaction)
    case .userAgentClosed, .keystoreErased: return ""
    case .keystoreSaved(let file): return file
    case .keys(let operation): return operation.thumbprint
    case .observed(let request):
      return [[request.method, request.path], [request.statusText, request.note]]
        .map { $0.filter { !$0.isEmpty }.joined(separator: " ") }.joined(separator: "\n")
    }
  }

  private static func address(_ url: String, _ redaction: Redaction) -> String { decoded(redaction.url(url)) }

  private static func headers(_ headers: [HTTPHeader], _ redaction: Redaction) -> [String] {
    redaction.headers(headers).map { "\($0.name): \($0.value)" }
      // The token follows its scheme.
      + claims(headers.map { $0.value.split(scalar: " ").last.map(String.init) ?? "" }, redaction)
  }

  private static func claims(_ values: [String], _ redaction: Redaction) -> [String] {
    values.compactMap(ReadableToken.init).map { redaction.json($0.claims).pretty }
  }

  /// The body as the details show it, and the claims of readable tokens in it.
  private static func body(_ bytes: [UInt8], _ contentType: String, _ redaction: Redaction) -> [String] {
    guard !bytes.isEmpty else { return [] }
    let text = redaction.body(bytes, contentType: contentType)
    if contentType == "application/x-www-form-urlencoded" {
      return [decoded(text)] + claims(Address.form(String(decoding: bytes, as: UTF8.self)).map(\.value), redaction)
    }
    guard let members = try? JSON.parse(bytes).objectValue else { return [text] }
    return [text] + claims(members.compactMap { $0.value.stringValue }, redaction)
  }

  private static func decoded(_ text: String) -> String { PercentCoding.repaired(text.utf8) }
}
