/// Draws a QR code into cells: half blocks with two modules each, so that the modules are nearly square. The style must be dark on light, as cameras
/// require.
public struct QRPicture: Hashable, Sendable {
  private let code: QRCode
  private let margin: Int
  /// Cameras can read a code with half of the standard's margin if its surroundings are also light.
  private static let smallestMargin = 2
  public var size: Size { Size(code.size + 2 * margin, (code.size + 2 * margin + 1) / 2) }
  private init(_ code: QRCode, margin: Int) { (self.code, self.margin) = (code, margin) }

  /// All pictures of a text, best first: full margin before a smaller one, more correction before less. Empty if there are no half blocks.
  public static func all(of text: String, _ glyphs: Glyphs) -> [QRPicture] {
    guard glyphs == .unicode else { return [] }
    let codes = QRCode.Correction.allCases.compactMap { QRCode(text, correction: $0) }
    return stride(from: QRCode.quietZone, through: smallestMargin, by: -1)
      .flatMap { margin in codes.map { QRPicture($0, margin: margin) } }
  }

  public func fits(_ room: Size) -> Bool { size.width <= room.width && size.height <= room.height }

  /// One character for two modules.
  fileprivate var rows: [String] {
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
    for (index, row) in picture.rows.enumerated() { put(row, at: Point(point.x, point.y + index), style) }
  }
}
