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

/// Draws a QR code into cells: half blocks with two modules each, so that the modules are nearly square. The style must be dark on light, as cameras
/// require.
public struct QRPicture: Hashable, Sendable {
  private let code: QRCode
  private let margin: Int
  /// Cameras can read a code with half of the standard's margin if its surroundings are also light.
  private static let smallestMargin = 2
  public var size: Size { Size(code.size + 2 * margin, (code.size + 2 * margin + 1) / 2) }

  /// All pictures of a text, best first: full margin before a smaller one, more correction before less. Empty if there are no half blocks.
  public static func all(of text: String, _ glyphs: Glyphs) -> [QRPicture] {
    guard glyphs == .unicode else { return [] }
    let codes = QRCode.Correction.allCases.compactMap { QRCode(text, correction: $0) }
    return stride(from: QRCode.quietZone, through: smallestMargin, by: -1)
      .flatMap { margin in codes.map { QRPicture(code: $0, margin: margin) } }
  }

  public func fits(_ room: Size) -> Bool { size.width <= room.width && size.height <= room.height }

  /// One character for two modules, with the margin, from the top.
  public var lines: [String] {
    (0..<size.height).map { row in
      String(
        (0..<size.width).map { column -> Character in
          let (x, y) = (column - margin, 2 * row - margin)
          switch (code.isDark(x, y), code.isDark(x, y + 1)) {
          case (true, true): return "█"
          case (true, false): return "▀"
          case (false, true): return "▄"
          case (false, false): return " "
          }
        })
    }
  }
}

extension Canvas {
  public mutating func put(_ picture: QRPicture, at point: Point, _ style: Style) {
    for (index, row) in picture.lines.enumerated() { put(row, at: Point(point.x, point.y + index), style) }
  }
}
