import AppState
import Screens
import TerminalUI

/// The full card of a held message. It replaces the panel's contents and scrolls.
extension Picture {
  /// Returns how far it can be scrolled.
  mutating func drawStepCard(_ message: HeldMessage, _ state: AppState, in rect: Rect) -> Int {
    drawStripRule(state, in: rect)
    let area = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    let lines = StepCard.lines(message, state, look, width: area.width - 1)
    var window = ScrollWindow(contentHeight: lines.count, height: area.height, offset: state.view.panelScroll)
    if state[Stepping.self].editor != nil, let chosen = lines.place(of: .step(.edit(.begin))) {
      window = window.revealing(chosen)
    }
    for (row, line) in lines[window.rows].enumerated() {
      put(line, at: Point(area.x, area.y + row), width: area.width)
      if line.action != nil { target(Rect(area.x, area.y + row, area.width - 1, 1), line.action) }
    }
    canvas.scrollBar(window, at: Point(area.maxX, area.y), Style(.secondary))
    return window.maximumOffset
  }
}

enum StepCard {
  static func lines(_ message: HeldMessage, _ state: AppState, _ look: Look, width: Int) -> [StyledLine] {
    let words = StepWords(message, reveal: state.revealsSecrets, look)
    if let editor = state[Stepping.self].editor {
      return [StyledLine(words.parties)] + StyledLine.wrapped(words.title, Style(.text, bold: true), width: width)
        + [.blank] + editor.lines(look, reveal: state.revealsSecrets, width: width) { .step(.edit($0)) }
    }
    var lines = PredictionWords.lines(state, look, width: width, .success, .error)
    lines += head(words, width: width) + why(words, look, width: width)
    for item in words.carried {
      lines += [.blank, StyledLine(item.name, Style(.jsonKey))]
      lines += StyledLine.wrapped(item.value, Style(.text), width: width, indent: 2)
      if !item.sentence.isEmpty {
        lines += StyledLine.wrapped(item.meaning(look), Style(.secondary), width: width, indent: 2)
      }
    }
    return lines
  }

  /// Parties, name, and first line.
  static func head(_ words: StepWords, width: Int) -> [StyledLine] {
    let gap = StyledLine.Span(text: "  ", style: Style(.text))
    return [
      StyledLine(words.parties + [gap, .init(text: words.title, style: Style(.text, bold: true))]),
      StyledLine(words.line(width), Style(.secondary)),
    ]
  }

  /// Why it is sent, and whether it can still be cancelled.
  static func why(_ words: StepWords, _ look: Look, width: Int) -> [StyledLine] {
    let why = StyledLine.wrapped(words.why, Style(.text), width: width)
    guard words.message.isWrite else { return why }
    return why + StyledLine.wrapped(look.catalogue(.noWayBack), Style(.secondary), width: width)
  }
}
