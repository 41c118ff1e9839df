import ArgumentParser

/// The purpose of opening the browser. Without a person the browser does only what the errand requires.
enum Errand: Hashable, Sendable {
  /// `scopes`: the requested ones (RFC 6749 §3.3). A consent page may have a box for each.
  case logIn(scopes: Set<String>)
  /// The end of the session at the server (OpenID Connect RP-Initiated Logout 1.0), without a login.
  case signOut

  enum Name: String, CaseIterable, ExpressibleByArgument {
    case logIn = "log-in"
    case signOut = "sign-out"
  }

  /// What the app does not say is judged by the address.
  init(_ name: Name? = nil, scope: String? = nil, at url: WebURL) {
    switch name ?? Errand.name(of: url) {
    case .signOut: self = .signOut
    case .logIn:
      // In a query a space may be written `+`.
      let scopes = (scope ?? Errand.parameters(of: url)["scope"] ?? "").split(whereScalar: { $0 == " " || $0 == "+" })
      self = .logIn(scopes: Set(scopes.map(String.init)))
    }
  }

  /// An authorization request has a response type or refers to a pushed request.
  private static func name(of url: WebURL) -> Name {
    let names = Set(parameters(of: url).keys)
    guard names.isDisjoint(with: ["response_type", "request_uri"]) else { return .logIn }
    return names.isDisjoint(with: ["post_logout_redirect_uri", "id_token_hint"]) ? .logIn : .signOut
  }

  static func parameters(of url: WebURL) -> [String: String] {
    let items = URLComponents(string: url.text)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }
}

/// What a server did for the app without asking the person, as judged by errand and redirect.
enum SilentAnswer: Hashable, Sendable {
  case login
  /// The browser's session has ended (OpenID RP-Initiated Logout §3).
  case signOut

  /// - Returns: `nil` for a refusal (RFC 6749 §4.1.2.1), which the app itself explains.
  init?(to errand: Errand, redirect: String) {
    // The parameters in query and fragment, undecoded.
    let parameters = redirect.drop(whileScalar: { $0 != "?" && $0 != "#" }).split { "?#&".contains($0) }
    guard !parameters.contains(where: { $0.prefix(whileScalar: { $0 != "=" }) == "error" }) else { return nil }
    self = errand == .signOut ? .signOut : .login
  }

  var phrases: (title: Phrase, explanation: Phrase, line: Phrase) {
    switch self {
    case .login: (.browserSilentTitle, .browserSilent, .browserSilentLine)
    case .signOut: (.browserSignedOutTitle, .browserSignedOut, .browserSignedOutLine)
    }
  }
}
