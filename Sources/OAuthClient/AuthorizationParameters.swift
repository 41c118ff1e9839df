import SharedValues

/// OpenID Connect Core §3.1.2.1: `acr_values`, `ui_locales`, `max_age`, and any other parameter by name. Every value has been judged.
public struct AuthorizationParameters: Hashable, Sendable {
  /// Values by wire name, without the protocol's own parameters.
  public private(set) var values: [String: String] = [:]

  public static let none = AuthorizationParameters()

  private init() {}

  /// `max_age` is a whole number, all others are strings. Throws for the first member that breaks a rule.
  public init(_ members: [JSON.Member]) throws(AuthorizationParameterError) {
    for member in members { values[member.name] = try Self.judged(member) }
  }

  /// A copy with `resource`, the API that the token is for (RFC 8707 §2). `nil` adds nothing.
  public func asking(for resource: String?) -> AuthorizationParameters {
    var added = self
    if let resource { added.values["resource"] = resource }
    return added
  }

  func replacing(by others: AuthorizationParameters) -> AuthorizationParameters {
    var replaced = self
    replaced.values.merge(others.values) { $1 }
    return replaced
  }

  /// `max_age`: the login's greatest age in seconds.
  public var maxAge: Int? { values["max_age"].flatMap { Int($0) } }

  /// Those about the person and the page: the token of this forced login only registers, so that `max_age`, `resource`, `claims`… mean nothing.
  public var forRegistration: AuthorizationParameters {
    var kept = self
    kept.values = values.filter { Self.aboutPersonAndPage.contains($0.key) }
    return kept
  }

  private static let aboutPersonAndPage: Set = ["login_hint", "ui_locales", "display", "acr_values"]

  /// The parameters that belong to the protocol: neither an endpoint's query nor a configuration may set them.
  static let ownedByProtocol: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
    "prompt", "id_token_hint", "response_mode", "request", "request_uri", "registration", "dpop_jkt",
  ]

  /// Never part of an authorization request: its address would reveal them.
  static let secrets: Set<String> = [
    "client_secret", "client_assertion", "client_assertion_type", "code", "code_verifier", "access_token",
    "refresh_token", "id_token", "password",
  ]

  private static func judged(_ member: JSON.Member) throws(AuthorizationParameterError) -> String {
    let name = member.name
    func broken(_ rule: AuthorizationParameterError.Rule) -> AuthorizationParameterError {
      AuthorizationParameterError(name: name, rule: rule)
    }
    guard !ownedByProtocol.contains(name), !secrets.contains(name) else { throw broken(.ownedByProtocol) }
    guard name.isTokenText, name.utf8.count <= 64 else { throw broken(.name) }
    if name == "max_age" {
      guard case .number = member.value, let seconds = member.value.intValue, seconds >= 0 else {
        throw broken(.seconds)
      }
      return String(seconds)
    }
    guard let text = member.value.stringValue, !text.isEmpty, text.count <= 2000,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    else { throw broken(.text) }
    switch name {
    case "ui_locales", "claims_locales": guard words(text).allSatisfy(isLanguageTag) else { throw broken(.languages) }
    case "acr_values": guard words(text).allSatisfy({ String($0).isTokenText }) else { throw broken(.list) }
    case "display": guard ["page", "popup", "touch", "wap"].contains(text) else { throw broken(.display) }
    default: break
    }
    return text
  }

  private static func words(_ text: String) -> [Substring] { text.split(scalar: " ", omittingEmptySubsequences: false) }

  /// The shape of RFC 5646 §2.1: parts of one to eight letters and digits, the first of letters only.
  private static func isLanguageTag(_ word: Substring) -> Bool {
    let parts = word.split(scalar: "-", omittingEmptySubsequences: false)
    return parts.first?.allSatisfy { $0.isASCII && $0.isLetter } == true
      && parts.allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }
}

/// The rule that a configured parameter breaks.
public struct AuthorizationParameterError: Error, Hashable, Sendable {
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// The name belongs to the protocol: the app sets it, or it is a secret that must not appear in an address.
    case ownedByProtocol
    /// A name is 1 to 64 printable ASCII characters without space.
    case name
    /// A value is a string of 1 to 2000 characters without control characters.
    case text
    /// Seconds, 0 or more, as a number.
    case seconds
    /// Language tags (RFC 5646), separated by one space.
    case languages
    /// Values without spaces, separated by one space.
    case list
    /// page, popup, touch or wap.
    case display
  }

  public var name: String
  public var rule: Rule
}
