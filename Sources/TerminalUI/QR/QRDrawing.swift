/// How a QR code is drawn into cells: two modules high each, by half blocks, so that the modules come out about square.
///
/// Dark is the style's ink and light its paper, so the style has to be dark on light: cameras want it so.
public struct QRPicture: Hashable, Sendable {
  private let code: QRCode
  /// Light modules on each side.
  private let margin: Int

  /// Cameras read a code with half of the margin that the standard wants, where its surroundings are light, too.
  private static let smallestMargin = 2

  public var size: Size { Size(code.size + 2 * margin, (code.size + 2 * margin + 1) / 2) }

  private init(_ code: QRCode, margin: Int) { (self.code, self.margin) = (code, margin) }

  /// Every picture of a text, the best first: with the full margin before a smaller one, with more correction before less. None where there
  /// are no half blocks.
  public static func all(of text: String, _ glyphs: Glyphs) -> [QRPicture] {
    guard glyphs == .unicode else { return [] }
    let codes = QRCode.Correction.allCases.compactMap { QRCode(text, correction: $0) }
    return stride(from: QRCode.quietZone, through: smallestMargin, by: -1)
      .flatMap { margin in codes.map { QRPicture($0, margin: margin) } }
  }

  public func fits(_ room: Size) -> Bool { size.width <= room.width && size.height <= room.height }

  /// One character for the two modules of each cell.
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
  /// Draws a QR code with its upper left corner at a point.
  public mutating func put(_ picture: QRPicture, at point: Point, _ style: Style) {
    for (index, row) in picture.rows.enumerated() { put(row, at: Point(point.x, point.y + index), style) }
  }
}
