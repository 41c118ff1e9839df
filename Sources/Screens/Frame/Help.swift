import AppState
import TerminalUI

extension Picture {
  /// The key map of the current screen over everything. Returns how far it can be scrolled.
  mutating func drawHelp(_ state: AppState, size: Size, in rect: Rect, scroll: Int) -> Int {
    var beneath = state
    beneath.view.showsHelp = false
    let lines = Help.lines(KeyMap.bindings(for: beneath, size: size), width: min(rect.width, 60) - 6, look: look)
    let width = min(rect.width, 60)
    let height = min(rect.height, lines.count + 4)
    let frame = Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)
    hits = HitMap()
    canvas.fill(frame, Style(.text))
    canvas.box(frame, Style(.panelFrameFocused), .rounded, title: look.catalogue(.helpTitle))
    let inner = frame.inset(3, 2)
    let window = ScrollWindow(contentHeight: lines.count, height: inner.height, offset: scroll)
    for (index, line) in lines[window.rows].enumerated() {
      put(line, at: Point(inner.x, inner.y + index), width: inner.width)
    }
    canvas.scrollBar(window, at: Point(inner.maxX + 1, inner.y), Style(.secondary))
    target(frame, .view(.toggleHelp))
    return window.maximumOffset
  }
}

enum Help {
  static func lines(_ bindings: [Binding], width: Int, look: Look) -> [StyledLine] {
    let here = bindings.filter { !$0.isGlobal }
    let everywhere = bindings.filter(\.isGlobal)
    return [StyledLine(look.catalogue(.helpHere), Style(.heading, bold: true))] + rows(here, look) + [.blank]
      + [StyledLine(look.catalogue(.helpEverywhere), Style(.heading, bold: true))] + rows(everywhere, look) + [.blank]
      + StyledLine.wrapped(look.catalogue(.helpMouse), Style(.secondary), width: width)
  }

  private static func rows(_ bindings: [Binding], _ look: Look) -> [StyledLine] {
    bindings.map { binding in
      let keys = binding.keys.map { KeyNames.name($0, look) }.joined(separator: " ")
      let pad = String(repeating: " ", count: max(1, 14 - TextLayout.width(keys)))
      return StyledLine([
        .init(text: keys + pad, style: Style(.footerKey, bold: true)),
        .init(text: look.catalogue(binding.phrase), style: Style(.text)),
      ])
    }
  }
}
