import AppState
import Catalogue
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

  private mutating func drawStripRule(_ state: AppState, in rect: Rect) {
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
  /// At most `height` lines. Parameters give way first, then the words about them.
  static func lines(_ message: HeldMessage, _ state: AppState, _ look: Look, width: Int, height: Int) -> [StyledLine] {
    if let question = state.stepping.openQuestion { return choices(question, state, look) }
    let words = StepWords(message, reveal: state.revealsSecrets, look)
    let verdict =
      state.stepping.prediction.map { PredictionWords.lines($0, look, width: width, .success, .error) } ?? []
    let gap = StyledLine.Span(text: "  ", style: Style(.text))
    let head = StyledLine(
      words.parties + [gap, .init(text: words.title, style: Style(.text, bold: true))])
    var why = StyledLine.wrapped(words.why, Style(.text), width: width)
    if message.isWrite { why += StyledLine.wrapped(look.catalogue(.noWayBack), Style(.secondary), width: width) }
    let line = StyledLine(words.line, Style(.secondary))
    let room = height - verdict.count - 2 - why.count
    return (verdict + [head, line] + parameters(words, look, width: width, room: room) + why).prefix(max(2, height)).map
    { $0 }
  }

  /// One line each, with as much of what it means as fits beside it.
  private static func parameters(_ words: StepWords, _ look: Look, width: Int, room: Int) -> [StyledLine] {
    let all = words.carried
    guard room > 0, !all.isEmpty else { return [] }
    let shown = all.count > room ? max(0, room - 1) : all.count
    let column = min(24, all.prefix(shown).map { TextLayout.width($0.name) }.max() ?? 0)
    var lines = all.prefix(shown).map { item in
      let value = TextLayout.clip(
        item.value, to: max(8, (width - column) / 3), ellipsis: look.marks.ellipsis, ofData: true)
      let name = TextLayout.clip(item.name, to: column, ellipsis: look.marks.ellipsis, ofData: true)
      let pad = String(repeating: " ", count: max(0, column - TextLayout.width(name)))
      let left = width - column - TextLayout.width(value) - 6
      // As much of the sentence as there is room for; the details of the message have all of it.
      let meaning = TextLayout.clip(item.meaning, to: max(0, left), ellipsis: look.marks.ellipsis, ofData: true)
      return StyledLine([
        .init(text: "  \(name)\(pad)  ", style: Style(.jsonKey)), .init(text: value, style: Style(.text)),
        .init(text: left > 12 ? "  \(meaning)" : "", style: Style(.secondary)),
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
