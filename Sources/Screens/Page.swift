import AppState
import Catalogue
import TerminalUI

/// Something on the phone that can be focused and pressed.
package struct Control: Hashable {
  package enum Kind: Hashable {
    case button, quiet, link, danger
    /// A text field with what stands in it.
    case input(InputField, String)
  }

  var isInput: Bool { if case .input = kind { true } else { false } }

  package var phrase: Phrase
  package var action: Action
  package var kind: Kind
  /// What stands in the phrase's placeholders.
  package var values: [String: String] = [:]
  /// The label in lines of its own, where there is room for them; empty: it is always in one.
  package var lines: [String] = []
  /// What the footer calls pressing it, where the label names a thing instead of a deed.
  package var keyPhrase: Phrase?

  package init(_ phrase: Phrase, _ action: Action, _ kind: Kind = .button) {
    (self.phrase, self.action, self.kind) = (phrase, action, kind)
  }
}

/// What a screen of the phone consists of, before anybody knows how much room there is.
package struct Page {
  package enum Block {
    case subtitle(String)
    case heading(String, Style)
    /// Wrapped prose.
    case text(String, Style, StyledLine.Alignment)
    /// A label with its value, and a note on the value.
    case field(label: String, value: String, note: String?, style: Style)
    /// Lines that are laid out already; `hanging` indents what has to wrap.
    case lines([StyledLine], hanging: Int)
    case gap
    /// Takes what height is left over.
    case illustration
    /// A text for a camera; left out where there is no room for all of it.
    case qrCode(String, Glyphs)
    /// A short text that has to be seen from across a table. Nothing stands between its letters: it can be copied.
    case plate(String)
    /// What may be left out for a QR code.
    case aside(String)
    /// The same that changes from second to second by itself, and is not told line by line.
    case moving(String, StyledLine.Alignment)
  }

  package var title: String
  package var titleStyle: Style
  package var blocks: [Block]
  package var controls: [Control]
  /// Controls that a page without any leaves room for, because they come next: what else is on it does not move then.
  var comingControls: [Control] = []

  package init(
    title: String, titleStyle: Style = Style(.phoneTitle, bold: true), blocks: [Block], controls: [Control]
  ) {
    (self.title, self.titleStyle, self.blocks, self.controls) = (title, titleStyle, blocks, controls)
  }

  /// How generously a page is spaced, most generous first. The first that fits is taken.
  enum Density: Int, CaseIterable {
    case roomy, normal
    /// Low buttons from here on: first with air between everything, then with less and less.
    case airy, open, snug
    /// Fields on one line each from here on, so that the parts can stand apart.
    case compact, tight

    var titleGapAbove: Int { self <= .roomy ? 1 : 0 }
    var titleGapBelow: Int { self <= .compact ? 1 : 0 }
    package var gap: Int { self == .snug || self == .tight ? 0 : 1 }
    var fieldGap: Int { self == .roomy || self == .airy ? 1 : 0 }
    var fieldOnOneLine: Bool { !(self <= .snug) }
    var buttonHeight: Int { self <= .normal ? 3 : 1 }
    var controlGap: Int { self <= .snug ? 1 : 0 }

    static func <= (left: Density, right: Density) -> Bool { left.rawValue <= right.rawValue }
  }
}

extension Page {
  /// A page laid out for one width and density: pinned title, a body that may scroll, pinned controls.
  struct Layout {
    package var header: [StyledLine]
    package var body: [StyledLine]
    /// Where in the body the illustration goes.
    var illustrationAt: Int?
    /// The picture is not higher: on a higher page it would have to become smaller again.
    var illustrationRows = 0
    /// The same of a QR code that fits.
    var qrCode: (at: Int, picture: QRPicture)?
    var controlRows: Int
    var density: Density

    package var height: Int { header.count + body.count + controlRows }
  }

  /// Rows that an illustration needs to be worth drawing.
  private static let smallestIllustration = 5
  /// Rows that are enough where the buttons are low.
  private static let middleIllustration = 11

