import FoundationEssentials
import OpenSSLCrypto
import SharedValues

/// A key in the element: its public description, and the private key, which only libcrypto's memory holds.
struct StoredKey {
  let key: ElementKey
  /// The phone of the app that owns the key.
  let owner: String
  let privateKey: P256PrivateKey

  /// Makes a new key.
  init(use: KeyUse, demandsUser: Bool, owner: String, now: Date) throws(CryptoError) {
    let second = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    try self.init(P256PrivateKey(), use: use, demandsUser: demandsUser, owner: owner, madeAt: second)
  }

  init(
    _ privateKey: P256PrivateKey, use: KeyUse, demandsUser: Bool, owner: String, madeAt: Date
  ) throws(CryptoError) {
    guard let publicKey = P256PublicKey(x: privateKey.x, y: privateKey.y) else {
      throw .badArgument("coordinates have 32 bytes")
    }
    key = ElementKey(
      thumbprint: Base64URL.encode(sha256(publicKey.thumbprintInput)), use: use, publicKey: publicKey, madeAt: madeAt,
      demandsUser: demandsUser)
    (self.owner, self.privateKey) = (owner, privateKey)
  }
}
