import OAuthClient

// Fresh values from the operating system's random number generator, for the rooms that draw none themselves.

extension AuthorizationSecrets {
  package static func random() -> AuthorizationSecrets { AuthorizationSecrets(randomBytes: randomBytes) }
}

extension KeyProof {
  /// 128 random bits, so that no two proofs have the same `jti` (RFC 9449 §4.2).
  package static func freshID() -> String { Base64URL.encode(randomBytes(16)) }
}

private func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}
