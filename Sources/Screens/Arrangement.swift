import AppState
import TerminalUI

/// What is where on a terminal of a given size.
struct Arrangement: Hashable {
  /// Smaller terminals get one sentence.
  static let smallest = Size(40, 15)
  /// From this width on, phone and panel stand side by side.
  static let sideBySide = 100
  /// Narrower terminals show the phone alone: no diagram fits beside its own labels.
  static let narrowestPanel = 60

  var isTooSmall = false
  var phone: Rect?
  var panel: Rect?
  var footer = Rect(0, 0, 0, 0)
  /// Which part has the keys. A hidden panel never has them.
  var focus: ViewState.Focus = .phone

  init(_ size: Size, focus wanted: ViewState.Focus) {
    guard size.width >= Arrangement.smallest.width, size.height >= Arrangement.smallest.height else {
      isTooSmall = true
      return
    }
    let height = size.height - 1
    footer = Rect(0, height, size.width, 1)
    if size.width >= Arrangement.sideBySide {
      focus = wanted
      let width = Arrangement.phoneWidth(size)
      phone = Rect(0, 0, width, height)
      panel = Rect(width + 1, 0, size.width - width - 1, height)
    } else if wanted == .panel, size.width >= Arrangement.narrowestPanel {
      focus = .panel
      panel = Rect(0, 0, size.width, height)
    } else {
      let width = size.width < 56 ? size.width : min(48, size.width)
      phone = Rect((size.width - width) / 2, 0, width, height)
    }
  }

  var showsBoth: Bool { phone != nil && panel != nil }
  func canSwitch(_ size: Size) -> Bool { !isTooSmall && size.width >= Arrangement.narrowestPanel }

  private static func phoneWidth(_ size: Size) -> Int {
    switch size.width {
    case ..<130: 40
    case ..<160: 44
    default: 48
    }
  }
}
