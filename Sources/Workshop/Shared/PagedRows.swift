import AppState
import Catalogue
import Screens
import TerminalUI

/// A long list in lines: a page of it at a time.
enum PagedRows {
  /// Rows of a page.
  static let most = 25

  /// With rows that lead to those before and after, by way of the chosen one.
  static func lines(_ rows: [StyledLine], hasBefore: Bool, hasAfter: Bool, _ look: Look) -> [StyledLine] {
    func go(_ phrase: Phrase, _ step: Int) -> StyledLine {
      StyledLine([.init(text: look.catalogue(phrase), style: Style(.text))], action: .view(.moveSelection(step)))
    }
    return (hasBefore ? [go(.rowsBefore, -most)] : []) + rows + (hasAfter ? [go(.rowsAfter, most)] : [])
  }
}
