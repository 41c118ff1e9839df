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

  func section(_ title: Phrase, _ text: String) -> [StyledLine] { [heading(title)] + self.text(text) + [.blank] }
}

/// The text with spaces after it: at least one, and as many as it takes to fill the width.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - TextLayout.width(text)))
}
