import AppState
import OAuthClient
import Screens
import SharedValues

/// The text of an arrow, and the result.
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
