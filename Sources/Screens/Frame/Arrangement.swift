import AppState
import TerminalUI

package struct Arrangement: Hashable {
  /// Smaller terminals show only one sentence.
  package static let smallest = Size(40, 15)
  /// Narrower terminals show panels in their compact form.
  package static let narrowestPanel = 60
  /// From this many columns on, tabs that belong together are shown side by side.
  private static let twoPanels = 150
  /// Lower terminals have no room for captions; only looking back shows one line.
  private static let captionedHeight = 22
  private static let captionHeight = 3
  var isTooSmall = false
  package var phone, panel: Rect?
  /// The area of the tab that belongs to the open one, beside the panel.
  var companion: Rect?
  package var footer = Rect(0, 0, 0, 0)
  /// The area of the audience's caption, if it fits.
  package var caption: Rect?
  /// The part that has the keys; never a hidden panel.
  package var focus: ViewState.Focus = .phone

  package init(_ size: Size, focus wanted: ViewState.Focus, captioned: Bool = false, looksBack: Bool = false) {
    guard size.width >= Arrangement.smallest.width, size.height >= Arrangement.smallest.height else {
      isTooSmall = true
      return
    }
    var height = size.height - 1
    footer = Rect(0, height, size.width, 1)
    let hasRoom = size.height >= Arrangement.captionedHeight && size.width >= Arrangement.narrowestPanel
    let rows = !captioned ? 0 : hasRoom ? Arrangement.captionHeight : looksBack ? 1 : 0
    if rows > 0 {
      height -= rows
      caption = Rect(0, height, size.width, rows)
    }
    if size.width >= PhoneFrame.sideBySide {
      focus = wanted
      let width = PhoneFrame.width(on: size.width)
      phone = Rect(0, 0, width, height)
      panel = Rect(width + 1, 0, size.width - width - 1, height)
    } else if wanted == .panel {
      focus = .panel
      panel = Rect(0, 0, size.width, height)
    } else {
      let width = PhoneFrame.width(on: size.width)
      phone = Rect((size.width - width) / 2, 0, width, height)
    }
  }

  /// Each tab keeps its side, whichever of the two is open.
  mutating func makeRoom(for companion: PanelTab, beside tab: PanelTab, width: Int) {
    guard width >= Arrangement.twoPanels, phone != nil, let panel else { return }
    let half = (panel.width - 1) / 2
    let left = Rect(panel.x, panel.y, half, panel.height)
    let right = Rect(panel.x + half + 1, panel.y, panel.width - half - 1, panel.height)
    (self.panel, self.companion) = tab.place < companion.place ? (left, right) : (right, left)
  }

  var showsBoth: Bool { phone != nil && panel != nil }
  package static func isNarrow(_ size: Size) -> Bool { size.width < narrowestPanel }
}
