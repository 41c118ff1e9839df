import OpenSSLCrypto

/// The cryptographic primitives of this module, under short names.
enum Primitives {
  static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] { OpenSSLCrypto.sha256(Array(bytes)) }
  static func hmac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] { hmacSHA256(key: key, message: bytes) }
  static func random(_ count: Int) -> [UInt8] { secureRandom(count) }

  /// Compares in constant time, so that timing does not reveal the first difference.
  static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }

  /// RFC 7914 with r = 8 and p = 1; 32 bytes.
  static func scrypt(password: [UInt8], salt: [UInt8], logN: Int) throws -> [UInt8] {
    try OpenSSLCrypto.scrypt(password: password, salt: salt, logN: logN, r: 8, p: 1, length: 32)
  }
}

/// The stored form of a secret: its SHA-256, which is enough because each secret has 256 bits of entropy.
func digest(_ secret: String) -> Data { Data(Primitives.sha256(secret.utf8)) }

/// A random secret of 256 bits, as 43 characters of base64url (RFC 4648 §5).
func freshSecret() -> String { Base64URL.encode(Primitives.random(32)) }

/// An opaque token: eight hex digits that identify it when it is masked, then 256 random bits.
func freshToken() -> String { hex(Primitives.random(4)) + "-" + freshSecret() }

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
