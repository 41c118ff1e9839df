/// One character of a canvas, with its width in columns (1 or 2).
struct Glyph: Hashable {
  var text: String
  var width: Int
}

/// The one place where text from outside becomes something that may be sent to a terminal.
///
/// - Control characters (C0, DEL, C1), private-use, unassigned and non-characters, and combining marks with nothing to
///   combine with become `�`, so that a reader sees that something was there. Line breaks and tabs become spaces.
/// - What only formats and cannot be seen is dropped: bidi controls (they can make a text read as another), joiners,
///   zero-width space, byte order mark, soft hyphen, variation selectors, tags, skin tones.
/// - More than ``markLimit`` marks on one character are dropped: stacks of them paint over the neighbouring rows.
/// - Regional indicators become the letters that they stand for: terminals disagree about the width of flags.
///
/// So every glyph is one scalar of width 1 or 2 with up to three of width 0, which every terminal agrees about.
enum Sanitiser {
  static let markLimit = 3

  /// The glyphs of a text, made one at a time, so that a huge text costs no more than the part that is shown.
  static func glyphs(_ text: String, _ glyphs: Glyphs = .unicode) -> GlyphSequence {
    GlyphSequence(scalars: text.unicodeScalars.makeIterator(), ascii: glyphs == .ascii)
  }

  enum Judgement: Hashable {
    case keep(width: Int)
    case mark
    case replace(by: Unicode.Scalar)
    case drop
  }

  static func judge(_ scalar: Unicode.Scalar) -> Judgement {
    let value = scalar.value
    switch value {
    case 0x20..<0x7F: return .keep(width: 1)
    case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: return .replace(by: " ")
    case 0..<0xA0: return .replace(by: "\u{FFFD}")
    // Common and harmless: Latin, box drawing, blocks, geometric shapes (except those with emoji presentation).
    case 0xAE..<0x300, 0x2500..<0x25FD: return .keep(width: 1)
    case 0x1F1E6...0x1F1FF: return .replace(by: Unicode.Scalar(UInt8(ascii: "A") + UInt8(value - 0x1F1E6)))
    case 0x1F3FB...0x1F3FF: return .drop
    default: return judgeByCategory(scalar)
    }
  }

  private static func judgeByCategory(_ scalar: Unicode.Scalar) -> Judgement {
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse, .control, .surrogate:
      return scalar.properties.isDefaultIgnorableCodePoint ? .drop : .replace(by: "\u{FFFD}")
    case .format: return .drop
    case .lineSeparator, .paragraphSeparator: return .replace(by: " ")
    case .spaceSeparator: return scalar.value == 0x3000 ? .keep(width: 2) : .replace(by: " ")
    case .nonspacingMark, .enclosingMark: return scalar.properties.isDefaultIgnorableCodePoint ? .drop : .mark
    default:
      if scalar.properties.isDefaultIgnorableCodePoint { return .drop }
      let width = CharacterWidth.of(scalar)
      return width == 0 ? .mark : .keep(width: width)
    }
  }
}

struct GlyphSequence: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private let ascii: Bool
  /// The start of the next glyph, which was read ahead.
  private var pending: Unicode.Scalar?
  /// In ASCII a wide character is two question marks, so that layouts keep their columns.
  private var secondHalf: String?

  fileprivate init(scalars: String.UnicodeScalarView.Iterator, ascii: Bool) {
    (self.scalars, self.ascii) = (scalars, ascii)
  }

  mutating func next() -> Glyph? {
    if let text = secondHalf {
      secondHalf = nil
      return Glyph(text: text, width: 1)
    }
    while let scalar = take() {
      switch Sanitiser.judge(scalar) {
      case .keep(let width): return glyph(scalar, width, marks: ascii ? 0 : Sanitiser.markLimit)
      case .mark: return glyph("\u{FFFD}", 1, marks: 0)
      case .replace(let other): return glyph(other, 1, marks: 0)
      case .drop: continue
      }
    }
    return nil
  }

  private mutating func take() -> Unicode.Scalar? {
    defer { pending = nil }
    return pending ?? scalars.next()
  }

  /// A scalar with the first of the marks that follow it. The others are dropped, so that nothing combines with a replacement.
  private mutating func glyph(_ base: Unicode.Scalar, _ width: Int, marks limit: Int) -> Glyph {
    var text = ascii ? asciiText(base) : AsciiText.text(base)
    var marks = 0
    while let scalar = scalars.next() {
      let judgement = scalar.value < 0x300 ? nil : Sanitiser.judge(scalar)
      guard judgement == .mark || judgement == .drop else {
        pending = scalar
        break
      }
      if judgement == .mark, marks < limit {
        text.unicodeScalars.append(scalar)
        marks += 1
      }
    }
    if ascii, width == 2 { secondHalf = base.value == 0x3000 ? " " : text }
    return Glyph(text: text, width: ascii ? 1 : width)
  }

  private func asciiText(_ scalar: Unicode.Scalar) -> String {
    if scalar.value == 0x3000 { return " " }
    return AsciiText.text(Unicode.Scalar(Transliteration.ascii(scalar) ?? UInt8(ascii: "?")))
  }
}

/// The printable ASCII characters as ready-made strings.
enum AsciiText {
  static func text(_ scalar: Unicode.Scalar) -> String { scalar.isASCII ? all[Int(scalar.value)] : String(scalar) }
  private static let all = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }
}
