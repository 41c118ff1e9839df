import SharedValues

public enum Glyphs: String, Hashable, Sendable, CaseIterable {
  case unicode
  /// Printable ASCII only: `--ascii`, or a locale without UTF-8.
  case ascii
}

/// The characters of a box. A canvas with ``Glyphs/ascii`` draws all of them as ``ascii``.
public enum BoxLines: Hashable, Sendable, CaseIterable {
  case rounded, square, heavy, ascii

  /// Corners clockwise from the upper left, then horizontal and vertical line.
  var parts: (corners: [String], horizontal: String, vertical: String) {
    switch self {
    case .rounded: (["╭", "╮", "╯", "╰"], "─", "│")
    case .square: (["┌", "┐", "┘", "└"], "─", "│")
    case .heavy: (["┏", "┓", "┛", "┗"], "━", "┃")
    case .ascii: (["+", "+", "+", "+"], "-", "|")
    }
  }
}

/// ASCII substitutes for the characters that this product draws and that texts commonly contain.
enum Transliteration {
  /// A substitute of the same width per column, or `nil`: the character has none.
  static func ascii(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return UInt8(scalar.value) }
    if let drawn = drawn[scalar] { return drawn }
    if (0x2500...0x257F).contains(scalar.value) { return UInt8(ascii: "+") }
    if (0x2580...0x259F).contains(scalar.value) { return UInt8(ascii: "#") }
    if (0xC0...0x17F).contains(scalar.value) { return latin[Int(scalar.value - 0xC0)] }
    return nil
  }

  /// Each row of the table: a character, and what it stands for.
  private static let drawn: [Unicode.Scalar: UInt8] = {
    var table: [Unicode.Scalar: UInt8] = [:]
    for row in (Embedded.tables["likenesses.txt"] ?? "").lines {
      for scalar in row.unicodeScalars.dropFirst() { table[scalar] = row.utf8.first }
    }
    return table
  }()

  /// Latin-1 Supplement and Latin Extended-A without their accents, code by code.
  private static let latin = Array(
    ("AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
      + "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTt"
      + "UuUuUuUuUuUuWwYyYZzZzZzs").utf8)
}
