import COpenSSL

/// libcrypto, set up before its first use; whatever calls it first asks for ``isReady``.
///
/// It does not read `openssl.cnf`, so that no entry there takes away what files are sealed with, and does not list its ciphers and digests under their old
/// names, which takes longer than opening a keystore.
enum Libcrypto {
  static let isReady: Void = {
    let left = OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ADD_ALL_CIPHERS | OPENSSL_INIT_NO_ADD_ALL_DIGESTS
    OPENSSL_init_crypto(UInt64(left), nil)
  }()
}

/// `count` bytes from libcrypto's generator, which the kernel seeds.
///
/// There is no weaker fallback: without randomness the program stops.
package func secureRandom(_ count: Int) -> [UInt8] {
  Libcrypto.isReady
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    guard count == 0 || RAND_bytes(buffer.baseAddress, Int32(count)) == 1 else {
      fatalError("the system's random generator is not available")
    }
    filled = count
  }
}

/// Whether both are equal, in a time that depends only on their lengths.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0
}

/// Overwrites a secret that is no longer needed and empties the array.
///
/// Only its sole holder may call this: if the bytes were shared, Swift would copy them and the copy would be overwritten. A debug build stops there.
/// Earlier copies are not overwritten.
package func wipe(_ bytes: inout [UInt8]) {
  let held = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  bytes.withUnsafeMutableBytes { buffer in
    assert(buffer.isEmpty || UInt(bitPattern: buffer.baseAddress) == held, "a secret is held in two places")
    OPENSSL_cleanse(buffer.baseAddress, buffer.count)
  }
  bytes = []
}

extension Array where Element == UInt8 {
  /// C requires an address even for no bytes, which an empty array may not have.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !isEmpty else {
      var nothing: UInt8 = 0
      return try body(&nothing)
    }
    return try withUnsafeBufferPointer { (bytes) throws(Failure) in try body(bytes.baseAddress!) }
  }
}

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

/// The version of OpenSSL that this program runs with.
package enum OpenSSLVersion {
  /// `OpenSSL 3.0.13 30 Jan 2024`
  package static var text: String { OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "" }
}
