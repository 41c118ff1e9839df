import AppState
import Keystore
import Screens
import TerminalUI

/// Shows the keystore's file and the secure element. Draws only what was read before.
extension Picture {
  mutating func drawKeystore(_ state: AppState, in rect: Rect) -> Int {
    let insight = state[KeystoreInsight.self]
    if let problem = insight.problem {
      drawKeystoreProblem(problem, state, in: rect)
      return 0
    }
    guard insight.hasBeenRead else {
      drawEmptyPanel(.xrayReading, in: rect)
      return 0
    }
    let (title, text) = (look.catalogue(.xrayNoneTitle), look.catalogue(.xrayNone, ["path": FileKeystore.fileName]))
    guard insight.reading != nil || insight.hasElement else {
      drawPanelText(title, text, in: rect)
      return 0
    }
    let foot = KeystoreWords.trial(insight, width: rect.width, look)
    let area = Rect(rect.x, rect.y, rect.width, max(1, rect.height - (foot.isEmpty ? 0 : foot.count + 1)))
    let width = area.width - 2
    let lines =
      insight.reading.map { KeystoreLines($0, state, width: width, look: look).lines }
      ?? StyledLine.wrapped(title, Style(.heading, bold: true), width: width)
      + StyledLine.wrapped(text, Style(.text), width: width)
      + ElementLines(state, width: width, look: look).lines
    let window = ScrollWindow(contentHeight: lines.count, height: area.height, offset: state.view.panelScroll)
    for (index, line) in lines[window.rows].enumerated() {
      put(line, at: Point(area.x, area.y + index), width: area.width - 1)
    }
    canvas.scrollBar(window, at: Point(area.maxX, area.y), Style(.secondary))
    guard !foot.isEmpty else { return window.maximumOffset }
    canvas.fill(Rect(rect.x, area.maxY, rect.width, 1), Style(.panelFrame), look.glyphs == .ascii ? "-" : "─")
    for (index, line) in foot.enumerated() { put(line, at: Point(rect.x, area.maxY + 1 + index), width: rect.width) }
    return window.maximumOffset
  }

  private mutating func drawKeystoreProblem(_ problem: KeystoreError, _ state: AppState, in rect: Rect) {
    let words = ErrorWording(.keystore(problem), in: state, look)
    drawPanelText(
      look.marks.warning + " " + words.title, words.explanation, hint: words.hint, Style(.warning, bold: true), in: rect
    )
  }
}

/// Keys of the panel **Keystore**.
enum KeystoreKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let insight = state[KeystoreInsight.self]
    let (isEmpty, isBlank) = (insight.reading == nil, !insight.hasElement)
    let bindings =
      [
        Binding(
          [.character("x")], .keyDamage, .keystorePanel(.attempt(.damage(insight.nextDamage))), priority: 0,
          footer: true),
        Binding([.character("t")], .keyGuess, .keystorePanel(.attempt(.guess)), priority: 1, footer: true),
      ].map { $0.off(.reasonNothingKept, if: isEmpty) } + (isEmpty && isBlank ? [] : PanelKeys.scrolling())
    return bindings + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }
}

extension KeystoreInsight: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawKeystore(state, in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    let insight = state[KeystoreInsight.self]
    guard insight.problem == nil, let reading = insight.reading else { return nil }
    return KeystoreLines(reading, state, width: 10_000, look: look).lines
      + KeystoreWords.trial(insight, width: 10_000, look)
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { KeystoreKeys.bindings(state) }
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { true }
  package static func seen(_ isSeen: Bool) -> Action? { .keystorePanel(.watched(isSeen)) }

  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool {
    if case .success = state[KeystoreInsight.self].reading?.contents { true } else { false }
  }
}
