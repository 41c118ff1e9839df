import COpenSSL

// SHA-256 (FIPS 180-4), HMAC-SHA256 (RFC 2104), HKDF-SHA256 (RFC 5869).
//
// HKDF is written over HMAC, as its RFC does: EVP_KDF takes its inputs in OSSL_PARAM arrays, whose buffers must outlive the
// call and are easily leaked.

/// The 32 bytes of SHA-256.
package func sha256(_ message: [UInt8]) -> [UInt8] { sha256(message[...]) }

/// The same for a slice, without copying it.
package func sha256(_ message: ArraySlice<UInt8>) -> [UInt8] {
  Libcrypto.isReady
  var digest = [UInt8](repeating: 0, count: 32)
  let done = message.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, EVP_sha256(), nil) }
  guard done == 1 else { fatalError("libcrypto has no SHA-256") }
  return digest
}

/// The 32 bytes of HMAC-SHA256 (RFC 2104).
package func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
  Libcrypto.isReady
  var mac = [UInt8](repeating: 0, count: 32)
  var length = 0
  let done = key.withBytes { key_ in
    message.withBytes { message_ in
      EVP_Q_mac(nil, "HMAC", nil, "SHA256", nil, key_, key.count, message_, message.count, &mac, mac.count, &length)
    }
  }
  guard done != nil, length == 32 else { fatalError("libcrypto has no HMAC-SHA256") }
  return mac
}

/// HKDF-SHA256 (RFC 5869 §2): extract, then expand to `length` bytes.
/// - Throws: ``CryptoError/badArgument(_:)`` beyond 255 blocks (8160 bytes), the RFC's limit.
package func hkdfSHA256(
  secret: [UInt8], salt: [UInt8] = [], info: [UInt8] = [], length: Int = 32
) throws(CryptoError) -> [UInt8] {
  guard (0...255 * 32).contains(length) else { throw .badArgument("length must be 0 to 8160, got \(length)") }
  var extracted = hmacSHA256(key: salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt, message: secret)
  defer { wipe(&extracted) }
  var output: [UInt8] = []
  // Reserved at once: an array that grows leaves copies of its bytes in memory.
  output.reserveCapacity(length)
  var block: [UInt8] = []
  defer { wipe(&block) }
  var counter: UInt8 = 1
  while output.count < length {
    var message = block + info + [counter]
    wipe(&block)
    block = hmacSHA256(key: extracted, message: message)
    wipe(&message)
    output += block.prefix(length - output.count)
    counter &+= 1
  }
  return output
}

/// Memory in bytes that ``scrypt(password:salt:logN:r:p:length:)`` needs with these parameters (RFC 7914 §2).
package func scryptMemory(logN: Int, r: Int, p: Int) -> Int { 128 * r * ((1 << logN) + p + 2) }

/// `length` bytes of scrypt with N = 2^`logN` (RFC 7914 §6).
///
/// Takes about 128 · r · 2^logN bytes of memory while it runs. Callers must judge parameters from a file or a peer first: this function accepts up to
/// 24, which is 16 GiB with r = 8.
/// - Throws: ``CryptoError/badArgument(_:)`` for parameters out of range, ``CryptoError/unavailable(_:)`` when there is not enough memory.
package func scrypt(
  password: [UInt8], salt: [UInt8], logN: Int, r: Int = 8, p: Int = 1, length: Int = 32
) throws(CryptoError) -> [UInt8] {
  guard (1...24).contains(logN) else { throw .badArgument("logN must be 1 to 24, got \(logN)") }
  guard (1...64).contains(r), (1...64).contains(p) else { throw .badArgument("r and p must be 1 to 64") }
  guard (1...1024).contains(length) else { throw .badArgument("length must be 1 to 1024, got \(length)") }
  Libcrypto.isReady
  var key = [UInt8](repeating: 0, count: length)
  let limit = UInt64(scryptMemory(logN: logN, r: r, p: p)) + 1 << 20
  let done = password.withBytes { password_ in
    password_.withMemoryRebound(to: CChar.self, capacity: password.count) { characters in
      salt.withBytes { salt_ in
        EVP_PBE_scrypt(
          characters, password.count, salt_, salt.count, UInt64(1) << UInt64(logN), UInt64(r), UInt64(p), limit, &key,
          length)
      }
    }
  }
  guard done == 1 else { throw .fromLibrary("scrypt") }
  return key
}
