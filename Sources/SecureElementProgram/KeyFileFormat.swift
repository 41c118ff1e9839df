import FoundationEssentials
import OpenSSLCrypto
import SharedValues

/// The bytes of the element's file: a head, a record of fixed length for each key, and a SHA-256 of all that.
///
/// Not a text format, because a private key must not become a string: only byte arrays can be overwritten. The hash detects damage, not malice: the
/// file's permissions keep other users from writing it.
enum KeyFileFormat {
  /// The most keys; no device needs more than a few.
  static let most = 64
  static let maximumLength = head.count + 1 + most * recordLength + digestLength

  private static let head = Array("dcr-secure-element-keys/1\n".utf8)
  private static let ownerLength = 64
  private static let coordinate = P256PrivateKey.length
  /// Use, whether it needs its user's consent, time, owner, x, y, private key.
  private static let recordLength = 1 + 1 + 8 + ownerLength + 3 * coordinate
  private static let digestLength = 32
  private static let uses: [UInt8: KeyUse] = [1: .clientAuthentication, 2: .dpop]

  /// The caller must wipe the bytes.
  static func encode(_ keys: [StoredKey]) throws(CryptoError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Reserved at once: an array that grows leaves copies of its bytes in memory.
    bytes.reserveCapacity(maximumLength)
    bytes += head
    bytes.append(UInt8(keys.count))
    for stored in keys {
      bytes.append(uses.first { $0.value == stored.key.use }?.key ?? 0)
      bytes.append(stored.key.demandsUser ? 1 : 0)
      let seconds = UInt64(max(0, stored.key.madeAt.timeIntervalSince1970))
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (56 - 8 * $0)) }
      let owner = Array(stored.owner.utf8.prefix(ownerLength))
      bytes += owner + [UInt8](repeating: 0, count: ownerLength - owner.count)
      bytes += stored.privateKey.x + stored.privateKey.y
      var secret = try stored.privateKey.privateBytes()
      bytes += secret
      wipe(&secret)
    }
    bytes += sha256(bytes[...])
    return bytes
  }

  /// - Throws: ``SecureElementError/damaged(detail:)``. Checks that each private key belongs to its public key.
  static func decode(_ bytes: ArraySlice<UInt8>) throws(SecureElementError) -> [StoredKey] {
    guard bytes.count > head.count + digestLength, bytes.starts(with: head) else {
      throw .damaged(detail: "it is no file of a secure element, or one of another version")
    }
    let count = Int(bytes[head.count])
    let records = head.count + 1
    guard count <= most, bytes.count == records + count * recordLength + digestLength else {
      throw .damaged(detail: "its length is wrong")
    }
    guard constantTimeEqual(sha256(bytes.dropLast(digestLength)), Array(bytes.suffix(digestLength))) else {
      throw .damaged(detail: "its checksum is wrong")
    }
    return try (0..<count).map { number throws(SecureElementError) in
      try key(bytes[(records + number * recordLength)...].prefix(recordLength))
    }
  }

  private static func key(_ record: ArraySlice<UInt8>) throws(SecureElementError) -> StoredKey {
    var rest = record
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    let (use, demands) = (take(1)[0], take(1)[0])
    let seconds = take(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let owner = String(decoding: take(ownerLength).prefix { $0 != 0 }, as: UTF8.self)
    let (x, y) = (take(coordinate), take(coordinate))
    var secret = take(coordinate)
    defer { wipe(&secret) }
    guard let use = uses[use], demands < 2 else { throw .damaged(detail: "a key in it is for nothing known") }
    do throws(CryptoError) {
      return try StoredKey(
        P256PrivateKey(privateKey: secret, x: x, y: y), use: use, demandsUser: demands == 1, owner: owner,
        madeAt: Date(timeIntervalSince1970: Double(seconds)))
    } catch { throw .damaged(detail: "a key in it is none") }
  }
}

/// A key in the element: its public description, and the private key, which only libcrypto's memory holds.
struct StoredKey {
  let key: ElementKey
  /// The phone of the app that owns the key.
  let owner: String
  let privateKey: P256PrivateKey

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
