import AppState
import Catalogue
import FoundationEssentials
import Screens
import TerminalUI

/// The panel **Tokens**: kind, masked value and end of each token.
extension TokensTool: ToolView {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    guard let lines = lines(state, TextColumn(rect.width - 2, picture.look)) else {
      picture.drawEmptyPanel(.tokensNone, in: rect)
      return 0
    }
    return picture.putScrolled(lines, in: rect, offset: state.view.panelScroll)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    lines(state, TextColumn(10_000, look))
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] {
    (Phone<Self>(state).heldTokens.isEmpty ? [] : PanelKeys.scrolling()) + PanelKeys.neighbours(state)
      + [Binding([.escape], .keyCloseBench, .view(.closeBench), priority: 3, footer: true)]
  }

  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { true }

  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool {
    !Phone<Self>(state).heldTokens.isEmpty
  }

  /// `nil`: there is no token.
  private static func lines(_ state: AppState, _ column: TextColumn) -> [StyledLine]? {
    let tokens = Phone<Self>(state).heldTokens
    return tokens.isEmpty ? nil : tokens.flatMap { lines($0, state, column) }
  }

  private static func lines(_ token: HeldToken, _ state: AppState, _ column: TextColumn) -> [StyledLine] {
    let value = state.revealsSecrets ? token.value.revealed : token.value.masked(with: Character(column.look.marks.dot))
    return [column.heading(name(token.kind))] + column.text(value) + end(token.end, state.now, column) + [.blank]
  }

  private static func end(_ end: Date?, _ now: Date, _ column: TextColumn) -> [StyledLine] {
    guard let end else { return column.text(.tokensNoEnd, Style(.secondary)) }
    let (look, left) = (column.look, end.timeIntervalSince(now))
    let words = left > 0 ? look.catalogue(.expiresIn, ["time": Measure.countdown(left)]) : look.catalogue(.expired)
    return column.text(
      "\(words) \(look.marks.separator) \(look.momentOrTime(end, now))", Style(left > 0 ? .success : .warning))
  }

  private static func name(_ kind: HeldToken.Kind) -> Phrase {
    switch kind {
    case .access: .accessToken
    case .refresh: .refreshToken
    case .id: .tokensIDToken
    }
  }
}
