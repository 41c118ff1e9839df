/// A rectangle of cells: what screens draw on and what a terminal shows. A value, so tests compare it as text. All drawing goes through
/// ``Sanitiser``, so that no control, bidi or other invisible formatting character reaches the terminal.
public struct Canvas: Hashable, Sendable {
  public struct Cell: Hashable, Sendable {
    /// One character with its combining marks; empty for the right half of a wide one. Never holds a control character.
    public internal(set) var text: String
    public internal(set) var style: Style
  }

  public let size: Size
  /// Row by row, from the upper left.
  public internal(set) var cells: [Cell]
  /// The position of the terminal's cursor; `nil` hides it.
  public var cursor: Point?
  /// With `.ascii` every character becomes ASCII, lines of boxes included.
  public let glyphs: Glyphs

  /// A canvas full of spaces. Negative sizes count as zero.
  public init(_ size: Size, style: Style = Style(.text), glyphs: Glyphs = .unicode) {
    self.size = Size(max(0, size.width), max(0, size.height))
    self.glyphs = glyphs
    cells = Array(repeating: Cell(text: " ", style: style), count: self.size.width * self.size.height)
  }

  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Whether a row of this canvas looks the same on another one of its size.
  public func hasSameRow(_ y: Int, as other: Canvas) -> Bool {
    // Comparing slices takes four times as long.
    cells.withUnsafeBufferPointer { mine in
      other.cells.withUnsafeBufferPointer { its in
        (y * size.width..<(y + 1) * size.width).allSatisfy { mine[$0] == its[$0] }
      }
    }
  }

  var ellipsis: String { glyphs == .ascii ? "." : "…" }
  public var bounds: Rect { Rect(0, 0, size.width, size.height) }
}

extension Canvas {
  /// The canvas as text: rows joined by line feeds, spaces at their ends removed.
  public var text: String { (0..<size.height).map(row).joined(separator: "\n") }

  /// The text of one row, spaces at its end removed.
  public func row(_ y: Int) -> String {
    var end = size.width
    while end > 0, self[end - 1, y].text == " " { end -= 1 }
    return (0..<end).map { self[$0, y].text }.joined()
  }

  /// One letter for each cell's role (``Role/letter``), rows joined by line feeds, so that a golden also shows colours.
  public var roleMap: String {
    (0..<size.height).map { y in
      String(decoding: (0..<size.width).map { Role.letters[self[$0, y].style.role.rawValue] }, as: UTF8.self)
    }.joined(separator: "\n")
  }
}

extension Role {
  /// The role's letter in ``Canvas/roleMap``; different for every role.
  public var letter: Character { Character(UnicodeScalar(Role.letters[rawValue])) }
  fileprivate static let letters = Array(".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
}
