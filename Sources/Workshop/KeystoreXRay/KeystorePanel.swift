import AppState
import Catalogue
import Keystore
import Screens
import TerminalUI

/// The panel **Keystore**: the file and the secure element, as they were last read.
extension KeystoreInsight: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    let (insight, look) = (state[KeystoreInsight.self], picture.look)
    if let problem = insight.problem {
      picture.drawPanelProblem(ErrorWording(.keystore(problem), in: state, look), in: rect)
      return 0
    }
    guard insight.hasBeenRead else {
      picture.drawEmptyPanel(.xrayReading, in: rect)
      return 0
    }
    let (title, text) = (look.catalogue(.xrayNoneTitle), look.catalogue(.xrayNone, ["path": FileKeystore.fileName]))
    guard insight.reading != nil || insight.hasElement else {
      picture.drawPanelText(title, text, in: rect)
      return 0
    }
    let foot = KeystoreWords.trial(insight, TextColumn(rect.width, look))
    let area = Rect(rect.x, rect.y, rect.width, max(1, rect.height - (foot.isEmpty ? 0 : foot.count + 1)))
    let column = TextColumn(area.width - 2, look)
    let lines =
      insight.reading.map { KeystoreLines($0, state, width: column.width, look: look).lines }
      ?? column.text(title, Style(.heading, bold: true)) + column.text(text)
      + ElementLines.lines(insight, state.now, column)
    if !foot.isEmpty {
      let rule: Character = look.glyphs == .ascii ? "-" : "─"
      picture.canvas.fill(Rect(rect.x, area.maxY, rect.width, 1), Style(.panelFrame), rule)
      picture.put(foot, in: Rect(rect.x, area.maxY + 1, rect.width, foot.count))
    }
    return picture.putScrolled(lines, in: area, offset: state.view.panelScroll)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    let insight = state[KeystoreInsight.self]
    guard insight.problem == nil, let reading = insight.reading else { return nil }
    return KeystoreLines(reading, state, width: 10_000, look: look).lines
      + KeystoreWords.trial(insight, TextColumn(10_000, look))
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] {
    let insight = state[KeystoreInsight.self]
    let trials: [(Key, Phrase, KeystoreTrial)] = [
      (.character("x"), .keyDamage, .damage(insight.nextDamage)), (.character("t"), .keyGuess, .guess),
    ]
    let bindings = trials.enumerated().map { place, trial in
      Binding([trial.0], trial.1, .keystorePanel(.attempt(trial.2)), priority: place, footer: true)
        .off(.reasonNothingKept, if: insight.reading == nil)
    }
    return bindings + (insight.reading == nil && !insight.hasElement ? [] : PanelKeys.scrolling())
      + PanelKeys.neighbours(state) + [Binding([.escape], .keyPhone, .view(.switchFocus))]
  }

  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { true }
  package static func seen(_ isSeen: Bool) -> Action? { .keystorePanel(.watched(isSeen)) }

  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool {
    if case .success = state[KeystoreInsight.self].reading?.contents { true } else { false }
  }
}
