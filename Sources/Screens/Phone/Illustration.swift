import TerminalUI

/// The picture of the seed's app: a person in a suit before a shield with a lock, within a network.
struct Illustration {
  let rows: [[Character]]
  /// The role of each character, as a letter for ``style(_:)``.
  let parts: [[Character]]
  var size: Size { Size(rows.map(\.count).max() ?? 0, rows.count) }

  /// - Parameter rows: the characters of each row, and their roles.
  init(_ rows: [(String, String)]) { (self.rows, parts) = (rows.map { Array($0.0) }, rows.map { Array($0.1) }) }

  /// `L` is the lock itself: light lines on the disc's colour.
  static func style(_ part: Character) -> Style? {
    switch part {
    case "s": Style(.shield)
    case "l": Style(.shieldLock)
    case "L": Style(.shieldLock, reverse: true)
    case "u": Style(.suit)
    case "k": Style(.skin)
    case "n": Style(.network)
    case "g": Style(.ground)
    default: nil
    }
  }

  func fits(_ room: Size) -> Bool { size.width <= room.width && size.height <= room.height }
}

extension Picture {
  /// Draws in the middle of `rect`, at most this many rows high.
  mutating func drawIllustration(in rect: Rect, rows: Int) {
    guard let art = Illustration.fitting(Size(rect.width, min(rect.height, rows)), look.glyphs, look.brand) else {
      return
    }
    let x = rect.x + (rect.width - art.size.width) / 2
    let y = rect.y + (rect.height - art.size.height) / 2
    for (row, characters) in art.rows.enumerated() {
      for (column, character) in characters.enumerated() {
        let part = column < art.parts[row].count ? art.parts[row][column] : "."
        guard let style = Illustration.style(part) else { continue }
        canvas.put(String(character), at: Point(x + column, y + row), style)
      }
    }
  }
}
