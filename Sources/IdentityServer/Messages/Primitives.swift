import Foundation
import OpenSSLCrypto
import SharedValues

/// The few primitives that this room uses, under the names it uses them by.
enum Primitives {
  static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] { OpenSSLCrypto.sha256(Array(bytes)) }

  static func hmac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] { hmacSHA256(key: key, message: bytes) }

  static func random(_ count: Int) -> [UInt8] { secureRandom(count) }

  /// Compares without leaving early, so that the time tells nothing about where the first difference is.
  static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }

  /// RFC 7914 with r = 8 and p = 1; 32 bytes.
  static func scrypt(password: [UInt8], salt: [UInt8], logN: Int) throws -> [UInt8] {
    try OpenSSLCrypto.scrypt(password: password, salt: salt, logN: logN, r: 8, p: 1, length: 32)
  }
}

/// How a secret is stored: its SHA-256, which is enough because each has 256 bits of chance in it.
func digest(_ secret: String) -> Data { Data(Primitives.sha256(secret.utf8)) }

/// 256 bits of chance as 43 characters of base64url (RFC 4648 §5).
func freshSecret() -> String { Base64URL.encode(Primitives.random(32)) }

/// An opaque token: eight hex digits to know it by when it is masked, then 256 bits of chance.
func freshToken() -> String {
  let mark = Primitives.random(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  return mark + "-" + freshSecret()
}
