import AppState
import Catalogue
import FoundationEssentials
import Screens
import TerminalUI

extension Picture {
  /// Draws lines from the top of the area. A line with an action can be clicked.
  mutating func put(_ lines: some Sequence<StyledLine>, in rect: Rect) {
    for (index, line) in lines.enumerated() {
      put(line, at: Point(rect.x, rect.y + index), width: rect.width)
      target(Rect(rect.x, rect.y + index, rect.width, 1), line.action)
    }
  }

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

  /// The row of a search or a filter: a slash, the field, and at the right what it finds. Returns the field.
  mutating func drawSearchRow(_ finds: String, begin: Action, in rect: Rect) -> Rect {
    let found = rect.maxX - TextLayout.width(finds)
    canvas.put("/", at: Point(rect.x, rect.y), Style(.footerKey, bold: true))
    canvas.put(finds, at: Point(found, rect.y), Style(.secondary))
    let field = Rect(rect.x + 2, rect.y, max(0, found - rect.x - 3), 1)
    target(field, begin)
    return field
  }

  mutating func markSelected(_ row: Rect, bold: Bool = false) {
    canvas.restyle(row, Style(.selection, bold: bold))
    canvas.put(look.marks.selected, at: Point(row.x, row.y), Style(.selection, bold: true))
  }

  mutating func drawPanelProblem(_ words: ErrorWording, in rect: Rect) -> Int {
    drawPanelText(
      look.marks.warning + " " + words.title, words.explanation, hint: words.hint, Style(.warning, bold: true),
      in: rect)
  }

  /// A sentence instead of a panel's contents. Like the next, it returns that nothing can be scrolled.
  mutating func emptyPanel(_ phrase: Phrase, beginner state: AppState? = nil, in rect: Rect) -> Int {
    drawEmptyPanel(phrase, beginner: state, in: rect)
    return 0
  }

  /// A title, a sentence, and a hint if the user can act.
  mutating func drawPanelText(
    _ title: String, _ text: String, hint: String? = nil, _ style: Style = Style(.heading, bold: true), in rect: Rect
  ) -> Int {
    let width = max(1, min(rect.width, 52))
    var lines = StyledLine.wrapped(title, style, width: width, alignment: .centre) + [.blank]
    lines += StyledLine.wrapped(text, Style(.text), width: width, alignment: .centre)
    if let hint { lines += [.blank] + StyledLine.wrapped(hint, Style(.secondary), width: width, alignment: .centre) }
    let top = rect.y + max(0, (rect.height - lines.count) / 3)
    for (index, line) in lines.prefix(rect.height).enumerated() {
      put(line, at: Point(rect.x + max(0, (rect.width - line.width) / 2), top + index), width: rect.width)
    }
    return 0
  }

  /// A rule across the panel, which may start with a word.
  mutating func drawPanelRule(_ title: String? = nil, in rect: Rect, at row: Int) {
    canvas.fill(Rect(rect.x, row, rect.width, 1), Style(.panelFrame), look.glyphs == .ascii ? "-" : "─")
    guard let title else { return }
    canvas.put(" \(title) ", at: Point(rect.x + 1, row), Style(.heading, bold: true), width: rect.width - 1)
  }
}

extension Rect { func wider(by columns: Int) -> Rect { Rect(x, y, width + columns, height) } }

/// A column of a table, from the table's left edge.
struct Column {
  var x: Int
  var width: Int
  var rightAligned = false

  func start(of text: String) -> Int { rightAligned ? x + max(0, width - TextLayout.width(text)) : x }
}

extension Look {
  /// `12 s ago`; at most ten columns.
  func ago(_ date: Date?, _ now: Date) -> String {
    guard let date else { return catalogue(.never) }
    let seconds = Measure.whole(now.timeIntervalSince(date))
    let (phrase, count): (Phrase, Int) =
      switch seconds {
      case ..<3: (.justNow, 0)
      case ..<60: (.secondsAgo, seconds)
      case ..<3600: (.minutesAgo, seconds / 60)
      case ..<86_400: (.hoursAgo, seconds / 3600)
      default: (.daysAgo, min(seconds / 86_400, 9999))
      }
    return catalogue(phrase, ["count": String(count)])
  }

  /// The time if the date is today, else the date.
  func momentOrTime(_ date: Date, _ now: Date) -> String {
    let (then, today) = (moment(date), moment(now))
    return then.date == today.date ? then.time : then.date
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

/// A long list in lines, one page at a time.
enum PagedRows {
  static let most = 25

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
      StyledLine(look.catalogue(phrase), Style(.text), action: move(step))
    }
    return (hasBefore ? [go(.rowsBefore, -most)] : []) + rows + (hasAfter ? [go(.rowsAfter, most)] : [])
  }
}

extension Binding {
  /// A key that the footer shows. - Parameter priority: if not all fit, the footer shows those with low numbers.
  init(_ keys: [Key], _ phrase: Phrase, _ action: Action?, inFooter priority: Int, short: Phrase? = nil) {
    self.init(keys, phrase, action, priority: priority, footer: true, short: short)
  }
}
