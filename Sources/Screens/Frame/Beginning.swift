import AppState
import Catalogue
import TerminalUI

/// A suggestion for a new user, and the tab where it is.
package struct Offer {
  package var phrase: Phrase
  package var tab: PanelTab
  package init(_ phrase: Phrase, in tab: PanelTab) { (self.phrase, self.tab) = (phrase, tab) }
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