  /// - Parameter spare: rows that a higher terminal needs for something else, so the picture does without them.
  func layout(width: Int, height: Int, look: Look, spare: Int = 0) -> Layout {
    if let whole = layoutWithQRCode(width: width, height: height) { return whole }
    var last = layout(width: width, density: .tight)
    var art = 0
    if last.illustrationAt != nil {
      // More room never makes the picture smaller. The largest has high buttons below it; where all is packed, there is one at most that is
      // just worth drawing.
      let rooms = [(Density.normal, Int.max), (.snug, Page.middleIllustration), (.tight, Page.smallestIllustration)]
      art =
        rooms.map { density, most in
          let room = height - spare - layout(width: width, density: density).height
          return Illustration.height(in: Size(width, min(room, most)), look)
        }.max() ?? 0
    }
    for density in Density.allCases {
      last = layout(width: width, density: density)
      // Where there is a picture, it takes the room that these would leave empty.
      if last.illustrationAt != nil, [.airy, .open, .compact].contains(density) { continue }
      if last.height + art <= height { break }
    }
    last.illustrationRows = art
    return last
  }

  private func layoutWithQRCode(width: Int, height: Int) -> Layout? {
    guard let pictures = qrCodes else { return nil }
    for page in [self, withoutAsides] {
      guard let place = page.blocks.firstIndex(where: { if case .qrCode = $0 { true } else { false } }) else {
        continue
      }
      for density in Density.allCases {
        var layout = page.layout(width: width, density: density)
        let room = Size(width, height - layout.height)
        guard let picture = pictures.first(where: { $0.fits(room) }) else { continue }
        let before = page.blocks[..<place].flatMap { page.lines(of: $0, width: width, density: density) }
        layout.qrCode = (before.count, picture)
        return layout
      }
    }
    return nil
  }

  /// The pictures of its QR code, made once; `nil`: it has none.
  private var qrCodes: [QRPicture]? {
    for case .qrCode(let text, let glyphs) in blocks { return QRPicture.all(of: text, glyphs) }
    return nil
  }

  private var withoutAsides: Page {
    var page = self
    page.title = ""
    page.blocks.removeAll { block in
      switch block {
      case .aside, .moving, .gap: true
      default: false
      }
    }
    return page
  }

  func layout(width: Int, density: Density) -> Layout {
    var header = blanks(density.titleGapAbove)
    if !title.isEmpty {
      header += StyledLine.wrapped(title, titleStyle, width: width, alignment: .centre) + blanks(density.titleGapBelow)
    }
    var body: [StyledLine] = []
    var illustrationAt: Int?
    for block in blocks {
      switch block {
      case .illustration: illustrationAt = body.count
      default: body += lines(of: block, width: width, density: density)
      }
    }
    if illustrationAt == nil, !body.isEmpty, !controls.isEmpty, density.gap > 0, body.last != .blank {
      body.append(.blank)
    }
    return Layout(
      header: header, body: body, illustrationAt: illustrationAt, controlRows: controlRows(density), density: density)
  }

  private func controlRows(_ density: Density) -> Int {
    let controls = controls.isEmpty ? comingControls : controls
    return controls.enumerated().reduce(0) { rows, item in
      rows + height(of: item.element, density) + (item.offset > 0 ? gap(before: item.element, density) : 0)
    }
  }

  /// A field has its label above it, or where room is scarce beside it; a button may be tall.
  func height(of control: Control, _ density: Density) -> Int {
    switch control.kind {
    case .link: 1
    case .input: density <= .normal ? 2 : 1
    case .button, .quiet, .danger: density.buttonHeight + (density.fieldOnOneLine ? 0 : max(0, control.lines.count - 1))
    }
  }

  func gap(before control: Control, _ density: Density) -> Int {
    control.kind == .link || control.isInput ? 0 : density.controlGap
  }

  private func blanks(_ count: Int) -> [StyledLine] { Array(repeating: .blank, count: count) }

