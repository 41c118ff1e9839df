import COpenSSL

/// Why a primitive gave no result.
package enum CryptoError: Error, Hashable, Sendable {
  /// The tag does not fit: another key, another nonce, or altered bytes. Nothing was decrypted.
  case notAuthentic
  /// The peer's X25519 value has low order, so that the shared secret would be all zero (RFC 7748 §6.1).
  case lowOrderPoint
  /// An argument outside the primitive's domain. Names the argument and what it must be.
  case badArgument(String)
  /// libcrypto refused or ran out of memory; its own words.
  case unavailable(String)

  /// Takes libcrypto's own error text, and empties its error queue, which is one per thread.
  static func fromLibrary(_ call: String) -> CryptoError {
    var reason = "no reason given"
    var text = [CChar](repeating: 0, count: 256)
    while case let code = ERR_get_error(), code != 0 {
      ERR_error_string_n(code, &text, text.count)
      reason = text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return .unavailable("\(call): \(reason)")
  }
}
