import Synchronization

/// Measures and breaks text in columns, as ``Canvas`` shows it.
public enum TextLayout {
  public static func width(_ text: String) -> Int {
    ASCIIWrap.isASCII(text.utf8) ? text.utf8.count : Sanitiser.glyphs(text).reduce(0) { $0 + $1.width }
  }
  /// The text in printable ASCII. Sanitised.
  public static func ascii(_ text: String) -> String { Sanitiser.glyphs(text, .ascii).map(\.text).joined() }

  /// The labels of rows, as wide as the widest of them and a space, so that what follows stands in one column.
  public static func labels(_ texts: [String], atLeast width: Int) -> [String] {
    let width = max(width, (texts.map(TextLayout.width).max() ?? 0) + 1)
    return texts.map { $0 + String(repeating: " ", count: width - TextLayout.width($0)) }
  }

  /// The text cut to at most `width` columns, with `ellipsis` at its end if something was cut. Sanitised.
  /// - Parameter ofData: the text is data and may be cut; cuts in the program's own words are recorded, see ``TruncatedTexts``.
  public static func clip(_ text: String, to width: Int, ellipsis: String = "…", ofData: Bool = false) -> String {
    guard width > 0 else { return "" }
    if text.utf8.count <= width, ASCIIWrap.isASCII(text.utf8) { return text }
    var (result, used, fitting) = ("", 0, "")
    let room = width - TextLayout.width(ellipsis)
    for glyph in Sanitiser.glyphs(text) {
      used += glyph.width
      if used > width {
        TruncatedTexts.note(text, ofData: ofData)
        return room < 0 ? result : fitting + ellipsis
      }
      result += glyph.text
      if used <= room { fitting = result }
    }
    return result
  }

  /// The text in lines of at most `width` columns, broken between words; inside a word only if it is too long. Sanitised. Keeps line breaks and the
  /// indent at the start of a line; drops spaces at a break. An empty text gives one empty line.
  public static func wrap(_ text: String, width: Int) -> [String] {
    guard width > 0 else { return [""] }
    return paragraphs(text).flatMap { $0.lines(width) }
  }

  private static func paragraphs(_ text: String) -> [Paragraph] {
    // Text of such bytes alone is not searched for line breaks character by character.
    if ASCIIWrap.isASCII(text.utf8) { return [.ascii(text[...])] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      ASCIIWrap.isASCII($0.utf8) ? .ascii($0) : .glyphs(Array(Sanitiser.glyphs(String($0))))
    }
  }

  /// The same with lines of similar length, so that the last line does not contain a single word.
  public static func balanced(_ text: String, width: Int) -> [String] {
    guard width > 0 else { return [""] }
    let paragraphs = paragraphs(text)
    var lines = paragraphs.flatMap { $0.lines(width) }
    guard lines.count > 1 else { return lines }
    // Narrower lines could not hold the text, even if every space were dropped at a break.
    let least = TextLayout.width(text) - text.utf8.count { $0 == UInt8(ascii: " ") }
    var (narrow, wide) = (min(max(1, least / lines.count), width), width)
    while narrow < wide {
      let middle = (narrow + wide) / 2
      let tried = paragraphs.flatMap { $0.lines(middle) }
      if tried.count > lines.count { narrow = middle + 1 } else { (lines, wide) = (tried, middle) }
    }
    return lines
  }
}

/// A text between two line breaks, ready to be broken at several widths.
private enum Paragraph {
  case ascii(Substring)
  case glyphs([Glyph])

  func lines(_ width: Int) -> [String] {
    switch self {
    case .ascii(let text): ASCIIWrap.lines(text, width)
    case .glyphs(let glyphs): Paragraph.wrapped(glyphs, width)
    }
  }

  private static func wrapped(_ glyphs: [Glyph], _ width: Int) -> [String] {
    var lines: [String] = []
    var line: [Glyph] = []
    var used = 0
    for glyph in glyphs where glyph.width <= width {
      if used + glyph.width > width {
        // A space at the start of the next line belongs to the break.
        let rest = glyph.text == " " ? [] : carried(&line)
        lines.append(trimmed(line))
        line = rest
        used = rest.reduce(0) { $0 + $1.width }
        if glyph.text == " " { continue }
      }
      if glyph.text == " ", line.isEmpty, !lines.isEmpty { continue }
      line.append(glyph)
      used += glyph.width
    }
    if !line.isEmpty || lines.isEmpty { lines.append(trimmed(line)) }
    return lines
  }

  /// Removes the unfinished word from the end of a full line; empty if the line is one word.
  private static func carried(_ line: inout [Glyph]) -> [Glyph] {
    guard let space = line.lastIndex(where: { $0.text == " " }), line[..<space].contains(where: { $0.text != " " })
    else { return [] }
    let word = Array(line[(space + 1)...])
    line.removeSubrange(space...)
    return word
  }

  private static func trimmed(_ line: [Glyph]) -> String {
    var text = line.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// Breaks printable ASCII text, which most text on the screens is, with the result of ``TextLayout/wrap(_:width:)``, but byte by byte.
enum ASCIIWrap {
  private static let space = UInt8(ascii: " ")

  /// Whether all bytes are printable ASCII: each is one glyph of one column.
  static func isASCII(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

  static func lines(_ text: Substring, _ width: Int) -> [String] {
    var text = text
    return text.withUTF8 { lines($0, width) }
  }

  private static func lines(_ bytes: UnsafeBufferPointer<UInt8>, _ width: Int) -> [String] {
    var lines: [String] = []
    var start = 0
    while true {
      // A space at the start of a line belongs to the break; the first line keeps its indent.
      if !lines.isEmpty { while start < bytes.count, bytes[start] == space { start += 1 } }
      guard start < bytes.count || lines.isEmpty else { return lines }
      let end = start + width
      guard end < bytes.count else {
        lines.append(trimmed(bytes[start...]))
        return lines
      }
      let last = bytes[end] == space ? end : wordStart(bytes, start, end) ?? end
      lines.append(trimmed(bytes[start..<last]))
      start = last
    }
  }

  /// Where the word starts that the line would cut; `nil`: the line has no word before it.
  private static func wordStart(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    bytes[start..<end].lastIndex(of: space).flatMap { gap in
      bytes[start..<gap].contains { $0 != space } ? gap + 1 : nil
    }
  }

  private static func trimmed(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let end = line.lastIndex { $0 != space }.map { $0 + 1 } ?? line.startIndex
    return String(decoding: line[line.startIndex..<end], as: UTF8.self)
  }
}

/// Records the program's words that were cut (``TextLayout/clip(_:to:ellipsis:ofData:)``, ``Canvas/put(_:at:_:width:ofData:)``), so that tests find
/// texts too long for a screen. Drawing code marks as data what may be cut: a URL, an id, a row of a table, a line of JSON.
public final class TruncatedTexts: Sendable {
  @TaskLocal private static var listener: TruncatedTexts?
  private let texts = Mutex<[String]>([])

  /// The full texts that `draw` cuts, in drawing order.
  public static func of<Result>(_ draw: () -> Result) -> (result: Result, cut: [String]) {
    let cuts = TruncatedTexts()
    let result = $listener.withValue(cuts) { draw() }
    return (result, cuts.texts.withLock { $0 })
  }

  static func note(_ text: String, ofData: Bool) { if !ofData { listener?.texts.withLock { $0.append(text) } } }
}
