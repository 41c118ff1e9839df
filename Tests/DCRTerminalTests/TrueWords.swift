import AppState
import Catalogue
import Foundation
import OAuthClient
import Screens
import SharedValues
import Testing

@testable import Workshop

/// What the caption and explanations of a message must say, derived from the bytes sent, not from the program's classification.
enum TrueWords {
  private static let look = Look()

  static func expect(_ message: Message, _ place: String) {
    for wrong in wrong(message) { Issue.record("\(place): \(wrong)") }
  }

  static func wrong(_ message: Message) -> [String] {
    let caption = Caption.text(message, look)
    let lines = MessageDetail(message, reveal: true, width: 100_000, look: look).lines
      .map { $0.spans.map(\.text).joined() }
    var found: [String] = []
    switch message.content {
    case .exchange(let exchange):
      let sent = Sent(exchange.request)
      found += about(caption, sent, message, exchange)
      found += explained(lines, sent.pairs)
      if let section = sent.credentials, let line = after("Authorization: ", lines), !line.hasSuffix(section) {
        found.append("the header Authorization is explained by «\(line)»")
      }
    case .userAgentOpened(let url):
      let pairs = Sent.pairs(query(url))
      for (words, name, value) in [("prompt=login", "prompt", "login"), ("scope dcr", "scope", "dcr")]
      where caption.contains(words) && !caption.contains("where the API says neither")
        && !(pairs.first { $0.name == name }?.value.contains(value) ?? false)
      {
        found.append("«\(caption)» of \(url)")
      }
      if caption.contains("login"), !pairs.contains(where: { $0.name == "client_id" }), message.step != .logout,
        message.from == .app, !caption.contains("no login"), !caption.contains("elsewhere")
      {
        found.append("«\(caption)» of \(url)")
      }
      found += explained(lines, pairs)
    case .redirect(let url):
      if caption.contains("hands the redirect"), url.contains("access_token=") || url.contains("error=") {
        found.append("«\(caption)» of \(url)")
      }
      found += explained(lines, Sent.pairs(query(url)))
    default: break
    }
    return found
  }

  private static func query(_ url: String) -> String {
    url.firstIndex { $0 == "?" || $0 == "#" }.map { String(url[url.index(after: $0)...]) } ?? ""
  }

  // MARK: Captions

  private static func about(_ caption: String, _ sent: Sent, _ message: Message, _ exchange: Exchange) -> [String] {
    if case .failure = exchange.outcome, message.from == .app { return [] }
    guard message.to != .rogue else { return [] }
    var found: [String] = []
    func require(_ isTrue: Bool) {
      if !isTrue { found.append("«\(caption)» of \(sent.request.method) \(sent.request.url) \(sent.form)") }
    }
    if let sections = sent.sections { require(sections.contains { caption.hasPrefix($0 + " ·") }) }
    require(caption.contains("omebody else's software") == (message.from != .app))
    guard message.from == .app else { return found }
    if caption.contains("client's secret") || caption.contains("with its secret") { require(sent.hasSecret) }
    if caption.contains("no secret") { require(!sent.hasSecret) }
    if caption.contains("with the verifier") || caption.contains("its verifier") || caption.contains("verifier alone") {
      require(sent["code_verifier"] != nil)
    }
    if caption.contains("has signed") || caption.contains("signs with") { require(sent.isAsserted) }
    return found
  }

  // MARK: Explanations

  /// The section with the rule for a value, by name and value.
  private static let sources = [
    "grant_type=authorization_code": "RFC 6749 §4.1.3", "grant_type=refresh_token": "RFC 6749 §6",
    "grant_type=client_credentials": "RFC 6749 §4.4.2",
    "grant_type=urn:ietf:params:oauth:grant-type:device_code": "RFC 8628 §3.4",
    "response_type=code": "RFC 6749 §4.1.1", "response_type=token": "RFC 6749 §4.2.1",
  ]

