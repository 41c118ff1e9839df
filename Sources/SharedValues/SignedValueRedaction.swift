/// `header.claims.••••`: without the signature the claims are useless and may be read (RFC 9449 §4.2, RFC 7523 §2.2).
extension Redaction {
  /// The longest text that is parsed, in bytes; longer ones are masked as a whole.
  public static let longestSignedValue = 20_000

  /// - Returns: `nil` for a text that is no JWS in compact form (RFC 7515 §7.1), and for one whose claims hold a secret.
  func withoutSignature(_ text: String) -> String? {
    guard text.utf8.count <= Redaction.longestSignedValue else { return nil }
    let parts = text.split(scalar: ".", maxSplits: 3, omittingEmptySubsequences: false)
    // RFC 7515 §4.1.1: a header names its algorithm.
    guard parts.count == 3, parts.prefix(2).allSatisfy(Redaction.isReadable),
      Redaction.document(parts[0])?["alg"]?.stringValue != nil
    else { return nil }
    return "\(parts[0]).\(parts[1])." + String(repeating: dot, count: 4)
  }

  private static func isReadable(_ part: Substring) -> Bool {
    guard let json = document(part), json.objectValue != nil else { return false }
    return Redaction().json(json) == json
  }

  private static func document(_ part: Substring) -> JSON? { Base64URL.decode(part).flatMap { try? JSON.parse($0) } }

  /// Splits the name of a pushed request (RFC 9126 §2.2) into its common prefix, as written, and its secret part.
  static func requestName(_ value: String) -> (shared: Substring, secret: Substring)? {
    sharedNames.lazy.compactMap { shared in value.without(prefix: shared).map { (Substring(shared), $0) } }.first
  }

  /// Plain, and encoded as in forms and URLs.
  private static let sharedNames = [
    "urn:ietf:params:oauth:request_uri:", "urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A",
    "urn%3aietf%3aparams%3aoauth%3arequest_uri%3a",
  ]
}
