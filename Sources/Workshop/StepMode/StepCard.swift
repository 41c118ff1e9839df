import AppState
import Catalogue
import Screens
import TerminalUI

/// The full card of a held message. It replaces the panel's contents and scrolls.
extension Picture {
  /// Returns how far it can be scrolled.
  mutating func drawStepCard(_ message: HeldMessage, _ state: AppState, in rect: Rect) -> Int {
    drawStripRule(state, in: rect)
    let area = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
    let lines = StepCard.lines(message, state, look, width: area.width - 1)
    let chosen = state[Stepping.self].editor == nil ? nil : lines.place(of: .step(.edit(.begin)))
    return putScrolled(lines, in: area.wider(by: 1), offset: state.view.panelScroll, bar: area.maxX, revealing: chosen)
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

/// The step card as a strip at the foot of the panel, below any tab.
extension Picture {
  /// Draws the strip while a message is held, and returns the area that remains for the tab.
  mutating func drawStepStrip(_ state: AppState, in rect: Rect) -> Rect {
    guard let message = state[Stepping.self].heldMessage, rect.height >= 12 else { return rect }
    let height = max(rect.height / 2, rect.height - state.leastPanelRows) - 1
    let lines = StepStrip.lines(message, state, look, width: rect.width, height: height)
    let top = rect.maxY - lines.count - 1
    let place = Rect(rect.x, top, rect.width, lines.count + 1)
    canvas.fill(place, Style(.text))
    drawStripRule(state, in: place)
    if state[Stepping.self].openQuestion == nil { target(place, .step(.next)) }
    put(lines, in: Rect(rect.x, top + 1, rect.width, lines.count))
    return Rect(rect.x, rect.y, rect.width, top - rect.y)
  }

  mutating func drawStripRule(_ state: AppState, in rect: Rect) {
    let stepping = state[Stepping.self]
    canvas.fill(Rect(rect.x, rect.y, rect.width, 1), Style(.heading), look.glyphs == .ascii ? "=" : "━")
    let asks = stepping.openQuestion != nil
    let words = look.catalogue(asks ? .whatIsNext : .nextMessage)
    let title = " \(look.catalogue(stepping.name)) \(look.marks.separator) \(words) "
    canvas.put(title, at: Point(rect.x + 1, rect.y), Style(.heading, bold: true), width: rect.width - 1)
    if let motion = stepping.motion(state, look) {
      let text = " \(motion) "
      let width = TextLayout.width(text)
      canvas.put(text, at: Point(rect.maxX - width - 1, rect.y), Style(.warning, bold: true), width: width)
    }
  }
}

extension Stepping {
  /// The name of the mode that releases messages.
  var name: Phrase {
    switch (isOn, pace) {
    case (true, .off): .stepMode
    case (true, .slow), (true, .slower): .slowMotion
    case (true, .every): .keyPlay
    case (false, _): .keyPresenter
    }
  }
}

enum StepStrip {
  /// At most `height` lines. Explanations of parameters are left out first, then the least important parameters, then the reason. The hint to the
  /// full card comes last.
  static func lines(_ message: HeldMessage, _ state: AppState, _ look: Look, width: Int, height: Int) -> [StyledLine] {
    if let question = state[Stepping.self].openQuestion { return choices(question, state, look) }
    let words = StepWords(message, reveal: state.revealsSecrets, look)
    let verdict = PredictionWords.lines(state, look, width: width, .success, .error)
    let why = StepCard.why(words, look, width: width)
    let text = look.catalogue(.wholeCardHint, ["key": StepKeys.cardKey])
    let hint = StyledLine(text, Style(.secondary), action: .step(.card))
    let head = verdict + StepCard.head(words, width: width)
    let parameters = StepParameters(words.carried, look, width: width)
    let room = height - head.count - 1
    let shown = parameters.lines(max(room - why.count, min(room, parameters.least)))
    let reason = why.cut(to: height - head.count - shown.lines.count - 1, width: width, look)
    if shown.isWhole, reason == why { return head + shown.lines + why }
    return (head + shown.lines + reason).prefix(max(2, height - 1)) + [hint]
  }

  private static func choices(_ question: Prediction, _ state: AppState, _ look: Look) -> [StyledLine] {
    let focused = min(state.view.button, question.choices.count - 1)
    return question.choices.enumerated().map { index, choice in
      let isFocused = index == focused
      let mark = isFocused ? look.marks.selected : " "
      let text = "\(mark) \(index + 1)  \(StepWords.title(choice, look))"
      return StyledLine(text, Style(isFocused ? .selection : .text, bold: isFocused), action: .step(.answer(index)))
    }
  }
}