  private static func explained(_ lines: [String], _ pairs: [(name: String, value: String)]) -> [String] {
    var found: [String] = []
    for pair in pairs {
      guard let source = sources["\(pair.name)=\(pair.value)"] else { continue }
      let line = after("  \(pair.name) = \(pair.value)", lines) ?? "nothing"
      if !line.hasSuffix(source) { found.append("\(pair.name)=\(pair.value) is explained by «\(line)»") }
    }
    let isBound = lines.contains { $0.contains("\"token_type\": \"DPoP\"") }
    if isBound, let line = after("access_token", lines), line.contains("whoever holds it") {
      found.append("a bound token is explained by «\(line)»")
    }
    let text = lines.joined(separator: "\n")
    if !pairs.contains(where: { $0.name == "code_verifier" }), text.contains("only together with the code verifier") {
      found.append("a code without a verifier is said to need one")
    }
    for claim in ["each is good once", "never passes through", "e.g. an authorization code"] where text.contains(claim)
    {
      found.append("«\(claim)» is not known")
    }
    return found
  }

  private static func after(_ start: String, _ lines: [String]) -> String? {
    guard let place = lines.firstIndex(where: { $0.hasPrefix(start) }), place + 1 < lines.count else { return nil }
    return lines[place + 1]
  }
}

/// A request as a reader sees it who knows the embedded server's addresses.
private struct Sent {
  let request: HTTPRequest
  let form: String
  let pairs: [(name: String, value: String)]

  init(_ request: HTTPRequest) {
    self.request = request
    let isForm = request.headers[first: "Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") ?? false
    form = isForm ? String(decoding: request.body, as: UTF8.self) : ""
    pairs = Sent.pairs(form)
  }

  static func pairs(_ query: String) -> [(name: String, value: String)] {
    let items = URLComponents(string: "?" + query.replacing("+", with: "%20"))?.queryItems ?? []
    return items.map { (name: $0.name, value: $0.value ?? "") }
  }

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  private var authorization: String { request.headers[first: "Authorization"] ?? "" }
  var hasSecret: Bool { authorization.hasPrefix("Basic ") || self["client_secret"] != nil }
  var isAsserted: Bool {
    self["client_assertion"] != nil || request.proofs.contains { $0.place == .form("client_assertion") }
  }

  private var path: String { URLComponents(string: request.url)?.path ?? "" }

  /// The sections that define the request; `nil`: an unknown address.
  var sections: [String]? {
    if path.hasSuffix("/oauth-token") { return grant }
    if path.contains("/oauth-registration") {
      return switch request.method {
      case "POST": ["RFC 7591 §3", "RFC 7591 §3.1"]
      case "GET": ["RFC 7592 §2.1"]
      case "PUT": ["RFC 7592 §2.2"]
      default: ["RFC 7592 §2.3"]
      }
    }
    for (end, section) in [
      ("/oauth-userinfo", "OpenID Connect Core §5.3"), ("/jwks", "OpenID Connect Core §3.1.3.7"),
      ("/oauth-introspect", "RFC 7662 §2.1"), ("/par", "RFC 9126 §2.1"),
      ("/oauth-device-authorization", "RFC 8628 §3.1"),
      ("/.well-known/openid-configuration", "OpenID Connect Discovery 1.0 §4.1"),
    ] where path.hasSuffix(end) { return [section] }
    if path.hasSuffix("/oauth-revoke") { return ["RFC 7009 §2.1", "RFC 7009 §2.2"] }
    if path.contains("/.well-known/oauth-protected-resource") { return ["RFC 9728 §3.3"] }
    return nil
  }

  private var grant: [String]? {
    switch self["grant_type"] {
    case "authorization_code": ["RFC 6749 §4.1.3", "RFC 7636 §4.5", "RFC 7636 §4.6", "RFC 7523 §2.2"]
    case "refresh_token": ["RFC 6749 §6", "RFC 7523 §2.2", "RFC 9449 §5"]
    case "client_credentials": ["RFC 8705 §2"]
    case "urn:ietf:params:oauth:grant-type:device_code": ["RFC 8628 §3.4"]
    default: nil
    }
  }

  /// The section that explains the content of the header `Authorization`.
  var credentials: String? {
    switch authorization.prefix(while: { $0 != " " }) {
    case "Basic": "RFC 6749 §2.3.1"
    case "DPoP": "RFC 9449 §7.1"
    case "Bearer" where path.contains("/oauth-registration/"): "RFC 7592 §2"
    case "Bearer" where path.hasSuffix("/oauth-registration"): "RFC 7591 §3"
    case "Bearer" where path.hasSuffix("/oauth-userinfo"): "RFC 6750 §2.1"
    default: nil
    }
  }
}
