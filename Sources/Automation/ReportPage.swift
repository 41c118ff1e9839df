import FoundationEssentials
import SharedValues
import Workshop

/// A report as one HTML file, which fetches nothing: the frame that all reports have, for light and dark screens, paper and the keyboard.
///
/// Pictures are images, not part of the page, so that an SVG cannot run scripts.
package enum ReportPage {
  /// - Parameters:
  ///   - style: CSS beside that of the frame.
  ///   - content: HTML, in which everything from peers, people and files was made harmless by ``text(_:)``.
  ///   - scripts: what the policy allows beside the rest, such as `; script-src 'sha256-…'`.
  package static func page(title: String, style: String, content: String, scripts: String = "") -> String {
    (Embedded.page["frame.html"] ?? "").filled([
      "title": text(title), "style": (Embedded.page["frame.css"] ?? "") + style, "content": content, "scripts": scripts,
    ])
  }

  package static func text(_ text: String) -> String { Escape.visibleHTML(text) }

  package static func facts(_ facts: [NamedValue]) -> String {
    facts.map { "<dt>\(text($0.name))</dt><dd>\(text($0.value))</dd>" }.joined()
  }

  package enum Mark: String { case good, bad, open, none }

  package static func badge(_ mark: Mark, _ words: String) -> String {
    "<b class=\"mark \(mark.rawValue)\">\(text(words))</b>"
  }

  package static func image(_ svg: some Sequence<UInt8>, _ description: String) -> String {
    let source = "data:image/svg+xml;base64," + Data(svg).base64EncodedString()
    return "<img alt=\"\(text(description))\" loading=\"lazy\" src=\"\(source)\">"
  }
}

/// A table in Markdown (GitHub's), with cells of any text.
package func markdownTable(_ head: [String], _ rows: [[String]]) -> String {
  let lines = [head.map(Escape.markdown), head.map { _ in "---" }] + rows.map { $0.map(Escape.markdown) }
  return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
}
