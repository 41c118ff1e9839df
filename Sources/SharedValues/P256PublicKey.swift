/// A public key on the curve P-256, by its coordinates (RFC 7518 §6.2.1). The code that uses it checks that the point lies on the curve.
public struct P256PublicKey: Hashable, Sendable {
  public static let coordinateLength = 32

  /// 32 bytes each, the most significant first.
  public let x: [UInt8]
  public let y: [UInt8]

  /// `nil`: a coordinate is not 32 bytes long.
  public init?(x: [UInt8], y: [UInt8]) {
    guard x.count == P256PublicKey.coordinateLength, y.count == P256PublicKey.coordinateLength else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// What the thumbprint is the SHA-256 of: the members that define the key, in the order of their names and without spaces (RFC 7638 §3).
  public var thumbprintInput: [UInt8] {
    let canonical: JSON = [
      "crv": "P-256", "kty": "EC", "x": .string(Base64URL.encode(x)), "y": .string(Base64URL.encode(y)),
    ]
    return Array(canonical.compact.utf8)
  }
}
