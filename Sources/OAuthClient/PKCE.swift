import Crypto
import SharedValues

/// Proof Key for Code Exchange with S256, the only method of this app (RFC 7636).
public enum PKCE {
  /// `code_challenge = BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636 §4.2).
  public static func challenge(for verifier: Secret) -> String {
    Base64URL.encode(SHA256.hash(data: Array(verifier.revealed.utf8)))
  }
}

extension AuthorizationSecrets {
  /// Bytes of entropy in each value; RFC 7636 §4.1 recommends 32 for the verifier.
  public static let entropyBytes = 32

  /// Three independent values of 32 random bytes each, in base64url (43 characters, RFC 7636 §4.1).
  /// - Parameter randomBytes: that many bytes of a cryptographic random source.
  public init(randomBytes: (Int) -> [UInt8]) {
    func draw() -> Secret { Secret(Base64URL.encode(randomBytes(AuthorizationSecrets.entropyBytes))) }
    self.init(state: draw(), nonce: draw(), codeVerifier: draw())
  }
}
