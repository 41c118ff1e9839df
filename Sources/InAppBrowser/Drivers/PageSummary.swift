/// A page in one line, for messages: title, names of fields and buttons, and its warnings. Contains no values.
enum PageSummary {
  static func sight(_ page: WebPage, _ text: Catalogue) -> String {
    let fields = page.controls.filter { $0.isFocusable && ![.submit, .reset].contains($0.kind) }
    let buttons = page.controls.filter { $0.isFocusable && $0.kind == .submit }
    let phrase: Phrase =
      switch (fields.isEmpty, buttons.isEmpty) {
      case (false, false): .browserSightFieldsAndButtons
      case (false, true): .browserSightFields
      case (true, false): .browserSightButtons
      case (true, true): .browserSightNothing
      }
    let values = [
      "title": name(page.name), "fields": list(fields.map(\.label), text),
      "buttons": list(buttons.map { $0.caption(text) }, text),
    ]
    let sight = text(phrase, values)
    return page.alerts.isEmpty
      ? sight : text(.browserSightAlert, ["sight": sight, "words": Quoted.words(message(page))])
  }

  /// The page's alert that is not `known` from earlier pages, or else its title, heading and first words; empty: it has no words.
  static func message(_ page: WebPage, besides known: Set<String> = []) -> String {
    if let alert = page.alerts.first(where: { !known.contains($0) }) ?? page.alerts.first { return short(alert, 200) }
    func first(_ text: (WebPage.Block) -> String?) -> String {
      page.blocks.compactMap(text).first { !$0.isEmpty } ?? ""
    }
    let heading = first { block in
      if case .heading(_, let inlines) = block { return page.text(of: inlines) }
      return nil
    }
    let words = first { block in
      switch block {
      case .paragraph(let inlines), .item(_, _, let inlines): return page.text(of: inlines)
      case .preformatted(let text): return text
      default: return nil
      }
    }
    var unique: [String] = []
    for part in [page.title, heading, words] where !part.isEmpty && !unique.contains(part) { unique.append(part) }
    return short(unique.joined(separator: ": "), 200)
  }

  private static func list(_ names: [String], _ text: Catalogue) -> String {
    let shown = names.prefix(8).map { "\"\(name($0))\"" }.joined(separator: ", ")
    guard names.count > 8 else { return shown }
    return text(.browserSightMore, ["names": shown, "count": "\(names.count - 8)"])
  }

  /// A name for use within quotation marks, which it cannot close.
  private static func name(_ text: String) -> String { short(text).replacingBytes(of: "\"", with: "'") }

  private static func short(_ text: String, _ width: Int = 60) -> String {
    TextLayout.clip(HTMLVocabulary.collapsed(text), to: width)
  }
}

struct PlainPage {
  let page: WebPage
  var visited: [String] = []
  let text: Catalogue

  var lines: [String] {
    var lines = ["", text(.browserPlainAddress, ["address": page.url.origin + page.url.path])]
    if let warning = HostWarning(page.url, known: visited) { lines.append(warning.words(text, width: .max)) }
    if !page.url.isSecure { lines.append(text(.browserPlainAlert, ["text": text(.browserNotEncrypted)])) }
    lines.append(text(.browserPlainPage, ["title": page.name]))
    if page.needsJavaScript { lines.append(text(.browserNeedsJavaScriptTitle)) }
    for block in page.blocks {
      switch block {
      case .heading(_, let inlines), .paragraph(let inlines): lines.append(page.text(of: inlines))
      case .alert(let inlines): lines.append(text(.browserPlainAlert, ["text": page.text(of: inlines)]))
      case .item(let marker, _, let inlines): lines.append("  \(marker) \(page.text(of: inlines))")
      case .preformatted(let all): lines.append(all)
      case .table(let rows): lines += rows.map { $0.joined(separator: "  ") }
      case .rule, .control, .systemBrowser: break
      }
    }
    for warning in page.forms.indices.compactMap({ PasswordWarning($0, on: page) }) {
      lines.append(text(.browserPlainAlert, ["text": warning.words(text)]))
    }
    if page.blocks.isEmpty { lines.append(text(.browserEmptyPage, ["status": "\(page.status)"])) }
    if page.truncated { lines.append(text(.browserTruncated)) }
    return lines
  }
}
