// ChaCha20-Poly1305 (RFC 8439 §2.8).

import COpenSSL

/// One key for many messages, each with its own nonce.
///
/// Only libcrypto's context holds the key, and wipes it when this value is destroyed. The caller wipes its own copy.
package struct ChaCha20Poly1305: ~Copyable {
  package static let keyLength = 32
  package static let nonceLength = 12
  package static let tagLength = 16

  private let context: OpaquePointer

  /// - Throws: ``CryptoError/badArgument(_:)`` unless the key has 32 bytes.
  package init(key: [UInt8]) throws(CryptoError) {
    guard key.count == Self.keyLength else { throw .badArgument("a key has 32 bytes, got \(key.count)") }
    Libcrypto.isReady
    guard let context = EVP_CIPHER_CTX_new() else { throw .fromLibrary("EVP_CIPHER_CTX_new") }
    guard EVP_CipherInit_ex(context, EVP_chacha20_poly1305(), nil, key, nil, 1) == 1 else {
      EVP_CIPHER_CTX_free(context)
      throw .fromLibrary("EVP_CipherInit_ex")
    }
    self.context = context
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// Ciphertext followed by the 16-byte tag. A nonce must never be reused with the same key.
  package mutating func seal(
    _ plaintext: ArraySlice<UInt8>, nonce: [UInt8], authenticating extra: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    try start(nonce: nonce, extra: extra, sealing: 1)
    var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.tagLength)
    var written: Int32 = 0
    let done = sealed.withUnsafeMutableBufferPointer { out in
      plaintext.withUnsafeBufferPointer { input in
        guard
          input.isEmpty
            || EVP_CipherUpdate(context, out.baseAddress, &written, input.baseAddress, Int32(input.count)) == 1
        else { return false }
        let tag = out.baseAddress! + input.count
        return EVP_CipherFinal_ex(context, tag, &written) == 1
          && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagLength), tag) == 1
      }
    }
    guard done else { throw .fromLibrary("EVP_CipherUpdate") }
    return sealed
  }

  package mutating func seal(
    _ plaintext: [UInt8], nonce: [UInt8], authenticating extra: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    try seal(plaintext[...], nonce: nonce, authenticating: extra)
  }

  /// The plaintext, once the tag at the end of `sealed` has been verified.
  /// - Throws: ``CryptoError/notAuthentic`` otherwise, without returning any part of the message.
  package mutating func open(
    _ sealed: ArraySlice<UInt8>, nonce: [UInt8], authenticating extra: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    guard sealed.count >= Self.tagLength else { throw .notAuthentic }
    try start(nonce: nonce, extra: extra, sealing: 0)
    let length = sealed.count - Self.tagLength
    var tag = Array(sealed.suffix(Self.tagLength))
    guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1 else {
      throw .fromLibrary("EVP_CIPHER_CTX_ctrl")
    }
    var plaintext = [UInt8](repeating: 0, count: length)
    var written: Int32 = 0
    var rest = [UInt8](repeating: 0, count: Self.tagLength)
    let done = plaintext.withUnsafeMutableBufferPointer { out in
      sealed.withUnsafeBufferPointer { input in
        (length == 0 || EVP_CipherUpdate(context, out.baseAddress, &written, input.baseAddress, Int32(length)) == 1)
          && EVP_CipherFinal_ex(context, &rest, &written) == 1
      }
    }
    guard done else {
      wipe(&plaintext)
      ERR_clear_error()
      throw .notAuthentic
    }
    return plaintext
  }

  package mutating func open(
    _ sealed: [UInt8], nonce: [UInt8], authenticating extra: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    try open(sealed[...], nonce: nonce, authenticating: extra)
  }

  private func start(nonce: [UInt8], extra: [UInt8], sealing: Int32) throws(CryptoError) {
    guard nonce.count == Self.nonceLength else { throw .badArgument("a nonce has 12 bytes, got \(nonce.count)") }
    guard EVP_CipherInit_ex(context, nil, nil, nil, nonce, sealing) == 1 else {
      throw .fromLibrary("EVP_CipherInit_ex")
    }
    var written: Int32 = 0
    guard extra.isEmpty || EVP_CipherUpdate(context, nil, &written, extra, Int32(extra.count)) == 1 else {
      throw .fromLibrary("EVP_CipherUpdate")
    }
  }
}
