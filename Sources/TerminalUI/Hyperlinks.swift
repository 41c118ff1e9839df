/// A text that is a link wherever it appears on the screen: an issuer, an exported file.
public struct KnownLink: Hashable, Sendable {
  public var text: String
  public var url: String

  public init(_ text: String, to url: String) { (self.text, self.url) = (text, url) }
}

/// Cells of one row that form a link.
struct LinkRun: Hashable {
  var at: Point
  var width: Int
  var url: String
  var text: String
}

/// Finds the links of a picture: sections of RFCs, which every screen names as `RFC 7591 §3.1`, and known texts.
///
/// Nothing else becomes a link: a server cannot create one.
enum Hyperlinks {
  /// Shorter pieces of a known text could be something else and are no links.
  private static let shortest = 12

  static func runs(in canvas: Canvas, known: [KnownLink]) -> [LinkRun] {
    let known = known.filter { $0.text.count >= shortest && isAddress($0.url) }
    var runs: [LinkRun] = []
    for y in 0..<canvas.size.height {
      var x = 0
      while x < canvas.size.width {
        guard let run = section(canvas, x, y) else {
          x += 1
          continue
        }
        runs.append(run)
        x += run.width
      }
      for link in known { runs += pieces(of: link, canvas, y) }
    }
    return runs
  }

  /// Whether a URL may be sent to a terminal.
  private static func isAddress(_ url: String) -> Bool {
    url.utf8.count <= 2000 && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func section(_ canvas: Canvas, _ x: Int, _ y: Int) -> LinkRun? {
    guard canvas[x, y].text == "R", reads("RFC ", canvas, x, y) else { return nil }
    let number = digits(canvas, x + 4, y)
    guard (3...5).contains(number.count) else { return nil }
    var url = "https://www.rfc-editor.org/rfc/rfc\(number)"
    var text = "RFC \(number)"
    if reads(" §", canvas, x + text.count, y) {
      let section = sectionNumber(canvas, x + text.count + 2, y)
      if !section.isEmpty {
        url += "#section-\(section)"
        text += " §\(section)"
      }
    }
    return LinkRun(at: Point(x, y), width: text.count, url: url, text: text)
  }

  private static func reads(_ text: String, _ canvas: Canvas, _ x: Int, _ y: Int) -> Bool {
    var x = x
    for character in text {
      guard x < canvas.size.width, canvas[x, y].text == String(character) else { return false }
      x += 1
    }
    return true
  }

  private static func digits(_ canvas: Canvas, _ x: Int, _ y: Int) -> String {
    var text = ""
    while x + text.count < canvas.size.width, let digit = canvas[x + text.count, y].text.utf8.first,
      (0x30...0x39).contains(digit)
    {
      text.append(canvas[x + text.count, y].text)
    }
    return text
  }

  /// `3.1.2`; a final dot belongs to the sentence.
  private static func sectionNumber(_ canvas: Canvas, _ x: Int, _ y: Int) -> String {
    var text = digits(canvas, x, y)
    while !text.isEmpty, reads(".", canvas, x + text.count, y) {
      let next = digits(canvas, x + text.count + 1, y)
      guard !next.isEmpty else { break }
      text += ".\(next)"
    }
    return text
  }

  /// A known text that starts in this row; where it was broken, the rest is in the rows below, in the same column.
  private static func pieces(of link: KnownLink, _ canvas: Canvas, _ y: Int) -> [LinkRun] {
    let characters = Array(link.text)
    guard let x = (0..<canvas.size.width).first(where: { matched(characters, canvas, $0, y) >= shortest }) else {
      return []
    }
    var (row, rest, runs) = (y, characters[...], [LinkRun]())
    while !rest.isEmpty, row < canvas.size.height {
      let count = matched(Array(rest), canvas, x, row)
      guard count > 0 else { return [] }
      runs.append(LinkRun(at: Point(x, row), width: count, url: link.url, text: String(rest.prefix(count))))
      rest = rest.dropFirst(count)
      row += 1
    }
    // Half of a path is no link.
    return rest.isEmpty ? runs : []
  }

  private static func matched(_ characters: [Character], _ canvas: Canvas, _ x: Int, _ y: Int) -> Int {
    var count = 0
    while count < characters.count, x + count < canvas.size.width,
      canvas[x + count, y].text == String(characters[count])
    { count += 1 }
    return count
  }
}
