// Signatures with ES256 (RFC 7518 §3.4): ECDSA on the curve P-256 (FIPS 186-5) with SHA-256.

import COpenSSL

/// A private key on the curve P-256. Only libcrypto's memory holds it, and libcrypto wipes it when this object is released.
package final class P256PrivateKey {
  /// Length of a private key and of each coordinate of a public one.
  package static let length = 32

  /// The public key's coordinates, the most significant byte first.
  package let x: [UInt8]
  package let y: [UInt8]
  private let key: OpaquePointer

  /// Makes a new key.
  package convenience init() throws(CryptoError) { try self.init(owning: P256PrivateKey.generate()) }

  /// - Throws: ``CryptoError/badArgument(_:)`` when the parts are no key pair of this curve.
  package convenience init(privateKey: [UInt8], x: [UInt8], y: [UInt8]) throws(CryptoError) {
    guard privateKey.count == Self.length, x.count == Self.length, y.count == Self.length else {
      throw .badArgument("a key's parts have 32 bytes each")
    }
    Libcrypto.isReady
    guard let key = p256_key_pair(privateKey, [4] + x + y) else {
      ERR_clear_error()
      throw .badArgument("the point lies on the curve")
    }
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      EVP_PKEY_free(key)
      throw .fromLibrary("EVP_PKEY_CTX_new_from_pkey")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_pairwise_check(context) == 1 else {
      EVP_PKEY_free(key)
      ERR_clear_error()
      throw .badArgument("private and public key belong together")
    }
    try self.init(owning: key)
  }

  private init(owning key: OpaquePointer) throws(CryptoError) {
    do throws(CryptoError) {
      x = try P256PrivateKey.number(OSSL_PKEY_PARAM_EC_PUB_X, of: key)
      y = try P256PrivateKey.number(OSSL_PKEY_PARAM_EC_PUB_Y, of: key)
    } catch {
      EVP_PKEY_free(key)
      throw error
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// The private key's bytes, for storage. The caller must wipe them.
  package func privateBytes() throws(CryptoError) -> [UInt8] { try Self.number(OSSL_PKEY_PARAM_PRIV_KEY, of: key) }

  /// r and s, 32 bytes each. They differ each time.
  package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .fromLibrary("EVP_MD_CTX_new") }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else {
      throw .fromLibrary("EVP_DigestSignInit")
    }
    // A DER sequence of two numbers of at most 33 bytes.
    var encoded = [UInt8](repeating: 0, count: 72)
    var count = encoded.count
    let done = message.withBytes { EVP_DigestSign(context, &encoded, &count, $0, message.count) }
    guard done == 1 else { throw .fromLibrary("EVP_DigestSign") }
    return try P256PrivateKey.raw(encoded, count)
  }

  private static func raw(_ encoded: [UInt8], _ count: Int) throws(CryptoError) -> [UInt8] {
    let signature = encoded.withBytes { start in
      var place: UnsafePointer<UInt8>? = start
      return d2i_ECDSA_SIG(nil, &place, count)
    }
    guard let signature else { throw .fromLibrary("d2i_ECDSA_SIG") }
    defer { ECDSA_SIG_free(signature) }
    var parts = [UInt8](repeating: 0, count: 2 * length)
    let written = parts.withUnsafeMutableBufferPointer { parts in
      BN_bn2binpad(ECDSA_SIG_get0_r(signature), parts.baseAddress, Int32(length))
        + BN_bn2binpad(ECDSA_SIG_get0_s(signature), parts.baseAddress! + length, Int32(length))
    }
    guard written == 2 * length else { throw .fromLibrary("BN_bn2binpad") }
    return parts
  }

  private static func generate() throws(CryptoError) -> OpaquePointer {
    Libcrypto.isReady
    guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else {
      throw .fromLibrary("EVP_PKEY_CTX_new_from_name")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      EVP_PKEY_generate(context, &key) == 1, let key
    else { throw .fromLibrary("EVP_PKEY_generate") }
    return key
  }

  private static func number(_ name: String, of key: OpaquePointer) throws(CryptoError) -> [UInt8] {
    var number = BN_secure_new()
    defer { BN_clear_free(number) }
    guard number != nil, EVP_PKEY_get_bn_param(key, name, &number) == 1 else {
      throw .fromLibrary("EVP_PKEY_get_bn_param")
    }
    var bytes = [UInt8](repeating: 0, count: length)
    guard BN_bn2binpad(number, &bytes, Int32(length)) == length else { throw .fromLibrary("BN_bn2binpad") }
    return bytes
  }
}

/// libcrypto's memory for secrets: separate from all other memory, never swapped out if the system allows that, overwritten when freed.
package enum SecureMemory {
  /// Must be called once, before the first secret. Without it secrets are in ordinary memory, but still overwritten.
  /// - Returns: whether the system keeps the memory out of the swap.
  @discardableResult package static func reserve(bytes: Int) -> Bool { CRYPTO_secure_malloc_init(bytes, 32) == 1 }
}
