import Foundation
import OpenSSLCrypto

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
func freshSecret() -> String { base64url(Primitives.random(32)) }

/// An opaque token: eight hex digits to know it by when it is masked, then 256 bits of chance.
func freshToken() -> String {
  let mark = Primitives.random(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  return mark + "-" + freshSecret()
}

/// Base64url without padding (RFC 7515 §2).
func base64url(_ bytes: [UInt8]) -> String {
  let text = Data(bytes).base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
    byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
  }
  return String(decoding: Array(text), as: UTF8.self)
}

/// `nil` for anything that is no unpadded base64url.
func bytes(base64url text: String) -> [UInt8]? {
  guard text.utf8.allSatisfy(isBase64URL) else { return nil }
  let plain = text.replacing("-", with: "+").replacing("_", with: "/")
  let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
  return Data(base64Encoded: plain + padding).map(Array.init)
}

func isBase64URL(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
    true
  default: false
  }
}
