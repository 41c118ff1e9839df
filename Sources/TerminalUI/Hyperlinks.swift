/// A text that is a link wherever it appears on the screen: an issuer, an exported file.
public struct KnownLink: Hashable, Sendable {
  public var text, url: String
  public init(_ text: String, to url: String) { (self.text, self.url) = (text, url) }
}

struct LinkRun: Hashable {
  var at: Point
  var width: Int
  var url, text: String
}

/// Finds the links of a picture: sections of RFCs, which every screen names as `RFC 7591 §3.1`, and known texts. A server cannot create a link.
enum Hyperlinks {
  /// Shorter pieces of a known text could be something else and are no links.
  private static let shortest = 12

  static func runs(in canvas: Canvas, known: [KnownLink]) -> [LinkRun] {
    let known = known.filter {
      $0.text.count >= shortest && $0.url.utf8.count <= 2000 && $0.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
    var runs: [LinkRun] = []
    for y in 0..<canvas.size.height {
      var x = 0
      while x < canvas.size.width {
        let run = canvas[x, y].text == "R" ? section(cells(canvas, x, y), at: Point(x, y)) : nil
        if let run { runs.append(run) }
        x += run?.width ?? 1
      }
      for link in known { runs += pieces(of: link, canvas, y) }
    }
    return runs
  }

  private static func cells(_ canvas: Canvas, _ x: Int, _ y: Int) -> ArraySlice<Canvas.Cell> {
    canvas.cells[(y * canvas.size.width + x)..<((y + 1) * canvas.size.width)]
  }

  private static func section(_ cells: ArraySlice<Canvas.Cell>, at place: Point) -> LinkRun? {
    let number = digits(cells.dropFirst(4))
    guard matched("RFC ", cells) == 4, (3...5).contains(number.count) else { return nil }
    var url = "https://www.rfc-editor.org/rfc/rfc\(number)"
    var text = "RFC \(number)"
    let rest = cells.dropFirst(text.count)
    let section = matched(" §", rest) == 2 ? sectionNumber(rest.dropFirst(2)) : ""
    if !section.isEmpty {
      url += "#section-\(section)"
      text += " §\(section)"
    }
    return LinkRun(at: place, width: text.count, url: url, text: text)
  }

  private static func digits(_ cells: ArraySlice<Canvas.Cell>) -> String {
    cells.prefix { $0.text.utf8.first.map { (0x30...0x39).contains($0) } ?? false }.map(\.text).joined()
  }

  /// `3.1.2`; a final dot belongs to the sentence.
  private static func sectionNumber(_ cells: ArraySlice<Canvas.Cell>) -> String {
    var text = digits(cells)
    while !text.isEmpty, matched(".", cells.dropFirst(text.count)) == 1 {
      let next = digits(cells.dropFirst(text.count + 1))
      guard !next.isEmpty else { break }
      text += ".\(next)"
    }
    return text
  }

  /// A known text that starts in this row; where it was broken, the rest is in the rows below, in the same column.
  private static func pieces(of link: KnownLink, _ canvas: Canvas, _ y: Int) -> [LinkRun] {
    let first = String(link.text.prefix(1))
    let place = (0..<canvas.size.width).first {
      canvas[$0, y].text == first && matched(link.text, cells(canvas, $0, y)) >= shortest
    }
    guard let x = place else { return [] }
    var (row, rest, runs) = (y, link.text[...], [LinkRun]())
    while !rest.isEmpty, row < canvas.size.height {
      let count = matched(rest, cells(canvas, x, row))
      guard count > 0 else { return [] }
      runs.append(LinkRun(at: Point(x, row), width: count, url: link.url, text: String(rest.prefix(count))))
      rest = rest.dropFirst(count)
      row += 1
    }
    // Half of a path is no link.
    return rest.isEmpty ? runs : []
  }

  private static func matched(_ text: some StringProtocol, _ cells: ArraySlice<Canvas.Cell>) -> Int {
    zip(text, cells).prefix { String($0) == $1.text }.count
  }
}

/// Writes the links of a picture over ncurses' output: the same cells, as links. ncurses does not know OSC 8, but its model of the screen stays correct.
struct LinkPainter {
  private var painted: [LinkRun] = []

  /// What to send; may be empty. `look` is how this terminal paints a style.
  /// - Parameter isFresh: the whole screen was just painted, so it has no links.
  mutating func sequence(
    _ canvas: Canvas, _ runs: [LinkRun], isFresh: Bool, mode: ColourMode, _ look: (Style) -> Appearance
  ) -> String {
    // Cells that were a link and whose text is unchanged are still a link on the terminal: write them again.
    let gone = isFresh ? [] : painted.filter { !runs.contains($0) }
    painted = runs
    guard !runs.isEmpty || !gone.isEmpty else { return "" }
    var text = "\u{1B}7"
    for run in gone { text += cells(of: run, canvas, mode, look) }
    for (number, run) in runs.enumerated() {
      text += "\u{1B}]8;id=\(number + 1);\(run.url)\u{1B}\\" + cells(of: run, canvas, mode, look) + "\u{1B}]8;;\u{1B}\\"
    }
    return text + "\u{1B}[0m\u{1B}8"
  }

  private func cells(of run: LinkRun, _ canvas: Canvas, _ mode: ColourMode, _ look: (Style) -> Appearance) -> String {
    guard run.at.y < canvas.size.height else { return "" }
    var text = "\u{1B}[\(run.at.y + 1);\(run.at.x + 1)H"
    var style: Style?
    for x in run.at.x..<min(run.at.x + run.width, canvas.size.width) {
      let cell = canvas[x, run.at.y]
      if cell.style != style {
        text += look(cell.style).sequence(mode)
        style = cell.style
      }
      text += cell.text
    }
    return text
  }
}

extension Appearance {
  /// This appearance as a control sequence (SGR of ECMA-48).
  func sequence(_ mode: ColourMode) -> String {
    var codes = ["0"]
    if bold { codes.append("1") }
    if dim { codes.append("2") }
    if underline { codes.append("4") }
    if reverse { codes.append("7") }
    codes += Appearance.codes(foreground, 30, mode) + Appearance.codes(background, 40, mode)
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  /// - Parameter base: 30 for a foreground, 40 for a background.
  private static func codes(_ colour: Int, _ base: Int, _ mode: ColourMode) -> [String] {
    guard colour >= 0 else { return [] }
    switch mode {
    case .none: return []
    case .ansi16: return ["\(colour < 8 ? base + colour : base + 60 + colour - 8)"]
    case .ansi256: return ["\(base + 8)", "5", "\(colour)"]
    case .trueColour: return ["\(base + 8)", "2", "\(colour >> 16)", "\(colour >> 8 & 0xFF)", "\(colour & 0xFF)"]
    }
  }
}
