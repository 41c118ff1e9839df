import ForeignText
import FoundationEssentials
import SharedValues

/// A server may quote in an error what it was sent ("code 5f2c… is not valid"), and the error is shown, printed and logged.
/// So whatever the app knows to be secret is masked in what a server says of itself.
extension ProtocolError {
  /// The same error without any of these secrets in the parts that a server wrote.
  public func masking(_ secrets: [Secret]) -> ProtocolError {
    var masked = self
    masked.serverDescription = serverDescription.map { Echoes.masked($0, secrets) }
    masked.received = received.map { Echoes.masked($0, secrets) }
    masked.serverCode = serverCode.map { Echoes.masked($0, secrets) }
    masked.field = field.map { Echoes.masked($0, secrets) }
    return masked
  }
}

extension ClientAuthentication {
  var secret: Secret? {
    switch self {
    case .none, .privateKey: nil
    case .basic(let secret), .post(let secret): secret
    }
  }
}

extension ClientCredentials {
  /// What must never be seen of them.
  public var secrets: [Secret] { [authentication.secret, basicValue].compactMap(\.self) }
}

extension ClientRegistration {
  /// What must never be seen of it.
  public var secrets: [Secret] { credentials.secrets + [registrationAccessToken].compactMap(\.self) }
}

extension TokenSet {
  /// What must never be seen of them.
  public var secrets: [Secret] { [accessToken, refreshToken, idToken].compactMap { $0 } }
}

extension AuthorizationSecrets {
  /// What must never be seen of them.
  public var all: [Secret] { [state, nonce, codeVerifier] }
}

enum Echoes {
  /// Shorter values are no secrets that anybody could use, and would take ordinary words with them.
  static let shortest = 8

  static func masked(_ text: String, _ secrets: [Secret]) -> String {
    // The longest first: a secret that another begins with would leave the rest of that one standing.
    let known = secrets.filter { $0.revealed.utf8.count >= shortest }
      .sorted { $0.revealed.utf8.count > $1.revealed.utf8.count }
    return known.reduce(text) { text, secret in
      withoutBeginning(of: secret, text.replacingBytes(of: secret.revealed, with: secret.masked))
    }
  }

  /// What was cut to a length may end within a secret.
  private static func withoutBeginning(of secret: Secret, _ text: String) -> String {
    guard let cut = text.without(suffix: "…")?.utf8 else { return text }
    let whole = secret.revealed.utf8
    let longest = min(whole.count, cut.count)
    guard longest >= shortest else { return text }
    for length in stride(from: longest, through: shortest, by: -1)
    where cut.suffix(length).elementsEqual(whole.prefix(length)) {
      return String(decoding: cut.dropLast(length), as: UTF8.self) + secret.masked
    }
    return text
  }
}
