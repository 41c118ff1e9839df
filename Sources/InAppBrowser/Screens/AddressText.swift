import ForeignText
import TerminalUI

/// Host and port, shortened to the available columns.
///
/// The end of a host tells who owns the page. So a host that is too long loses labels at its front and, if necessary, its
/// middle: the end and the port are always shown. Without a list of public suffixes the browser does not know where a
/// registrable domain begins; it shows as many whole labels as fit, and at least two.
struct AddressText {
  let text: String
  /// Whether even the last two labels did not fit.
  let isTorn: Bool

  init(_ url: WebURL, width: Int, glyphs: Glyphs = .unicode) {
    let host = url.shownHost
    let labels = url.isIPAddress ? [host[...]] : host.split(scalar: ".", omittingEmptySubsequences: false)
    (text, isTorn) = AddressText.fit(labels, url.portSuffix, width, glyphs)
  }

  /// A name in Unicode, shortened in the same way.
  static func fitted(_ name: String, width: Int, glyphs: Glyphs) -> String {
    fit(name.split(scalar: ".", omittingEmptySubsequences: false), "", width, glyphs).text
  }

  private static func fit(
    _ labels: [Substring], _ port: String, _ width: Int, _ glyphs: Glyphs
  ) -> (text: String, isTorn: Bool) {
    // The one-column ellipsis is a dot in ASCII, which would look like the end of a label.
    let ellipsis = glyphs == .ascii ? "..." : "…"
    let whole = labels.joined(separator: ".") + port
    if TextLayout.width(whole) <= width { return (whole, false) }
    for count in stride(from: labels.count - 1, through: 2, by: -1) {
      let shown = (glyphs == .ascii ? ellipsis : ellipsis + ".") + labels.suffix(count).joined(separator: ".") + port
      if TextLayout.width(shown) <= width { return (shown, false) }
    }
    var end = Array(labels.suffix(2).joined(separator: ".") + port)
    let last = labels.count > 1 ? "." + (labels.last ?? "") + port : port
    let start = TextLayout.clip(
      String(end), to: min(width / 3, width - TextLayout.width(ellipsis + last)), ellipsis: "", ofData: true)
    while !end.isEmpty, TextLayout.width(start + ellipsis + String(end)) > width { end.removeFirst() }
    return (start + ellipsis + String(end), true)
  }
}
