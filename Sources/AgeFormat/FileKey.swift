import OpenSSLCrypto

/// The 128-bit key of one file, and the two keys derived from it (age-encryption.org/v1, "File key").
///
/// The key has one holder at a time and is wiped when the last one releases it.
final class FileKey {
  static let length = 16

  private(set) var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  deinit { wipe(&bytes) }

  static func random() -> FileKey { FileKey(bytes: secureRandom(length)) }

  /// HMAC of the header up to and including its `---`.
  func headerMAC(of text: [UInt8]) throws(AgeError) -> [UInt8] {
    var key = try derive(salt: [], info: "header")
    defer { wipe(&key) }
    return hmacSHA256(key: key, message: text)
  }

  /// The caller must wipe it.
  func payloadKey(nonce: [UInt8]) throws(AgeError) -> [UInt8] { try derive(salt: nonce, info: "payload") }

  private func derive(salt: [UInt8], info: String) throws(AgeError) -> [UInt8] {
    do {
      return try hkdfSHA256(secret: bytes, salt: salt, info: Array(info.utf8))
    } catch { throw .crypto(error) }
  }
}
