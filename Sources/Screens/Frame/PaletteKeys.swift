import AppState
import Catalogue
import TerminalUI

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
