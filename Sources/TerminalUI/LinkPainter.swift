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
