import AppState
import Catalogue
import TerminalUI

/// Something on the phone that can be focused and pressed.
package struct Control: Hashable {
  package enum Kind: Hashable {
    case button, quiet, link, danger
    case input(InputField, String)
  }

  var isInput: Bool { if case .input = kind { true } else { false } }
  package var phrase: Phrase
  package var action: Action
  package var kind: Kind
  package var values: [String: String]
  /// The label in several lines, used if they fit; empty: always one line.
  var lines: [String]
  /// The footer's name for pressing it, if the label names a thing instead of an action.
  var keyPhrase: Phrase?

  package init(
    _ phrase: Phrase, _ action: Action, _ kind: Kind = .button, values: [String: String] = [:], lines: [String] = [],
    key: Phrase? = nil
  ) {
    (self.phrase, self.action, self.kind) = (phrase, action, kind)
    (self.values, self.lines, keyPhrase) = (values, lines, key)
  }
}

extension Control {
  static let home = Control(.back, .view(.show(.home)), .quiet)
  static let settings = Control(.settings, .view(.show(.settings)), .link)
}

/// The contents of a phone's screen, independent of the available size.
package struct PhonePage {
  package enum Block {
    case subtitle(String)
    case text(String, Style = Style(.phone), StyledLine.Alignment = .left)
    /// A label with its value, and a note about the value.
    case field(label: String, value: String, note: String? = nil, style: Style = Style(.phoneValue))
    /// Lines with a layout; `hanging` indents wrapped ones.
    case lines([StyledLine], hanging: Int = 2)
    case gap
    /// Takes the remaining height.
    case illustration
    /// A text for a camera; left out if it does not fit completely.
    case qrCode(String, Glyphs)
    /// A short text that must be readable across a table. Its letters have no spaces between them, so that it can be copied.
    case plate(String)
    /// May be left out in favour of a QR code.
    case aside(String)
    /// The same, but it changes every second and is not repeated in plain lines.
    case moving(String, StyledLine.Alignment)

    /// A sentence beside the mark of a warning.
    static func caution(_ phrase: Phrase, _ look: Look, style: Style = Style(.phoneWarning)) -> Block {
      .lines([StyledLine("\(look.marks.warning) ", Style(.phoneWarning, bold: true), look.catalogue(phrase), style)])
    }

    /// The same in one style: continuation lines stand below the mark.
    static func warning(
      _ text: String, _ look: Look, bold: Bool = false, _ alignment: StyledLine.Alignment = .left
    ) -> Block { .text("\(look.marks.warning) \(text)", Style(.phoneWarning, bold: bold), alignment) }
  }

  package var title: String
  package var titleStyle: Style
  package var blocks: [Block]
  package var controls: [Control]
  /// The controls that a page without any reserves room for, so that nothing moves when they appear.
  var comingControls: [Control] = []

  package init(
    title: String, titleStyle: Style = Style(.phoneTitle, bold: true), blocks: [Block], controls: [Control]
  ) {
    (self.title, self.titleStyle, self.blocks, self.controls) = (title, titleStyle, blocks, controls)
  }

  package static let empty = PhonePage(title: "", blocks: [], controls: [])

  /// The index of the focused control; `nil`: there are none.
  /// - Parameter button: the index in the state, which may lie beyond the end.
  func focus(_ button: Int) -> Int? { controls.isEmpty ? nil : max(0, min(button, controls.count - 1)) }

  /// The spacing of a page, most generous first. The first that fits is used.
  enum Density: CaseIterable, Comparable {
    case roomy, normal
    /// From here on buttons are low: first with gaps between everything, then with fewer.
    case airy, open, snug
    /// From here on fields take one line each, so that the parts can stand apart.
    case compact, tight
    var titleGapAbove: Int { self <= .roomy ? 1 : 0 }
    var titleGapBelow: Int { self <= .compact ? 1 : 0 }
    var gap: Int { self == .snug || self == .tight ? 0 : 1 }
    var fieldGap: Int { self == .roomy || self == .airy ? 1 : 0 }
    var fieldOnOneLine: Bool { !(self <= .snug) }
    var buttonHeight: Int { self <= .normal ? 3 : 1 }
    var controlGap: Int { self <= .snug ? 1 : 0 }
  }
}

extension PhonePage {
  /// A page laid out for a width and a density: fixed title, a body that may scroll, fixed controls.
  struct Layout {
    var header, body: [StyledLine]
    var illustrationAt, qrCodeAt: Int?
    /// The maximum height of the illustration, so that it does not have to shrink on a higher page.
    var illustrationRows = 0
    var qrCode: QRPicture?
    var controlRows: Int
    var density: Density
    var height: Int { header.count + body.count + controlRows }
  }