  private func lines(of block: Block, width: Int, density: Density) -> [StyledLine] {
    switch block {
    case .subtitle(let text):
      return StyledLine.wrapped(text, Style(.phoneSecondary), width: width, alignment: .centre) + blanks(density.gap)
    case .heading(let text, let style): return StyledLine.wrapped(text, style, width: width)
    case .text(let text, let style, let alignment):
      return StyledLine.wrapped(text, style, width: width, alignment: alignment)
    case .field(let label, let value, let note, let style):
      return field(label, value, note, style, width: width, density: density)
    case .lines(let lines, let hanging): return lines.flatMap { $0.fitted(width, hanging: hanging) }
    case .gap: return blanks(density.gap)
    case .plate(let text): return plate(text, rows: density.fieldOnOneLine ? 1 : 3, width: width)
    case .aside(let text): return StyledLine.wrapped(text, Style(.phone), width: width, alignment: .centre)
    case .moving(let text, let alignment):
      return StyledLine.wrapped(text, Style(.phoneSecondary), width: width, alignment: alignment)
    case .illustration, .qrCode: return []
    }
  }

  private func plate(_ text: String, rows: Int, width: Int) -> [StyledLine] {
    let style = Style(.phoneTitle, bold: true, reverse: true)
    let margin = String(repeating: " ", count: max(0, min(4, (width - TextLayout.width(text)) / 2)))
    let whole = StyledLine(margin + text + margin, style, alignment: .centre)
    let middle = whole.width <= width ? [whole] : StyledLine.wrapped(text, style, width: width, alignment: .centre)
    let edge = StyledLine(String(repeating: " ", count: middle.map(\.width).max() ?? 0), style, alignment: .centre)
    return rows == 1 ? middle : [edge] + middle + [edge]
  }

  private func field(
    _ label: String, _ value: String, _ note: String?, _ style: Style, width: Int, density: Density
  ) -> [StyledLine] {
    let labelSpan = StyledLine.Span(text: label, style: Style(.phoneSecondary, bold: true))
    let noteSpan = StyledLine.Span(text: note ?? "", style: Style(.phoneSecondary))
    if density.fieldOnOneLine {
      let pad = StyledLine.Span(text: "  ", style: Style(.phone))
      let line = StyledLine(
        [labelSpan, pad, StyledLine.Span(text: value, style: style)] + (note == nil ? [] : [pad, noteSpan]))
      if line.width <= width { return [line] }
    }
    let noteFits = TextLayout.width(label) + TextLayout.width(noteSpan.text) + 2 <= width
    var lines: [StyledLine] = []
    if note != nil, noteFits {
      // The note stands at the right end of the label's line, as iOS lists do it.
      let space = width - TextLayout.width(label) - TextLayout.width(noteSpan.text)
      lines = [
        StyledLine([labelSpan, .init(text: String(repeating: " ", count: space), style: Style(.phone)), noteSpan])
      ]
    } else {
      lines =
        [StyledLine([labelSpan])] + (note.map { StyledLine.wrapped($0, Style(.phoneSecondary), width: width) } ?? [])
    }
    return lines + StyledLine.wrapped(value, style, width: width) + blanks(density.fieldGap)
  }
}

extension StyledLine {
  /// This line, wrapped if it has one style and is too long; a line of several styles is cut where it is drawn.
  func fitted(_ width: Int, hanging: Int) -> [StyledLine] {
    guard self.width > width, let style = spans.last?.style, let first = spans.first else { return [self] }
    if spans.count == 1 {
      return StyledLine.wrapped(first.text, style, width: width, hanging: hanging, alignment: alignment)
    }
    // The first span is a mark that stays; what follows wraps beside it.
    let mark = TextLayout.width(first.text)
    let rest = spans.dropFirst().map(\.text).joined()
    let wrapped = TextLayout.wrap(rest, width: max(1, width - mark))
    return wrapped.enumerated().map { index, text in
      StyledLine([
        index == 0 ? first : Span(text: String(repeating: " ", count: mark), style: first.style),
        Span(text: text, style: style),
      ])
    }
  }
}
