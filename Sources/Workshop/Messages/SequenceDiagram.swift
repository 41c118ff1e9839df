import AppState
import OAuthClient
import Screens
import SharedValues

/// The diagram of a log in words, for every output format: rows in order, secrets masked.
struct SequenceDiagram {
  enum Row {
    case heading(MessagePart, String)
    case arrow(Arrow)
  }

  struct Arrow {
    var number: Int
    var from: Lifeline
    var to: Lifeline
    /// Whether it belongs to a login of the app's own client.
    var isLogin: Bool
    var part: MessagePart?
    var label: String
    var result: String
    var failed: Bool
    /// Whether `result` is a response that travels back.
    var isAnswered: Bool
    var time: String
  }

  var title: String
  var lanes: [(lifeline: Lifeline, name: String)]
  var rows: [Row]

  init(_ log: MessageLog, look: Look) {
    title =
      log.subject.map { $0.kind == .lab ? $0.title : MessagesWords.title($0, look) } ?? look.catalogue(.diagramTitle)
    let lifelines = Lanes.ordered(log.lifelines, ofPhone: !log.isOfServer)
    // A single phone needs no name.
    let hasPhones = Set(lifelines.compactMap(\.phone)).count > 1
    lanes = lifelines.map { ($0, hasPhones ? $0.fullName(look) : look.catalogue($0.party.fullName)) }
    rows = SequenceRows(log).map { row in
      switch row {
      case .heading(let part): return .heading(part, part.heading(look))
      case .arrow(let message, let part):
        let words = ArrowText(message, reveal: false, look)
        let isExchange = if case .exchange = message.content { true } else { false }
        return .arrow(
          Arrow(
            number: message.id, from: message.ends.from, to: message.ends.to,
            isLogin: (message.flow?.kind ?? part?.kind) == .authentication, part: part, label: words.name.text,
            result: words.result, failed: words.outcome == .failed || words.outcome == .refused,
            isAnswered: isExchange && !message.isPending, time: look.moment(message.time).time))
      }
    }
  }
}

/// The diagram as Mermaid text (`sequenceDiagram`), for documents and wikis.
package struct MermaidText: Sendable {
  private let look: Look

  package init(look: Look) { self.look = look }

  /// The same diagram that ``SVGText`` draws. No text of a server can end a line or a statement in it.
  package func text(_ log: MessageLog) -> String {
    let diagram = SequenceDiagram(log, look: look)
    var lines = ["sequenceDiagram", "  %% \(SafeText.mermaid(diagram.title))"]
    lines += diagram.lanes.map { "  participant \($0.lifeline.id) as \(SafeText.mermaid($0.name))" }
    var isOpen = false
    for row in diagram.rows {
      switch row {
      case .heading(let part, let heading):
        if isOpen { lines.append("  end") }
        lines.append("  rect \(part.kind == .authentication ? "rgba(240, 160, 32, 0.15)" : "rgba(64, 128, 255, 0.12)")")
        let ends = [diagram.lanes.first, diagram.lanes.last].compactMap { $0?.lifeline.id }.joined(separator: ",")
        lines.append("  Note over \(ends): \(SafeText.mermaid(heading))")
        isOpen = true
      case .arrow(let arrow): lines += self.lines(arrow)
      }
    }
    if isOpen { lines.append("  end") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ arrow: SequenceDiagram.Arrow) -> [String] {
    let (from, to) = (arrow.from.id, arrow.to.id)
    let label = SafeText.mermaid("\(arrow.number) · \(arrow.label)")
    let result = SafeText.mermaid(arrow.result)
    let sent = "  \(from)->>\(to): \(label)"
    guard !result.isEmpty else { return [sent] }
    // A dashed line is a response; a cross means that there was none.
    guard arrow.isAnswered else { return ["\(sent) · \(result)"] }
    return [sent, "  \(to)--\(arrow.failed ? "x" : ">>")\(from): \(result)"]
  }
}

extension Lifeline {
  /// A Mermaid identifier: letters, digits and underscores.
  fileprivate var id: String {
    guard let phone else { return party.rawValue }
    return party.rawValue + "_" + String(phone.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

struct ArrowText {
  var name: MessageName
  var result: String
  var outcome: MessageSummary.Outcome

  init(_ message: Message, reveal: Bool, _ look: Look) {
    let summary = MessageSummary(message, look)
    outcome = summary.outcome
    name = summary.name
    result = ""
    let redaction = Redaction(reveal: reveal, dot: Character(look.marks.dot))
    switch message.content {
    case .exchange(let exchange):
      result = summary.status
      if case .success(let response) = exchange.outcome {
        let note = ArrowText.note(response, exchange.request.endpoint, redaction, look)
        if !note.isEmpty { result += " " + note }
      }
    case .userAgentOpened(let url):
      let address = Address(url)
      if let scope = address.value("scope") { result = "scope=\(scope)" }
      if address.value("prompt") == "login" { result += " prompt=login" }
    case .redirect(let url):
      let names = Address(redaction.url(url)).parameters
      if let code = names.first(where: { $0.name == "code" || $0.name == "error" }) {
        result = code.name == "code" ? "code \(code.value)" : code.value
      }
    case .redirectDropped: result = look.catalogue(.messageDropped)
    case .keystoreSaved, .keystoreErased, .userAgentClosed: break
    case .keys(let operation): result = String(operation.thumbprint.prefix(8))
    // The name already says what was done without a request.
    case .observed(let request) where request.status == 0: break
    case .observed(let request):
      result = request.note.isEmpty ? String(request.status) : look.catalogue.serverNote(request.note)
    }
    // Marks a message that a fault changed, so that readers do not blame the server.
    if !message.faults.isEmpty { result = "\(look.marks.warning) \(result)" }
  }

  private static func note(
    _ response: HTTPResponse, _ endpoint: Endpoint, _ redaction: Redaction, _ look: Look
  ) -> String {
    guard let json = try? JSON.parse(response.body) else { return challenge(response) }
    let shown = redaction.json(json)
    if response.status >= 400 { return shown["error"]?.stringValue ?? "" }
    let name: String? =
      switch endpoint {
      case .token, .refresh, .push: "access_token"
      case .registration: "client_id"
      case .pushedAuthorization: "request_uri"
      case .deviceAuthorization: "user_code"
      case .userinfo: "sub"
      default: nil
      }
    guard let name, let value = shown[name]?.stringValue else {
      guard endpoint == .jwks, let keys = json["keys"]?.arrayValue else { return "" }
      return look.catalogue(.noteKeys, ["count": String(keys.count)])
    }
    return "\(name) \(value)"
  }

  /// The reason why a token was refused, if only the header has it (RFC 6750 §3).
  private static func challenge(_ response: HTTPResponse) -> String {
    guard response.status >= 400 else { return "" }
    return response.headers[all: "WWW-Authenticate"].flatMap(AuthenticationChallenge.all(in:))
      .lazy.compactMap { $0["error"] }.first ?? ""
  }
}
