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
}
