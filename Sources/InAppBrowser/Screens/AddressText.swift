import ForeignText
import TerminalUI

/// Host and port in the columns that there are.
///
/// Who a page belongs to is at the end of its host. So what is too long loses labels at its front, and what is still too long
/// its middle: the end and the port are always shown. Without a list of public suffixes nobody here knows where a registrable
/// domain begins; as many whole labels are shown as fit, and two at least.
struct AddressText {
  let text: String
  /// Not even the last two labels had room.
  let isTorn: Bool

  init(_ url: WebURL, width: Int, glyphs: Glyphs = .unicode) {
    let host = url.shownHost
    let labels = url.isIPAddress ? [host[...]] : host.split(scalar: ".", omittingEmptySubsequences: false)
    (text, isTorn) = AddressText.fit(labels, url.portSuffix, width, glyphs)
  }

  /// A name in its own characters, cut in the same way.
  static func fitted(_ name: String, width: Int, glyphs: Glyphs) -> String {
    fit(name.split(scalar: ".", omittingEmptySubsequences: false), "", width, glyphs).text
  }

  private static func fit(
    _ labels: [Substring], _ port: String, _ width: Int, _ glyphs: Glyphs
  ) -> (text: String, isTorn: Bool) {
    // In ASCII the ellipsis of one column is a dot, which would read as the end of a label.
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