  /// - Parameter spare: rows that a higher terminal uses for something else, so the picture cannot have them.
  func layout(width: Int, height: Int, look: Look, spare: Int = 0) -> Layout {
    if let whole = layoutWithQRCode(width: width, height: height) { return whole }
    var last = layout(width: width, density: .tight)
    var art = 0
    if last.illustrationAt != nil {
      // A higher page never makes the picture smaller. The largest picture has high buttons below it, one of 11 rows low ones; with the tightest
      // spacing there is at most the smallest picture.
      let arts = [(Density.normal, Int.max), (.snug, 11), (.tight, 5)].map { density, most in
        let room = height - spare - layout(width: width, density: density).height
        return Illustration.fitting(Size(width, min(room, most)), look.glyphs, look.brand)?.size.height ?? 0
      }
      art = arts.max() ?? 0
    }
    for density in Density.allCases {
      last = layout(width: width, density: density)
      // The picture takes the room that these densities would leave empty.
      if last.illustrationAt != nil, [.airy, .open, .compact].contains(density) { continue }
      if last.height + art <= height { break }
    }
    last.illustrationRows = art
    return last
  }

  private func layoutWithQRCode(width: Int, height: Int) -> Layout? {
    for case .qrCode(let text, let glyphs) in blocks {
      let pictures = QRPicture.all(of: text, glyphs)
      var bare = self
      bare.title = ""
      bare.blocks.removeAll {
        switch $0 {
        case .aside, .moving, .gap: true
        default: false
        }
      }
      for page in [self, bare] {
        for density in Density.allCases {
          var layout = page.layout(width: width, density: density)
          let room = Size(width, height - layout.height)
          layout.qrCode = pictures.first { $0.fits(room) }
          if layout.qrCode != nil { return layout }
        }
      }
    }
    return nil
  }

  func layout(width: Int, density: Density) -> Layout {
    var header = blanks(density.titleGapAbove)
    if !title.isEmpty {
      header += StyledLine.wrapped(title, titleStyle, width: width, alignment: .centre) + blanks(density.titleGapBelow)
    }
    var body: [StyledLine] = []
    var (illustrationAt, qrCodeAt): (Int?, Int?)
    for block in blocks {
      switch block {
      case .illustration: illustrationAt = body.count
      case .qrCode: qrCodeAt = body.count
      default: body += lines(of: block, width: width, density: density)
      }
    }
    if illustrationAt == nil, !body.isEmpty, !controls.isEmpty, density.gap > 0, body.last != .blank {
      body.append(.blank)
    }
    return Layout(
      header: header, body: body, illustrationAt: illustrationAt, qrCodeAt: qrCodeAt, controlRows: controlRows(density),
      density: density)
  }

  private func controlRows(_ density: Density) -> Int {
    let controls = controls.isEmpty ? comingControls : controls
    return controls.enumerated().reduce(0) { rows, item in
      rows + height(of: item.element, density) + (item.offset > 0 ? gap(before: item.element, density) : 0)
    }
  }

  /// The label of a field stands above it, or beside it if room is scarce; a button may be high.
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
    func wrapped(_ text: String, _ style: Style, _ alignment: StyledLine.Alignment = .centre) -> [StyledLine] {
      StyledLine.wrapped(text, style, width: width, alignment: alignment)
    }
    return switch block {
    case .subtitle(let text): wrapped(text, Style(.phoneSecondary)) + blanks(density.gap)
    case .text(let text, let style, let alignment): wrapped(text, style, alignment)
    case .field(let label, let value, let note, let style):
      field(label, value, note, style, width: width, density: density)
    case .lines(let lines, let hanging): lines.flatMap { $0.fitted(width, hanging: hanging) }
    case .gap: blanks(density.gap)
    case .plate(let text): plate(text, rows: density.fieldOnOneLine ? 1 : 3, width: width)
    case .aside(let text): wrapped(text, Style(.phone))
    case .moving(let text, let alignment): wrapped(text, Style(.phoneSecondary), alignment)
    case .illustration, .qrCode: []
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
    let space = width - TextLayout.width(label) - TextLayout.width(noteSpan.text)
    var lines = [StyledLine([labelSpan])]
    if note != nil, space >= 2 {
      // The note stands at the right end of the label's line, as in lists of iOS.
      lines[0].spans += [.init(text: String(repeating: " ", count: space), style: Style(.phone)), noteSpan]
    } else if let note {
      lines += StyledLine.wrapped(note, Style(.phoneSecondary), width: width)
    }
    return lines + StyledLine.wrapped(value, style, width: width) + blanks(density.fieldGap)
  }
}

extension StyledLine {
  /// This line, wrapped if it is too long and has one style; drawing cuts a line of several styles.
  func fitted(_ width: Int, hanging: Int) -> [StyledLine] {
    guard self.width > width, let style = spans.last?.style, let first = spans.first else { return [self] }
    if spans.count == 1 {
      return StyledLine.wrapped(first.text, style, width: width, hanging: hanging, alignment: alignment)
    }
    // The first span is a mark that stays; the rest wraps beside it.
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
