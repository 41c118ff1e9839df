// Randomness, comparison and erasure, which all other files here use.

import COpenSSL

/// `count` bytes from libcrypto's generator, which the kernel seeds.
///
/// There is no weaker fallback: without randomness the program stops.
package func secureRandom(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
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
