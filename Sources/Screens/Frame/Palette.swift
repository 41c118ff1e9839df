import AppState
import Catalogue
import TerminalUI

/// The palette: a search field, the results with their keys, and why the selected one is unavailable.
extension Picture {
  private static let widest = 84
  /// The rows of frame, field, the line below it, and the foot.
  private static let rowsBeside = 6

  mutating func drawPalette(_ list: PaletteList, in rect: Rect) {
    let width = min(rect.width, Picture.widest)
    // As high as all results need, so that it does not move during typing and the screen stays visible around it.
    let height = min(rect.height, max(18, rect.height * 4 / 5), list.all.count + Picture.rowsBeside)
    let frame = Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)
    target(rect, .view(.palette(.close)))
    canvas.fill(frame, Style(.text))
    canvas.box(frame, Style(.panelFrameFocused), .rounded, title: look.catalogue(.paletteTitle))
    // A click inside the frame does not close the palette.
    target(frame, .view(.palette(.move(0))))
    let field = Rect(frame.x + 2, frame.y + 1, frame.width - 4, 1)
    canvas.textField(TextEditor(list.text), in: field, focused: true, placeholder: look.catalogue(.paletteHint))
    let rows = Rect(frame.x + 1, frame.y + 3, frame.width - 2, frame.height - Picture.rowsBeside)
    guard !list.found.isEmpty else {
      let text = TextLayout.clip(list.text, to: 24, ofData: true)
      let words = look.catalogue(.paletteFindsNothing, ["text": text])
      return put(TextLayout.wrap(words, width: rows.width - 4), Style(.text), in: rows.inset(2, 0))
    }
    let window = ScrollWindow(
      contentHeight: list.found.count, height: rows.height, offset: list.chosen - rows.height / 2)
    let names = list.found[window.rows].map { TextLayout.width($0.name) }.max() ?? 0
    for (row, place) in window.rows.enumerated() {
      let line = Rect(rows.x, rows.y + row, rows.width, 1)
      drawEntry(list.found[place], names, in: line, chosen: place == list.chosen)
      target(line, list.found[place].action ?? .view(.palette(.move(place - list.chosen))))
    }
    canvas.scrollBar(window, at: Point(frame.maxX - 1, rows.y), Style(.secondary))
    drawPaletteFoot(list, in: Rect(frame.x + 3, frame.maxY - 3, frame.width - 6, 2))
  }

  /// - Parameter names: the width of the longest visible name; the reasons follow it.
  private mutating func drawEntry(_ entry: PaletteList.Entry, _ names: Int, in line: Rect, chosen: Bool) {
    let style = Style(chosen ? .selection : entry.reason == nil ? .text : .secondary)
    canvas.fill(line, style)
    if chosen { canvas.put(look.marks.selected, at: Point(line.x, line.y), Style(.selection, bold: true)) }
    let keys = TextLayout.width(entry.keys)
    let room = line.width - 4
    // If both do not fit, the name comes before all keys but the first.
    let firstKey = entry.binding.keys.first.map { KeyNames.full($0, look) } ?? ""
    let shown = TextLayout.width(entry.name) + 1 + keys <= room ? entry.keys : firstKey
    let left = room - TextLayout.width(shown) - 1
    // A name that contains user data may be longer than a small terminal is wide.
    let ofData = !entry.binding.values.isEmpty
    canvas.put(entry.name, at: Point(line.x + 2, line.y), style, width: left, ofData: ofData)
    canvas.put(
      shown, at: Point(line.maxX - 2 - TextLayout.width(shown), line.y),
      Style(chosen ? .selection : entry.reason == nil ? .footerKey : .secondary, bold: entry.reason == nil))
    guard let reason = entry.reason, names + 2 + TextLayout.width(reason) + 1 <= left else { return }
    canvas.put(reason, at: Point(line.x + 2 + names + 2, line.y), Style(chosen ? .selection : .secondary))
  }

  /// Why the selected one is unavailable, or the number of results.
  private mutating func drawPaletteFoot(_ list: PaletteList, in rect: Rect) {
    let values = ["number": String(list.found.count), "all": String(list.all.count)]
    let reason = list.found[list.chosen].reason
    let lines = TextLayout.wrap(reason ?? look.catalogue(.paletteCount, values), width: rect.width)
    put(lines, Style(reason == nil ? .secondary : .warning), in: rect)
  }
}

/// Keys while palette or help covers everything. Typed text is searched for.
enum PaletteKeys {
  static let field = InputField.tool("palette") { .view(.palette(.edit($0))) }

  private static func move(_ keys: [Key], _ phrase: Phrase, _ step: Int, footer: Bool = false) -> Binding {
    Binding(keys, phrase, .view(.palette(.move(step))), priority: 5, footer: footer)
  }

  static let overPalette = [
    Binding([.enter], .keyPaletteDo, .view(.palette(.press)), priority: 0, footer: true),
    move([.down, .tab], .keyPaletteNext, 1, footer: true), move([.up, .backtab], .keyPalettePrevious, -1),
    move([.pageDown, .control("f")], .keyPageDown, 8), move([.pageUp, .control("b")], .keyPageUp, -8),
    move([.home], .keyTop, -AppState.farther), move([.end], .keyBottom, AppState.farther),
    Binding([.escape, .control("p")], .keyClosePalette, .view(.palette(.close)), priority: 3, footer: true),
    Binding([.backspace], .keyErase, .view(.palette(.edit(.removeLast)))),
    Binding([.control("u")], .keyEraseAll, .view(.palette(.edit(.clear)))), KeyMap.help,
  ]

  static let overHelp = [
    Binding(
      [.escape, .character("?"), .function(1), .enter], .keyCloseHelp, .view(.toggleHelp), priority: 0, footer: true),
    Binding([.down], .keyScrollDown, .view(.scroll(1)), priority: 2, footer: true, short: .keyScroll),
    Binding([.up], .keyScrollUp, .view(.scroll(-1)), priority: 2, footer: true, short: .keyScroll),
    Binding([.pageDown, .control("f")], .keyPageDown, .view(.scroll(8))),
    Binding([.pageUp, .control("b")], .keyPageUp, .view(.scroll(-8))), KeyMap.palette,
  ]
}
