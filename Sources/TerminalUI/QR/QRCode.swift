/// A QR code (ISO/IEC 18004) for a phone's camera: byte mode, versions 1 to 10, enough for the URLs that users see, and readable from cells.
public struct QRCode: Hashable, Sendable {
  /// How much of the picture may be unreadable: about 15 %, or 7 % for a picture that would otherwise be too large.
  public enum Correction: Hashable, Sendable, CaseIterable { case medium, low }

  /// Modules along each side: 21 for version 1, 4 more for each version.
  public let size: Int
  /// Row by row from the upper left; true is dark.
  let modules: [Bool]
  /// The quiet zone that ISO/IEC 18004 requires, in modules.
  public static let quietZone = 4

  /// - Returns: `nil`: the text is too long for version 10: over 213 bytes with ``Correction/medium``, 271 with ``Correction/low``.
  public init?(_ text: String, correction: Correction = .medium) {
    guard let version = QRVersion.smallest(for: text.utf8.count, correction) else { return nil }
    let codewords = version.interleaved(version.data(Array(text.utf8)))
    let matrix = QRMatrix.best(version, codewords)
    (size, modules) = (version.size, matrix.modules)
  }

  /// Whether a module is dark; modules outside the square are light.
  public func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
  }
}
