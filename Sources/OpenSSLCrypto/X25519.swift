// X25519 key agreement (RFC 7748 §5 and §6.1).

import COpenSSL

/// X25519 on 32-byte strings. A private key is any 32 random bytes; the function clamps them itself.
package enum X25519 {
  /// Length of private keys, public keys and shared secrets.
  package static let length = 32

  package static func generatePrivateKey() -> [UInt8] { secureRandom(length) }

  /// X25519(private key, 9).
  package static func publicKey(of privateKey: [UInt8]) throws(CryptoError) -> [UInt8] {
    let key = try Key(privateKey, isPrivate: true)
    var bytes = [UInt8](repeating: 0, count: length)
    var count = length
    guard EVP_PKEY_get_raw_public_key(key.pointer, &bytes, &count) == 1, count == length else {
      throw .fromLibrary("EVP_PKEY_get_raw_public_key")
    }
    return bytes
  }

  /// X25519(private key, public key).
  /// - Throws: ``CryptoError/lowOrderPoint`` when the result would be all zero, that is, known to everyone.
  package static func sharedSecret(privateKey: [UInt8], publicKey: [UInt8]) throws(CryptoError) -> [UInt8] {
    let own = try Key(privateKey, isPrivate: true)
    let peer = try Key(publicKey, isPrivate: false)
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, own.pointer, nil) else {
      throw .fromLibrary("EVP_PKEY_CTX_new")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer.pointer) == 1 else {
      throw .fromLibrary("EVP_PKEY_derive_set_peer")
    }
    var secret = [UInt8](repeating: 0, count: length)
    var count = length
    // libcrypto itself fails on an all-zero result, but the code does not rely on it.
    guard EVP_PKEY_derive(context, &secret, &count) == 1, count == length,
      !constantTimeEqual(secret, [UInt8](repeating: 0, count: length))
    else {
      ERR_clear_error()
      throw .lowOrderPoint
    }
    return secret
  }

  /// Owns an EVP_PKEY.
  private struct Key: ~Copyable {
    let pointer: OpaquePointer

    init(_ bytes: [UInt8], isPrivate: Bool) throws(CryptoError) {
      let kind = isPrivate ? "private" : "public"
      guard bytes.count == length else { throw .badArgument("a \(kind) key has 32 bytes, got \(bytes.count)") }
      Libcrypto.isReady
      let make = isPrivate ? EVP_PKEY_new_raw_private_key : EVP_PKEY_new_raw_public_key
      guard let pointer = make(EVP_PKEY_X25519, nil, bytes, length) else {
        throw .fromLibrary("EVP_PKEY_new_raw_\(kind)_key")
      }
      self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
  }
}
