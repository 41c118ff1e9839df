import Catalogue

struct PlainPage {
  let page: WebPage
  let text: Catalogue

  var lines: [String] {
    var lines = ["", text(.browserPlainAddress, ["address": page.url.origin + page.url.path])]
    if let warning = HostWarning(page.url, known: []) { lines.append(warning.words(text, width: .max)) }
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
      case .rule, .control: break
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
