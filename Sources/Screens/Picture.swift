import AppState
import TerminalUI

/// A screen while it is being drawn: cells, and the actions of clicks.
package struct Picture {
  package var canvas: Canvas
  package var hits = HitMap<Action>()
  /// Off while something below a sheet is drawn: it is visible but cannot be pressed.
  var takesClicks = true
  /// Whether the panel is also drawn.
  var showsPanel = false
  /// What moves in a tool's drawing, as far as it has moved; only that tool knows its type. `nil`: nothing moves.
  package var moving: (any Sendable)?
  package let look: Look

  package init(_ size: Size, look: Look) {
    canvas = Canvas(size, glyphs: look.glyphs)
    self.look = look
  }

  package mutating func target(_ rect: Rect, _ action: Action?) {
    if takesClicks, let action { hits.add(rect, action) }
  }

  /// Draws as many lines as fit, from the top of the area.
  package mutating func put(_ lines: some Sequence<String>, _ style: Style, in rect: Rect) {
    for (row, line) in zip(rect.y..<rect.maxY, lines) {
      canvas.put(line, at: Point(rect.x, row), style, width: rect.width)
    }
  }

  /// Draws a line of spans and returns the columns used.
  @discardableResult package mutating func put(_ line: StyledLine, at point: Point, width: Int) -> Int {
    var used = 0
    for span in line.spans where used < width {
      used += canvas.put(span.text, at: Point(point.x + used, point.y), span.style, width: width - used)
    }
    return used
  }
}

package struct StyledLine: Hashable {
  package struct Span: Hashable {
    package var text: String
    package var style: Style
    package init(text: String, style: Style) { (self.text, self.style) = (text, style) }
  }

  package enum Alignment: Hashable { case left, centre }
  package var spans: [Span]
  var alignment: Alignment = .left
  package var action: Action?

  package init(_ spans: [Span], alignment: Alignment = .left, action: Action? = nil) {
    (self.spans, self.alignment, self.action) = (spans, alignment, action)
  }

  package init(_ text: String, _ style: Style, alignment: Alignment = .left, action: Action? = nil) {
    self.init([Span(text: text, style: style)], alignment: alignment, action: action)
  }

  package init(_ label: String, _ labelStyle: Style, _ text: String, _ style: Style) {
    self.init([Span(text: label, style: labelStyle), Span(text: text, style: style)])
  }

  package static let blank = StyledLine([])
  package var text: String { spans.map(\.text).joined() }
  package var width: Int { spans.reduce(0) { $0 + TextLayout.width($1.text) } }

  /// A text in as many lines as it needs, with indented continuation lines.
  package static func wrapped(
    _ text: String, _ style: Style, width: Int, indent: Int = 0, hanging: Int = 0, alignment: Alignment = .left
  ) -> [StyledLine] {
    let space = String(repeating: " ", count: indent)
    let rest = String(repeating: " ", count: indent + hanging)
    let room = max(1, width - indent - hanging)
    // Centred text needs lines of similar length.
    let lines = alignment == .centre ? TextLayout.balanced(text, width: room) : TextLayout.wrap(text, width: room)
    return lines.enumerated().map { StyledLine(($0 == 0 ? space : rest) + $1, style, alignment: alignment) }
  }
}
