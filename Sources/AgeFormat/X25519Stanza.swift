import OpenSSLCrypto

/// `-> X25519 <ephemeral share>` (age-encryption.org/v1, "X25519 recipient stanza").
struct X25519Stanza {
  static let type = "X25519"
  private static let info = Array("age-encryption.org/v1/X25519".utf8)

  let share: [UInt8]
  let body: [UInt8]

  init(_ stanza: Stanza) throws(AgeError) {
    guard stanza.arguments.count == 2, let share = Base64.decode(stanza.arguments[1].utf8), share.count == X25519.length
    else { throw AgeError(.damagedHeader, "an X25519 stanza needs one argument, 32 bytes in canonical base64") }
    guard stanza.body.count == WrappedKey.length else {
      throw AgeError(.damagedHeader, "an X25519 stanza's body must have 32 bytes, got \(stanza.body.count)")
    }
    self.share = share
    body = stanza.body
  }

  /// Wraps the file key for the recipient, with a new ephemeral secret.
  static func wrap(_ fileKey: FileKey, for recipient: X25519Recipient) throws(AgeError) -> Stanza {
    var ephemeral = X25519.generatePrivateKey()
    defer { wipe(&ephemeral) }
    do {
      let share = try X25519.publicKey(of: ephemeral)
      var wrapKey = try wrapKey(ephemeral, peer: recipient.publicKey, share: share, recipient: recipient)
      defer { wipe(&wrapKey) }
      return Stanza([type, Base64.encode(share)], body: try WrappedKey.seal(fileKey, with: wrapKey))
    } catch .lowOrderPoint {
      throw AgeError(.invalidRecipient, "its public key has low order, so that everybody could open the file")
    } catch { throw .crypto(error) }
  }

  /// `nil` when the file key was wrapped for another key.
  func unwrap(with identity: X25519Identity) throws(AgeError) -> FileKey? {
    do {
      var wrapKey = try X25519Stanza.wrapKey(
        identity.privateKey, peer: share, share: share, recipient: identity.recipient)
      defer { wipe(&wrapKey) }
      return try WrappedKey.open(body, with: wrapKey)
    } catch .lowOrderPoint {
      throw AgeError(.damagedHeader, "an X25519 stanza's share has low order")
    } catch { throw .crypto(error) }
  }

  /// The caller must wipe it.
  private static func wrapKey(
    _ privateKey: [UInt8], peer: [UInt8], share: [UInt8], recipient: X25519Recipient
  ) throws(CryptoError) -> [UInt8] {
    var secret = try X25519.sharedSecret(privateKey: privateKey, publicKey: peer)
    defer { wipe(&secret) }
    return try hkdfSHA256(secret: secret, salt: share + recipient.publicKey, info: info)
  }
}
