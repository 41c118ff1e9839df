// scrypt (RFC 7914): a key from a password, with a chosen cost in time and memory.

import COpenSSL

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
