import ArgumentParser
import FoundationEssentials

/// What the browser was opened for. Without a person it does what belongs to its errand, and nothing else.
enum Errand: Hashable, Sendable {
  /// Somebody is to log in.
  ///
  /// `scopes`: what the app asks for (RFC 6749 §3.3). A consent page may have a box for each.
  case logIn(scopes: Set<String>)
  /// The session at the server is to end (OpenID Connect RP-Initiated Logout 1.0). Nobody logs in.
  case signOut

  /// The errand as `--errand` spells it.
  enum Name: String, CaseIterable, ExpressibleByArgument {
    case logIn = "log-in"
    case signOut = "sign-out"
  }

  /// - Parameters:
  ///   - name: what the app says; `nil`: the address tells.
  ///   - scope: what the app asks for, words with spaces between; `nil`: what the address asks for.
  init(_ name: Name? = nil, scope: String? = nil, at url: WebURL) {
    switch name ?? Errand.name(of: url) {
    case .signOut: self = .signOut
    case .logIn: self = .logIn(scopes: Errand.words(scope ?? Errand.parameters(of: url)["scope"] ?? ""))
    }
  }

  /// Only a request to end a session has one of these; an authorization request has a type of response, or refers to one that was
  /// pushed.
  private static func name(of url: WebURL) -> Name {
    let names = Set(parameters(of: url).keys)
    guard names.isDisjoint(with: ["response_type", "request_uri"]) else { return .logIn }
    return names.isDisjoint(with: ["post_logout_redirect_uri", "id_token_hint"]) ? .logIn : .signOut
  }

  static func parameters(of url: WebURL) -> [String: String] {
    let items = URLComponents(string: url.text)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  /// In the query of an address a space may be `+`.
  private static func words(_ scope: String) -> Set<String> {
    Set(scope.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "+") }.map { String(Substring($0)) })
  }
}
