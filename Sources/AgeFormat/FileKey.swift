import OpenSSLCrypto

/// The 128-bit key of one file, and the two keys derived from it (age-encryption.org/v1, "File key").
struct FileKey {
  static let length = 16

  let bytes: [UInt8]

  static func random() -> FileKey { FileKey(bytes: secureRandom(length)) }

  /// HMAC of the header up to and including its `---`.
  func headerMAC(of text: [UInt8]) throws(AgeError) -> [UInt8] {
    hmacSHA256(key: try derive(salt: [], info: "header"), message: text)
  }

  func payloadKey(nonce: [UInt8]) throws(AgeError) -> [UInt8] { try derive(salt: nonce, info: "payload") }

  private func derive(salt: [UInt8], info: String) throws(AgeError) -> [UInt8] {
    do {
      return try hkdfSHA256(secret: bytes, salt: salt, info: Array(info.utf8))
    } catch { throw .crypto(error) }
  }
}
