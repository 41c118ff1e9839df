import SharedValues
import TerminalUI

/// The picture of the seed's app: a person in a suit before a shield with a lock, within a network.
struct Illustration {
  /// Row by row; characters without a style are not drawn.
  let rows: [[(character: Character, style: Style?)]]
  let size: Size

  /// - Parameter rows: the left half of each has its characters, the right half the letters of their styles.
  private init(_ rows: ArraySlice<Substring>) {
    self.init(
      rows.map { row in
        let cells = Array(row.unicodeScalars)
        return zip(cells, cells.dropFirst(cells.count / 2)).map { (Character($0), Illustration.styles[$1]) }
      })
  }

  private init(_ rows: [[(character: Character, style: Style?)]]) {
    (self.rows, size) = (rows, Size(rows.map(\.count).max() ?? 0, rows.count))
  }

  /// Largest first. A cell that could show two parts shows the larger one, because it has one colour on the phone's background.
  private static let unicode = drawings("unicode.txt")
  private static let ascii = drawings("ascii.txt")

  private static func drawings(_ file: String) -> [Illustration] {
    let rows = Embedded.drawings[file, default: ""].split(scalar: "\n", omittingEmptySubsequences: false)
    return rows.split { $0.isEmpty }.map { Illustration($0) }
  }

  /// A mark from a brand's file, all of it in the mark's colour.
  init(mark rows: [String]) { self.init(rows.map { $0.map { ($0, $0 == " " ? nil : Style(.shieldLock)) } }) }

  /// `L` is the lock itself: light lines on the disc's colour.
  private static let styles: [Unicode.Scalar: Style] = [
    "s": Style(.shield), "l": Style(.shieldLock), "L": Style(.shieldLock, reverse: true), "u": Style(.suit),
    "k": Style(.skin), "n": Style(.network), "g": Style(.ground),
  ]

  /// The brand's largest drawing that fits, or the product's picture if the brand has none; `nil`: none fits.
  static func fitting(_ size: Size, _ glyphs: Glyphs, _ brand: Brand) -> Illustration? {
    guard !brand.marks.isEmpty else { return (glyphs == .ascii ? ascii : unicode).first { $0.fits(size) } }
    let drawable = brand.marks.filter { glyphs == .unicode || $0.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }
    return drawable.map(Illustration.init(mark:)).filter { $0.fits(size) }.max {
      $0.size.width * $0.size.height < $1.size.width * $1.size.height
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
    for (row, cells) in art.rows.enumerated() {
      for (column, cell) in cells.enumerated() {
        if let style = cell.style { canvas.put(String(cell.character), at: Point(x + column, y + row), style) }
      }
    }
  }
}
