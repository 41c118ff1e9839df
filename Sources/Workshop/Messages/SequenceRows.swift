import AppState
import Catalogue
import Screens
import SharedValues

/// The diagram as rows: a heading where a part begins, an arrow for each message. Both logins stand apart; what is asked
/// before a part (metadata) belongs to it.
///
/// A row is found by halving the list of parts; nothing walks through the messages.
struct SequenceRows: RandomAccessCollection {
  enum Row: Hashable {
    case heading(SequenceSection)
    case arrow(Message, of: SequenceSection?)
  }

  private let log: MessageLog
  private let parts: [MessagePart]

  init(_ log: MessageLog, next: SequenceSection?) {
    self.log = log
    parts = log.parts(before: next)
  }

  init(_ state: AppState) { self.init(state.messages, next: state.nextSection) }

  var startIndex: Int { 0 }
  var endIndex: Int { log.count + parts.count }

  subscript(row: Int) -> Row {
    // Headings before the row or on it.
    let count = firstPart { place(of: $0) > row }
    if count > 0, place(of: count - 1) == row { return .heading(parts[count - 1].section) }
    return .arrow(log[row - count], of: count > 0 ? parts[count - 1].section : nil)
  }

  /// The row of a message that is in the log.
  func row(of number: Int) -> Int { number - log.firstNumber + firstPart { parts[$0].first > number } }

  private func place(of part: Int) -> Int { parts[part].first - log.firstNumber + part }

  private func firstPart(where passes: (Int) -> Bool) -> Int {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if passes(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SequenceRows.Row { var isHeading: Bool { if case .heading = self { true } else { false } } }

extension SequenceSection {
  var phrase: Phrase {
    switch self {
    case .registration: .sectionRegistration
    case .login: .sectionLogin
    case .refresh: .sectionRefresh
    case .logout: .sectionLogout
    case .forget: .sectionForget
    case .signUp: .sectionSignUp
    case .revoke: .sectionRevoke
    case .update: .sectionUpdate
    }
  }

  /// Stands beside every arrow of the part; the heading begins with it, too.
  var sign: String {
    switch self {
    case .registration: "1"
    case .login: "2"
    case .refresh: "3"
    case .logout: "4"
    case .forget: "5"
    case .signUp, .revoke, .update: " "
    }
  }
}

/// What an arrow says, and what came of it.
struct ArrowText {
  var label: String
  /// What the label is about, where the arrow has no other end to show it.
  var object: String
  var result: String
  var outcome: MessageSummary.Outcome

  init(_ message: Message, reveal: Bool, _ look: Look) {
    let summary = MessageSummary(message, look)
    outcome = summary.outcome
    result = ""
    label = summary.verb
    object = summary.object
    let redaction = Redaction(reveal: reveal, dot: Character(look.marks.dot))
    switch message.content {
    case .exchange(let exchange):
      label = "\(summary.verb) \(ArrowText.short(exchange.request, look))"
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
        label += " " + code.name
        result = code.name == "code" ? "code \(code.value)" : code.value
      }
    case .redirectDropped: result = look.catalogue(.messageDropped)
    case .keystoreSaved, .keystoreErased, .userAgentClosed: break
    case .observed(let request):
      label = "\(request.method) \(ArrowText.lastPart(request.path))"
      result = request.note.isEmpty ? String(request.status) : request.note
    }
    // What was meddled with on purpose is not to be taken for the server's doing.
    if !message.faults.isEmpty { result = "\(look.marks.warning) \(result)" }
  }

  /// The whole label, or where that does not fit what it is about without the method: `POST token`, `token`.
  func label(in room: Int) -> String {
    guard label.count > room, let space = label.firstIndex(of: " ") else { return label }
    return String(label[label.index(after: space)...])
  }

  private static func short(_ request: HTTPRequest, _ look: Look) -> String {
    let phrase: Phrase
    switch request.endpoint {
    case .metadata: phrase = .arrowMetadata
    case .token, .refresh: phrase = .arrowToken
    case .registration: phrase = request.method == "POST" ? .arrowRegister : .arrowClient
    case .push: phrase = .arrowPush
    case .userinfo: phrase = .arrowUserinfo
    case .jwks: phrase = .arrowKeys
    case .revocation: phrase = .arrowRevoke
    case .application: return lastPart(Address(request.url).path)
    case .endSession: phrase = .arrowLogout
    case .authorization: phrase = .arrowAuthorize
    case .page, .other: return lastPart(Address(request.url).path)
    }
    return look.catalogue(phrase)
  }

  private static func lastPart(_ path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasPrefix("oauth-") ? String(last.dropFirst(6)) : last
  }

  /// The one thing of an answer that the next step needs.
  private static func note(
    _ response: HTTPResponse, _ endpoint: Endpoint, _ redaction: Redaction, _ look: Look
  ) -> String {
    guard let json = try? JSON.parse(response.body) else { return "" }
    let shown = redaction.json(json)
    if response.status >= 400 { return shown["error"]?.stringValue ?? "" }
    let name: String? =
      switch endpoint {
      case .token, .refresh, .push: "access_token"
      case .registration: "client_id"
      case .userinfo: "sub"
      default: nil
      }
    guard let name, let value = shown[name]?.stringValue else {
      guard endpoint == .jwks, let keys = json["keys"]?.arrayValue else { return "" }
      return look.catalogue(.noteKeys, ["count": String(keys.count)])
    }
    return "\(name) \(value)"
  }
}
