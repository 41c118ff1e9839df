// Randomness, comparison and erasure: what every other file here needs.

import COpenSSL

/// `count` bytes from libcrypto's generator, which the kernel seeds.
///
/// There is no weaker source to fall back to: without randomness the program stops.
public func secureRandom(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    guard count == 0 || RAND_bytes(buffer.baseAddress, Int32(count)) == 1 else {
      fatalError("the system's random generator is not available")
    }
    filled = count
  }
}

/// Whether both are equal, in a time that depends on their lengths alone.
public func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0
}

/// Overwrites a secret that is no longer needed and empties the array.
///
/// To be called by its only holder: Swift would copy bytes that somebody else holds too, and the copy would be overwritten.
/// A debug build stops there. Copies that were made before are not reached.
public func wipe(_ bytes: inout [UInt8]) {
  let held = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  bytes.withUnsafeMutableBytes { buffer in
    assert(buffer.isEmpty || UInt(bitPattern: buffer.baseAddress) == held, "a secret is held in two places")
    OPENSSL_cleanse(buffer.baseAddress, buffer.count)
  }
  bytes = []
}

extension Array where Element == UInt8 {
  /// C wants an address even for no bytes; an empty array may have none.
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
