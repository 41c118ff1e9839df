import AppState
import Catalogue
import TerminalUI

extension Picture {
  /// Draws the panel: frame, tabs in its upper line, and the open tab.
  package mutating func drawPanel(_ state: AppState, in rect: Rect, hasKeys: Bool) -> Int {
    let frame = Style(hasKeys ? .panelFrameFocused : .panelFrame)
    canvas.box(rect, frame, hasKeys ? .heavy : .rounded)
    if !hasKeys { target(rect, .view(.switchFocus)) }
    drawTabs(state, in: Rect(rect.x + 2, rect.y, rect.width - 4, 1))
    let inner = Rect(rect.x + 2, rect.y + 1, rect.width - 4, rect.height - 2)
    if let hold = state.hold, hold.coversPanel(state) { return hold.drawPanel(state, &self, inner) }
    guard let tab = state.view.tab, let view = state.panelView else { return 0 }
    let place = state.hold.map { $0.drawStrip(state, &self, inner) } ?? inner
    return view.draw(tab, state, on: &self, in: place)
  }

  /// Draws the tab that belongs to the open one. A click opens it.
  mutating func drawCompanion(_ tab: PanelTab, _ state: AppState, in rect: Rect) {
    canvas.box(rect, Style(.panelFrame), .rounded)
    canvas.put(" \(tab.key) \(look.catalogue(tab.title)) ", at: Point(rect.x + 2, rect.y), Style(.tab))
    var beside = state
    (beside.view.tab, beside.view.focus, beside.view.panelScroll) = (tab, .phone, 0)
    let inner = Rect(rect.x + 2, rect.y + 1, rect.width - 4, rect.height - 2)
    _ = state.panelView(of: tab)?.draw(tab, beside, on: &self, in: inner)
    target(rect, .view(.tab(tab)))
  }

  /// Draws the tools' signs, e.g. active faults, in the lower edge of a panel that covers the phone.
  mutating func drawSign(_ state: AppState, onFrameOf panel: Rect) {
    guard let sign = state.toolSigns(look) else { return }
    let text = TextLayout.clip(" \(look.marks.warning) \(sign) ", to: panel.width - 4, ellipsis: look.marks.ellipsis)
    let place = Point(panel.maxX - 2 - TextLayout.width(text), panel.maxY - 1)
    canvas.put(text, at: place, Style(.warning, bold: true, reverse: true))
  }

  private mutating func drawTabs(_ state: AppState, in rect: Rect) {
    let tabs = state.tabRow
    let titles = tabs.map { "\($0.key) \(look.catalogue($0.title))" }
    let selected = tabs.firstIndex { $0 == state.view.tab } ?? 0
    canvas.tabs(titles, selected: selected, at: Point(rect.x, rect.y), width: rect.width, hits: &hits) {
      .view(.tab(tabs[$0]))
    }
  }

  /// Says what will appear here once something has happened.
  /// - Parameter beginner: the state of a phone that may be new to its user: also suggests where to begin, and shows an audience nothing.
  package mutating func drawEmptyPanel(_ phrase: Phrase, beginner state: AppState? = nil, in rect: Rect) {
    if state?.settings.presenter == true { return }
    let about = StyledLine.wrapped(
      look.catalogue(phrase), Style(.secondary), width: max(1, min(rect.width, 50)), alignment: .centre)
    let lines = about + (state.map { Beginning.lines($0, width: rect.width, look) } ?? [])
    let top = rect.y + max(0, min(rect.height / 3, rect.height - lines.count))
    for (index, line) in lines.enumerated() {
      let x = rect.x + max(0, (rect.width - line.width) / 2)
      put(line, at: Point(x, top + index), width: rect.width)
      target(Rect(x, top + index, line.width, 1), line.action)
    }
  }
}

extension AppState {
  /// The tabs in one row with the open one: the panel's, or the bench tools'.
  var tabRow: [PanelTab] { tools.tabs.filter { $0.isBench == view.tab?.isBench } }
}

/// The text of an empty panel until the first registration: what digits and letters do, and what to try.
enum Beginning {
  static func lines(_ state: AppState, width: Int, _ look: Look) -> [StyledLine] {
    guard state.keystore == .empty, state.loginClient == nil, !state.usesApplicationServer else { return [] }
    let digits = state.tools.tabs.filter { !$0.isBench }.map(\.key)
    guard let first = digits.first, let last = digits.last else { return [] }
    let about = look.catalogue(.beginningKeys, ["first": String(first), "last": String(last)])
    return [.blank] + wrapped(about, Style(.text), width)
      + state.toolViews.compactMap { $0.offer(state) }.flatMap { offer in
        // Enter opens it once the panel has the keys.
        let way: [Key] = [.character(offer.tab.key)] + (state.view.focus == .phone ? [.tab] : []) + [.enter]
        let words = look.catalogue(offer.phrase, ["keys": KeyNames.full(way, look)])
        return wrapped(words, Style(.highlight, bold: true), width).map {
          StyledLine($0.spans, alignment: $0.alignment, action: .view(.tab(offer.tab)))
        }
      }
  }

  private static func wrapped(_ text: String, _ style: Style, _ width: Int) -> [StyledLine] {
    StyledLine.wrapped(text, style, width: max(1, width), alignment: .centre)
  }
}
