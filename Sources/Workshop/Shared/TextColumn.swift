import AppState
import Catalogue
import Screens
import TerminalUI

/// A column of text: each text takes as many lines as it needs.
struct TextColumn {
  let width: Int
  let look: Look

  init(_ width: Int, _ look: Look) { (self.width, self.look) = (width, look) }

  func text(_ text: String, _ style: Style = Style(.text), indent: Int = 0, hanging: Int = 0) -> [StyledLine] {
    StyledLine.wrapped(text, style, width: width, indent: indent, hanging: hanging)
  }

  func text(
    _ phrase: Phrase, _ style: Style = Style(.text), _ values: [String: String] = [:], indent: Int = 0
  ) -> [StyledLine] {
    text(look.catalogue(phrase, values), style, indent: indent)
  }

  /// A text after a mark. Its other lines begin where the text begins.
  func marked(_ mark: String, _ text: String, _ style: Style = Style(.text)) -> [StyledLine] {
    self.text("\(mark) \(text)", style, hanging: 2)
  }

  func marked(_ mark: String, _ phrase: Phrase, _ style: Style, _ values: [String: String] = [:]) -> [StyledLine] {
    marked(mark, look.catalogue(phrase, values), style)
  }

  func heading(_ phrase: Phrase) -> StyledLine { StyledLine(look.catalogue(phrase), Style(.heading, bold: true)) }

  /// A heading, its text, and a blank line.
  func section(_ title: Phrase, _ text: String) -> [StyledLine] { [heading(title)] + self.text(text) + [.blank] }
}

/// The text with spaces after it: at least one, and as many as it takes to fill the width.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - TextLayout.width(text)))
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
