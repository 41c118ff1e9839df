import Catalogue
import Screens
import SharedValues
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

extension [StyledLine] {
  /// As many lines as there is room for; an ellipsis marks a text that is cut.
  func cut(to count: Int, width: Int, _ look: Look) -> [StyledLine] {
    guard count > 0 else { return [] }
    guard self.count > count, let last = self[count - 1].spans.last else { return self }
    let line = self[count - 1].text
    var fitting = TextLayout.clip(line, to: width - 2, ellipsis: "", ofData: true)
    // No half of a word.
    if fitting != line, let space = fitting.utf8.lastIndex(of: 0x20) { fitting = String(fitting[..<space]) }
    return prefix(count - 1) + [StyledLine("\(fitting) \(look.marks.ellipsis)", last.style)]
  }
}

/// The text with spaces after it: at least one, and as many as it takes to fill the width.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - TextLayout.width(text)))
}

/// JSON, indented and coloured; long strings wrap below themselves.
enum JSONLines {
  static func lines(_ json: JSON, width: Int) -> [StyledLine] { lines(json, name: nil, level: 0, comma: "", width) }

  private static func lines(_ json: JSON, name: String?, level: Int, comma: String, _ width: Int) -> [StyledLine] {
    let indent = String(repeating: "  ", count: level)
    let label = name.map { [StyledLine.Span(text: "\(JSON.string($0).compact): ", style: Style(.jsonKey))] } ?? []
    let start = [StyledLine.Span(text: indent, style: Style(.text))] + label
    let (open, close, inner): (String, String, [(name: String?, value: JSON)]) =
      switch json {
      case .object(let members): ("{", "}", members.map { ($0.name, $0.value) })
      case .array(let values): ("[", "]", values.map { (nil, $0) })
      default: ("", "", [])
      }
    guard !inner.isEmpty else { return scalar(json, start, comma, width) }
    // A short list is easier to read on one line.
    if json.stringArray != nil, StyledLine(start).width + json.compact.count + comma.count <= width {
      let text = json.compact.replacingBytes(of: ",", with: ", ") + comma
      return [StyledLine(start + [.init(text: text, style: Style(.jsonString))])]
    }
    let body = inner.enumerated().flatMap { index, member in
      let comma = index + 1 < inner.count ? "," : ""
      return lines(member.value, name: member.name, level: level + 1, comma: comma, width)
    }
    return [StyledLine(start + [.init(text: open, style: Style(.text))])] + body
      + [StyledLine(indent + close + comma, Style(.text))]
  }

  private static func scalar(_ json: JSON, _ start: [StyledLine.Span], _ comma: String, _ width: Int) -> [StyledLine] {
    let style: Style = json.stringValue == nil ? Style(.jsonNumber) : Style(.jsonString)
    let used = StyledLine(start).width
    let parts = TextLayout.wrap(json.compact + comma, width: max(8, width - used))
    return parts.enumerated().map { index, part in
      let lead = index == 0 ? start : [.init(text: String(repeating: " ", count: used), style: Style(.text))]
      return StyledLine(lead + [.init(text: part, style: style)])
    }
  }
}
