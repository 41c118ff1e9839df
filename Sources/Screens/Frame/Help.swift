import Catalogue
import TerminalUI

extension Picture {
  /// Disables the screen behind an overlay. It keeps its colours, because redrawing everything takes seconds on a slow line.
  mutating func standBack() {
    canvas.cursor = nil
    hits = HitMap()
  }

  /// Draws the keys of the screen below, in two columns if they fit. Returns how far they can be scrolled.
  /// - Parameter show: the keys that a presenter needs first.
  mutating func drawHelp(_ bindings: [Binding], ofShow show: Set<Binding>, in rect: Rect, scroll: Int) -> Int {
    let help = Help(bindings, ofShow: show, room: rect.width - 6, look: look)
    let (width, height) = (help.width + 6, min(rect.height, help.lines.count + 5))
    let frame = Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)
    canvas.fill(frame, Style(.text))
    canvas.box(frame, Style(.panelFrameFocused), .rounded, title: look.catalogue(.helpTitle))
    target(rect, .view(.toggleHelp))
    let field = Rect(frame.x + 2, frame.y + 1, frame.width - 4, 1)
    canvas.textField(TextEditor(""), in: field, focused: true, placeholder: look.catalogue(.paletteHint))
    target(field, .view(.palette(.open)))
    let inner = Rect(frame.x + 3, frame.y + 3, help.width, frame.height - 4)
    let window = ScrollWindow(contentHeight: help.lines.count, height: inner.height, offset: scroll)
    for (index, row) in help.lines[window.rows].enumerated() {
      put(row.left, at: Point(inner.x, inner.y + index), width: inner.width)
      if let right = row.right { put(right, at: Point(inner.maxX - help.column, inner.y + index), width: help.column) }
    }
    canvas.scrollBar(window, at: Point(inner.maxX + 1, inner.y), Style(.secondary))
    return window.maximumOffset
  }
}

/// The keys of a screen, laid out for a width: in groups, in one column or in two.
struct Help {
  /// `right` is `nil` if there is one column.
  private(set) var lines: [(left: StyledLine, right: StyledLine?)]
  let width, column: Int
  private static let gap = 4

  init(_ bindings: [Binding], ofShow show: Set<Binding>, room: Int, look: Look) {
    let names = bindings.map { KeyNames.full($0.keys, look) }
    let keys = min(names.map(TextLayout.width).max() ?? 0, room / 2)
    let texts = bindings.map { TextLayout.width(look.catalogue($0.phrase, $0.values)) }
    let natural = keys + 2 + (texts.max() ?? 0)
    let others = bindings.filter { !show.contains($0) }
    let groups: [(title: Phrase, keys: [Binding])] = [
      (.helpShow, bindings.filter(show.contains)), (.helpHere, others.filter { !$0.isGlobal }),
      (.helpEverywhere, others.filter(\.isGlobal)),
    ]
    let parts = groups.filter { !$0.keys.isEmpty }.map { title, own in
      [StyledLine(look.catalogue(title), Style(.heading, bold: true))]
        + own.flatMap { Help.lines($0, keys, room: room, look) }
    }
    let all = Array(parts.joined(separator: [.blank]))
    let isWide = 2 * natural + Help.gap <= room
    column = min(natural, room)
    width = isWide ? 2 * column + Help.gap : min(room, max(column, 48))
    if isWide {
      var half = (all.count + 1) / 2
      // A heading stays with its keys, and no column starts with a blank line.
      if all[half - 1].spans.first?.style.role == .heading { half -= 1 }
      let left = all[..<half], right = all[half...].drop { $0 == .blank }
      lines = (0..<max(left.count, right.count)).map { index in
        (left.dropFirst(index).first ?? .blank, right.dropFirst(index).first ?? .blank)
      }
    } else {
      lines = all.map { ($0, nil) }
    }
    let mouse = StyledLine.wrapped(look.catalogue(.helpMouse), Style(.secondary), width: width)
    for line in [.blank] + mouse { lines.append((line, nil)) }
  }

  /// If both do not fit on one line, the text gets its own.
  private static func lines(_ binding: Binding, _ width: Int, room: Int, _ look: Look) -> [StyledLine] {
    let keys = StyledLine.Span(text: KeyNames.full(binding.keys, look), style: Style(.footerKey, bold: true))
    let text = StyledLine.Span(text: look.catalogue(binding.phrase, binding.values), style: Style(.text))
    let (used, wanted) = (TextLayout.width(keys.text), TextLayout.width(text.text))
    func pad(_ columns: Int) -> StyledLine.Span {
      StyledLine.Span(text: String(repeating: " ", count: max(0, columns)), style: Style(.text))
    }
    let start = min(width + 2, max(2, room - wanted))
    guard used < start else { return [StyledLine([keys]), StyledLine([pad(start), text])] }
    return [StyledLine([keys, pad(start - used), text])]
  }
}

extension Picture {
  /// Draws the keys of the current screen, as many as fit, its own before those of every screen; each can be clicked.
  mutating func drawFooter(_ bindings: [Binding], in rect: Rect) {
    // The palette finds everything else that is possible here.
    let keepsPalette = rect.width >= 80
    let shown = bindings.filter(\.isInFooter)
    let items = (shown.filter { !$0.isGlobal } + shown.filter(\.isGlobal)).compactMap { binding in
      let isPalette = binding.action == KeyMap.palette.action
      return binding.keys.first.map {
        FooterItem(
          KeyNames.name($0, look), look.catalogue(binding.short ?? binding.phrase), id: binding.action,
          priority: isPalette && keepsPalette ? -1 : -binding.priority,
          isEssential: [.quit, .view(.toggleHelp)].contains(binding.action) || isPalette && keepsPalette)
      }
    }
    canvas.footer(items, in: rect, hits: &hits)
  }
}

package enum KeyNames {
  static func full(_ keys: [Key], _ look: Look) -> String { keys.map { full($0, look) }.joined(separator: " ") }

  /// In words if they fit.
  package static func full(_ key: Key, _ look: Look) -> String {
    switch key {
    case .control(let character): look.catalogue(.keyNameControl, ["key": String(character).uppercased()])
    case .enter: look.catalogue(.keyNameEnter)
    case .backtab: look.catalogue(.keyNameBacktab)
    default: name(key, look)
    }
  }

  package static func name(_ key: Key, _ look: Look) -> String {
    let ascii = look.glyphs == .ascii
    return switch key {
    case .character(" "): look.catalogue(.keyNameSpace)
    case .character(let character): String(character)
    case .control(let character): "^" + String(character).uppercased()
    case .enter: ascii ? look.catalogue(.keyNameEnter) : "↵"
    case .tab: look.catalogue(.keyNameTab)
    case .backtab: (ascii ? "S-" : "⇧") + look.catalogue(.keyNameTab)
    case .escape: look.catalogue(.keyNameEscape)
    case .up: ascii ? look.catalogue(.keyNameUp) : "↑"
    case .down: ascii ? look.catalogue(.keyNameDown) : "↓"
    case .left: ascii ? look.catalogue(.keyNameLeft) : "←"
    case .right: ascii ? look.catalogue(.keyNameRight) : "→"
    case .home: look.catalogue(.keyNameHome)
    case .end: look.catalogue(.keyNameEnd)
    case .pageUp: look.catalogue(.keyNamePageUp)
    case .pageDown: look.catalogue(.keyNamePageDown)
    case .backspace: look.catalogue(.keyNameBackspace)
    case .delete: look.catalogue(.keyNameDelete)
    case .insert: look.catalogue(.keyNameInsert)
    case .function(let number): "F\(number)"
    }
  }
}
