import AppState
import Screens
import TerminalUI

/// The step card as a strip at the foot of the panel, whatever tab lies above it.
extension Picture {
  /// Draws the strip where a message is held, and returns what is left for the tab.
  mutating func drawStepStrip(_ state: AppState, in rect: Rect) -> Rect {
    guard let message = state.heldMessage, rect.height >= 12 else { return rect }
    let lines = StepStrip.lines(message, state, look, width: rect.width, height: rect.height / 2 - 1)
    let top = rect.maxY - lines.count - 1
    let place = Rect(rect.x, top, rect.width, lines.count + 1)
    canvas.fill(place, Style(.text))
    drawStripRule(state, in: place)
    if state.stepping.openQuestion == nil { target(place, .step(.next)) }
    for (index, line) in lines.enumerated() {
      let row = Rect(rect.x, top + 1 + index, rect.width, 1)
      put(line, at: Point(row.x, row.y), width: row.width)
      if line.action != nil { target(row, line.action) }
    }
    return Rect(rect.x, rect.y, rect.width, top - rect.y)
  }

  mutating func drawStripRule(_ state: AppState, in rect: Rect) {
    canvas.fill(Rect(rect.x, rect.y, rect.width, 1), Style(.heading), look.glyphs == .ascii ? "=" : "━")
    let asks = state.stepping.openQuestion != nil
    let name = state.stepping.pace == .off ? look.catalogue(.stepMode) : look.catalogue(.slowMotion)
    let title = " \(name) \(look.marks.separator) \(look.catalogue(asks ? .whatIsNext : .nextMessage)) "
    canvas.put(title, at: Point(rect.x + 1, rect.y), Style(.heading, bold: true), width: rect.width - 1)
    if let motion = state.stepping.motion(state, look) {
      let text = " \(motion) "
      let width = TextLayout.width(text)
      canvas.put(text, at: Point(rect.maxX - width - 1, rect.y), Style(.warning, bold: true), width: width)
    }
  }
}

enum StepStrip {
  /// At most `height` lines. Parameters give way first, then the words about them; how to see all of it always stands last.
  static func lines(_ message: HeldMessage, _ state: AppState, _ look: Look, width: Int, height: Int) -> [StyledLine] {
    if let question = state.stepping.openQuestion { return choices(question, state, look) }
    let words = StepWords(message, reveal: state.revealsSecrets, look)
    let verdict = PredictionWords.lines(state, look, width: width, .success, .error)
    let why = StepCard.why(words, look, width: width)
    let text = look.catalogue(.wholeCardHint, ["key": StepKeys.cardKey])
    let hint = StyledLine([.init(text: text, style: Style(.secondary))], action: .step(.card))
    let room = height - verdict.count - 3 - why.count
    let lines = verdict + StepCard.head(words) + parameters(words, look, width: width, room: room) + why
    // A message that carries nothing has no more to say.
    guard lines.count >= height || !words.carried.isEmpty else { return lines }
    return Array(lines.prefix(max(2, height - 1))) + [hint]
  }

  /// One line each: name, value and where the rule stands. What each is for is said in full on the whole card alone.
  private static func parameters(_ words: StepWords, _ look: Look, width: Int, room: Int) -> [StyledLine] {
    let all = words.carried
    guard room > 0, !all.isEmpty else { return [] }
    let shown = all.count > room ? max(0, room - 1) : all.count
    let column = min(24, all.prefix(shown).map { TextLayout.width($0.name) }.max() ?? 0)
    var lines = all.prefix(shown).map { item in
      let name = TextLayout.clip(item.name, to: column, ellipsis: look.marks.ellipsis, ofData: true)
      let pad = String(repeating: " ", count: max(0, column - TextLayout.width(name)))
      // A long name of a specification gives way to the value; the section is never left out for it.
      let left = width - column - 4
      let short = item.source.replacing("OpenID Connect ", with: "")
      let source =
        [item.source, short, short.replacing(" 1.0", with: "")].first { TextLayout.width($0) + 12 <= left } ?? ""
      let room = source.isEmpty ? left : left - TextLayout.width(source) - 2
      let value = TextLayout.clip(item.value, to: max(0, room), ellipsis: look.marks.ellipsis, ofData: true)
      let gap = String(repeating: " ", count: max(2, left - TextLayout.width(value) - TextLayout.width(source)))
      return StyledLine([
        .init(text: "  \(name)\(pad)  ", style: Style(.jsonKey)), .init(text: value, style: Style(.text)),
        .init(text: source.isEmpty ? "" : gap + source, style: Style(.secondary)),
      ])
    }
    if shown < all.count {
      lines.append(
        StyledLine("  " + look.catalogue(.moreParameters, ["count": String(all.count - shown)]), Style(.secondary)))
    }
    return lines
  }

  private static func choices(_ question: Prediction, _ state: AppState, _ look: Look) -> [StyledLine] {
    let focused = min(state.view.button, question.choices.count - 1)
    return question.choices.enumerated().map { index, choice in
      let isFocused = index == focused
      let mark = isFocused ? look.marks.selected : " "
      return StyledLine(
        [
          .init(
            text: "\(mark) \(index + 1)  \(StepWords.title(choice, look))",
            style: isFocused ? Style(.selection, bold: true) : Style(.text))
        ], action: .step(.answer(index)))
    }
  }
}
