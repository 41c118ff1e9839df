import AppState
import Catalogue
import TerminalUI

/// One tab of the panel.
struct PanelTabEntry {
  var tab: ViewState.PanelTab
  var title: Phrase
  var keyPhrase: Phrase
  /// Draws the tab and returns how far it can be scrolled.
  var draw: (inout Picture, AppState, Rect) -> Int
  /// What leads to it: its place, or the letter of a tool of the bench.
  var key: Character {
    switch tab {
    case .messages, .sequence, .state, .server, .keystore, .lesson: Character(String(tab.rawValue))
    case .faults: "F"
    case .clock: "T"
    case .checks: "C"
    }
  }
}

/// Every tab there is, in order. A new one is added here and nowhere else.
enum PanelTabs {
  static var all: [PanelTabEntry] {
    ViewState.PanelTab.allCases.map { tab in
      switch tab {
      case .messages:
        PanelTabEntry(tab: tab, title: .tabMessages, keyPhrase: .keyMessages) {
          $0.drawMessages($1, in: $2)
        }
      case .sequence:
        PanelTabEntry(tab: tab, title: .tabSequence, keyPhrase: .keySequence) {
          $0.drawSequence($1, in: $2)
        }
      case .state:
        PanelTabEntry(tab: tab, title: .tabState, keyPhrase: .keyState) { $0.drawState($1, in: $2) }
      case .server:
        PanelTabEntry(tab: tab, title: .tabServer, keyPhrase: .keyServer) { $0.drawServer($1, in: $2) }
      case .keystore:
        PanelTabEntry(tab: tab, title: .tabKeystore, keyPhrase: .keyKeystore) { $0.drawKeystore($1, in: $2) }
      case .lesson:
        PanelTabEntry(tab: tab, title: .tabLesson, keyPhrase: .keyLesson) { $0.drawLessons($1, in: $2) }
      case .checks:
        PanelTabEntry(tab: tab, title: .tabChecks, keyPhrase: .keyChecks) { $0.drawChecks($1, in: $2) }
      case .faults:
        PanelTabEntry(tab: tab, title: .tabFaults, keyPhrase: .keyFaults) { $0.drawFaults($1, in: $2) }
      case .clock:
        PanelTabEntry(tab: tab, title: .tabClock, keyPhrase: .keyClock) { $0.drawClock($1, in: $2) }
      }
    }
  }

  /// The tabs that stand in one row with this one: the panel's, or the bench's tools.
  static func row(of tab: ViewState.PanelTab) -> [PanelTabEntry] { all.filter { $0.tab.isBench == tab.isBench } }
}

extension Picture {
  /// Draws the panel: frame, tabs in its upper line, and the chosen tab within.
  mutating func drawPanel(_ state: AppState, in rect: Rect, hasKeys: Bool) -> Int {
    let frame = Style(hasKeys ? .panelFrameFocused : .panelFrame)
    canvas.box(rect, frame, hasKeys ? .heavy : .rounded)
    if !hasKeys { target(rect, .view(.switchFocus)) }
    drawTabs(state, in: Rect(rect.x + 2, rect.y, rect.width - 4, 1))
    let inner = Rect(rect.x + 2, rect.y + 1, rect.width - 4, rect.height - 2)
    if state.showsStepCard, let message = state.heldMessage { return drawStepCard(message, state, in: inner) }
    guard let entry = PanelTabs.all.first(where: { $0.tab == state.view.tab }) else { return 0 }
    return entry.draw(&self, state, drawStepStrip(state, in: inner))
  }

  private mutating func drawTabs(_ state: AppState, in rect: Rect) {
    let entries = PanelTabs.row(of: state.view.tab)
    let titles = entries.map { "\($0.key) \(look.catalogue($0.title))" }
    let selected = entries.firstIndex { $0.tab == state.view.tab } ?? 0
    canvas.tabs(titles, selected: selected, at: Point(rect.x, rect.y), width: rect.width, hits: &hits) {
      .view(.tab(entries[$0].tab))
    }
  }

  /// Says what will be seen here once something has happened.
  mutating func drawEmptyPanel(_ phrase: Phrase, in rect: Rect) {
    let lines = StyledLine.wrapped(
      look.catalogue(phrase), Style(.secondary), width: max(1, min(rect.width, 50)), alignment: .centre)
    for (index, line) in lines.enumerated() {
      let x = rect.x + max(0, (rect.width - line.width) / 2)
      put(line, at: Point(x, rect.y + rect.height / 3 + index), width: rect.width)
    }
  }
}
