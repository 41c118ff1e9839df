import AppState
import Catalogue
import OAuthClient
import SharedValues

/// The diagram as rows: a heading where a part begins, an arrow for each message.
enum SequenceRow: Hashable {
  case heading(SequenceSection)
  case arrow(Message)

  /// Both logins stand apart; what is asked before a part (metadata) belongs to it.
  static func rows(_ state: AppState) -> [SequenceRow] {
    let messages = state.messages.all
    var sections = messages.map { $0.step.flatMap(SequenceSection.init) }
    var following = state.flow.map { SequenceSection($0.kind) }
    for index in sections.indices.reversed() {
      if let own = sections[index] { following = own } else { sections[index] = following }
    }
    var rows: [SequenceRow] = []
    var current: SequenceSection?
    for (message, section) in zip(messages, sections) {
      // What comes after the last known part still belongs to it.
      let section = section ?? current
      if let section, section != current || message.opensAgain(rows, section) { rows.append(.heading(section)) }
      current = section ?? current
      rows.append(.arrow(message))
    }
    return rows
  }
}

extension Message {
  /// A second login or registration in one run begins anew: its browser opens after an answer was already there.
  fileprivate func opensAgain(_ rows: [SequenceRow], _ section: SequenceSection) -> Bool {
    guard case .userAgentOpened = content, section == .registration || section == .login else { return false }
    for row in rows.reversed() {
      switch row {
      case .heading: return false
      case .arrow(let earlier): if case .userAgentOpened = earlier.content { return true }
      }
    }
    return false
  }
}

/// A part of the diagram.
enum SequenceSection: Hashable, CaseIterable {
  case registration, login, refresh, logout, forget, revoke, update, signUp

  init(_ kind: Flow.Kind) {
    self =
      switch kind {
      case .registration: .registration
      case .authentication: .login
      case .silentStart: .refresh
      case .revokeTokens: .revoke
      case .updateRegistration, .checkRegistration: .update
      case .refresh: .refresh
      case .signOut: .logout
      case .forgetDevice: .forget
      case .signUp: .signUp
      }
  }

  /// Discovery belongs to whatever follows it.
  init?(_ step: FlowStep) {
    switch step {
    case .discovery: return nil
    case .registrationLogin, .registrationToken, .register: self = .registration
    case .login, .token, .userinfo: self = .login
    case .refresh: self = .refresh
    case .logout: self = .logout
    case .unregister: self = .forget
    case .signUp: self = .signUp
    case .revoke: self = .revoke
    case .update, .check: self = .update
    }
  }

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
    case .keystoreSaved, .keystoreErased, .userAgentClosed: break
    case .observed(let method, let path, let status, let note):
      label = "\(method) \(ArrowText.lastPart(path))"
      result = note.isEmpty ? String(status) : note
    }
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
      return look.catalogue(keys.count == 1 ? .noteOneKey : .noteKeys, ["count": String(keys.count)])
    }
    return "\(name) \(value)"
  }
}
