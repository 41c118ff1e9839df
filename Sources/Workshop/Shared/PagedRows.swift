import AppState
import Catalogue
import Screens
import TerminalUI

/// A long list in lines, one page at a time.
enum PagedRows {
  /// Rows of a page.
  static let most = 25

  /// The page of the selected row.
  static func page(of chosen: Int, in count: Int) -> Range<Int> {
    let first = min(chosen, max(0, count - 1)) / most * most
    return first..<min(count, first + most)
  }

  /// Adds rows that select the previous or the next page.
  static func lines(
    _ rows: [StyledLine], hasBefore: Bool, hasAfter: Bool, _ look: Look,
    move: (Int) -> Action = { .view(.moveSelection($0)) }
  ) -> [StyledLine] {
    func go(_ phrase: Phrase, _ step: Int) -> StyledLine {
      StyledLine([.init(text: look.catalogue(phrase), style: Style(.text))], action: move(step))
    }
    return (hasBefore ? [go(.rowsBefore, -most)] : []) + rows + (hasAfter ? [go(.rowsAfter, most)] : [])
  }
}
