import SharedValues

/// A server may quote in an error what it was sent ("code 5f2c… is not valid"), and the error is shown, printed and logged. So every secret that the
/// app knows is masked in the server's own words.
extension ProtocolError {
  /// A copy whose parts from the server contain none of these secrets.
  public func masking(_ secrets: [Secret]) -> ProtocolError {
    var masked = self
    masked.serverDescription = serverDescription.map { SecretMasking.masked($0, secrets) }
    masked.received = received?.mapValues { SecretMasking.masked($0, secrets) }
    masked.serverCode = serverCode.map { SecretMasking.masked($0, secrets) }
    masked.field = field.map { SecretMasking.masked($0, secrets) }
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
  /// The secrets in these credentials.
  public var secrets: [Secret] { [authentication.secret, basicValue].compactMap(\.self) }
}

extension TokenSet {
  /// The secrets among these tokens.
  public var secrets: [Secret] { [accessToken, refreshToken, idToken].compactMap { $0 } }
}

extension AuthorizationSecrets {
  /// All three values.
  public var all: [Secret] { [state, nonce, codeVerifier] }
}

enum SecretMasking {
  /// The shortest secret that is masked, in bytes. Shorter values are useless as secrets, and masking them would hit ordinary words.
  static let shortest = 8

  static func masked(_ text: String, _ secrets: [Secret]) -> String {
    // The longest first: a secret that another one begins with would otherwise leave the rest of the longer one visible.
    let known = secrets.filter { $0.revealed.utf8.count >= shortest }
      .sorted { $0.revealed.utf8.count > $1.revealed.utf8.count }
    return known.reduce(text) { text, secret in
      withoutBeginning(of: secret, text.replacingBytes(of: secret.revealed, with: secret.masked))
    }
  }

  /// Masks the beginning of a secret at the end of a text that was cut to a length.
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
