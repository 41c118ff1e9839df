import AppState
import Screens
import TerminalUI

/// Lines and lists in panels.
extension Picture {
  /// Draws lines from the top of the area. A line with an action can be clicked.
  mutating func put(_ lines: some Sequence<StyledLine>, in rect: Rect) {
    for (index, line) in lines.enumerated() {
      put(line, at: Point(rect.x, rect.y + index), width: rect.width)
      target(Rect(rect.x, rect.y + index, rect.width, 1), line.action)
    }
  }

  /// Draws lines that end at the bottom of the area.
  mutating func putAtBottom(_ lines: [StyledLine], in rect: Rect) {
    put(lines, in: Rect(rect.x, rect.maxY - lines.count, rect.width, lines.count))
  }

  /// Draws the visible part of a text, and a scroll bar. Returns how far it can be scrolled.
  /// - Parameters:
  ///   - bar: the column of the scroll bar; `nil`: the one after the area.
  ///   - revealed: lines that must be visible.
  mutating func putScrolled(
    _ lines: [StyledLine], in rect: Rect, offset: Int, bar: Int? = nil, revealing revealed: Range<Int>? = nil
  ) -> Int {
    var window = ScrollWindow(contentHeight: lines.count, height: rect.height, offset: offset)
    if let revealed { window = window.revealing(revealed) }
    put(lines[window.rows], in: Rect(rect.x, rect.y, rect.width - 1, rect.height))
    canvas.scrollBar(window, at: Point(bar ?? rect.maxX, rect.y), Style(.secondary))
    return window.maximumOffset
  }

  /// Draws the visible rows of a list, and a scroll bar. `draw` returns the action of a click on the row.
  mutating func putRows(
    _ window: ScrollWindow, in rect: Rect, bar: Int? = nil, _ draw: (inout Picture, Int, Rect) -> Action?
  ) {
    for (offset, index) in window.rows.enumerated() {
      let row = Rect(rect.x, rect.y + offset, rect.width - 1, 1)
      target(row, draw(&self, index, row))
    }
    canvas.scrollBar(window, at: Point(bar ?? rect.maxX, rect.y), Style(.secondary))
  }

  mutating func markSelected(_ row: Rect, bold: Bool = false) {
    canvas.restyle(row, Style(.selection, bold: bold))
    canvas.put(look.marks.selected, at: Point(row.x, row.y), Style(.selection, bold: true))
  }

  /// An error instead of a panel's contents.
  mutating func drawPanelProblem(_ words: ErrorWording, in rect: Rect) {
    drawPanelText(
      look.marks.warning + " " + words.title, words.explanation, hint: words.hint, Style(.warning, bold: true),
      in: rect)
  }
}

extension Collection where Index == Int {
  /// The index that lies so many steps from another one, limited to the ends.
  func place(_ step: Int, from index: Int) -> Int {
    let target = index + Swift.max(-count, Swift.min(step, count))
    return Swift.min(Swift.max(0, target), Swift.max(0, count - 1))
  }
}

extension Collection where Element: Equatable {
  /// The element after this one; after the last one the first.
  func next(after element: Element) -> Element {
    let rest = drop { $0 != element }.dropFirst()
    return rest.first ?? first ?? element
  }
}
