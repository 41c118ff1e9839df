// `_nfd`: the standard library does not publish the canonical decomposition (UAX #15) yet.
@_spi(_Unicode) import Swift

/// The line below the address grows while a page loads, or warns of a host that may be mistaken for another one.
enum AddressBar {
  static func draw(_ browser: BrowserScreen, on frame: inout BrowserFrame, _ screen: Rect, roomy: Bool) -> Int {
    let state = browser.state
    let done = browser.text(.browserDone)
    let doneStyle = Style(state.focus == .done ? .phoneLinkFocused : .phoneValue, bold: true)
    let doneWidth = frame.canvas.put(done, at: Point(screen.x + 2, screen.y), doneStyle)
    frame.hits.add(Rect(screen.x + 1, screen.y, doneWidth + 2, 1), .done)

    let (role, sign, issuer) = security(browser)
    let left = screen.x + 2 + doneWidth + 2
    let room = screen.maxX - left - (roomy ? 2 : 1)
    let address = AddressText(state.url, width: room - TextLayout.width(sign) - 1, glyphs: browser.glyphs)
    let host = "\(sign) \(address.text)"
    let warning = HostWarning(state.url, known: state.history.lazy.map(\.authority), isTorn: address.isTorn)
    if roomy {
      centred(host, Style(role, bold: true), &frame.canvas, Rect(left, screen.y, room, 1), screen)
      let issuerRect = Rect(screen.x + 2, screen.y + 1, screen.width - 4, 1)
      centred(issuer, Style(.phoneSecondary), &frame.canvas, issuerRect, screen)
      line(browser, warning, on: &frame, Rect(screen.x, screen.y + 2, screen.width, 1))
      return 3
    }
    let used = frame.canvas.put(host, at: Point(left, screen.y), Style(role, bold: true), width: room)
    frame.canvas.put(
      issuer, at: Point(left + used + 1, screen.y), Style(.phoneSecondary), width: max(0, room - used - 1))
    line(browser, warning, on: &frame, Rect(screen.x, screen.y + 1, screen.width, 1))
    return 2
  }

  private static func centred(_ text: String, _ style: Style, _ canvas: inout Canvas, _ room: Rect, _ screen: Rect) {
    let width = min(room.width, TextLayout.width(text))
    let x = max(room.x, screen.x + (screen.width - width) / 2)
    canvas.put(text, at: Point(x, room.y), style, width: max(0, room.maxX - x))
  }

  private static func line(
    _ browser: BrowserScreen, _ warning: HostWarning?, on frame: inout BrowserFrame, _ rect: Rect
  ) {
    frame.canvas.fill(rect, Style(.phoneSecondary, dim: true), "─")
    if let loading = browser.state.loading {
      // The duration of loading is unknown: the line slows down and never reaches the end.
      let seconds = max(0, browser.state.now.timeIntervalSince(loading.started))
      let length = max(1, Int(Double(rect.width) * (1 - 1 / (1 + seconds))))
      frame.canvas.fill(Rect(rect.x, rect.y, length, 1), Style(.phoneValue), browser.glyphs == .ascii ? "=" : "━")
    }
    guard let warning else { return }
    let words = " \(warning.words(browser.text, width: rect.width - 4, glyphs: browser.glyphs)) "
    centred(words, Style(.phoneWarning, bold: true), &frame.canvas, rect, rect)
  }

  private static func security(_ browser: BrowserScreen) -> (role: Role, sign: String, words: String) {
    let (state, text, isASCII) = (browser.state, browser.text, browser.glyphs == .ascii)
    if case .failure(let error) = state.content, error.isCertificateFailure {
      return (.phoneError, isASCII ? "[x]" : "✕", text(.browserNotPrivate))
    }
    guard state.url.isSecure else { return (.phoneWarning, "!", text(.browserNotEncrypted)) }
    if let certificate = state.certificate {
      return (.phoneSuccess, isASCII ? "[=]" : "◙", text(.browserVerifiedBy, ["issuer": certificate.issuerName]))
    }
    return (.phoneSecondary, isASCII ? "[ ]" : "○", state.loading == nil ? "" : text(.browserConnecting))
  }
}

/// Host and port, shortened to the available columns.
///
/// The end of a host tells who owns the page. So a host that is too long loses labels at its front and, if necessary, its
/// middle: the end and the port are always shown. Without a list of public suffixes the browser does not know where a
/// registrable domain begins; it shows as many whole labels as fit, and at least two.
struct AddressText {
  let text: String
  let isTorn: Bool

  init(_ url: WebURL, width: Int, glyphs: Glyphs = .unicode) {
    let host = url.shownHost
    let labels = url.isIPAddress ? [host[...]] : host.split(scalar: ".", omittingEmptySubsequences: false)
    (text, isTorn) = AddressText.fit(labels, url.portSuffix, width, glyphs)
  }

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

/// The address bar's warning about a host that may be mistaken for another one. The host itself is always shown as it is looked up.
///
/// - An international name (a label that begins with `xn--`, RFC 5890 §2.3.2.1) is always marked and also shown in Unicode,
///   because no table lists all characters that people confuse.
/// - A host that looks like one that this browser has visited is marked with that host's name. The app's first address counts
///   as visited. The comparison uses a small part of UTS #39's table: Cyrillic and Greek letters that look Latin, digits for
///   letters, `rn` and `vv`, and marks on letters.
/// - A host that is too long to show is marked.
enum HostWarning: Hashable, Sendable {
  case resembles(String)
  case international(String)
  case tooLong

  init?(_ url: WebURL, known: some Sequence<String>, isTorn: Bool = false) {
    if let other = HostWarning.double(of: url.host, among: known) {
      self = .resembles(other)
    } else if url.host.split(scalar: ".").contains(where: { $0.hasPrefix(bytes: "xn--") }) {
      self = .international(HostWarning.decoded(url.host))
    } else if isTorn {
      self = .tooLong
    } else {
      return nil
    }
  }

  /// The warning as one line; only the data in it may be cut.
  func words(_ text: Catalogue, width: Int, glyphs: Glyphs = .unicode) -> String {
    func filled(_ phrase: Phrase, _ name: String, _ value: String) -> String {
      let room = max(8, width - TextLayout.width(text(phrase, [name: ""])))
      return text(phrase, [name: AddressText.fitted(value, width: room, glyphs: glyphs)])
    }
    return switch self {
    case .resembles(let host): filled(.browserHostResembles, "host", host)
    case .international(let name): filled(.browserHostInternational, "name", name)
    case .tooLong: text(.browserHostTooLong)
    }
  }

  private static func double(of host: String, among known: some Sequence<String>) -> String? {
    let own = skeleton(host)
    var seen: Set<String> = [host]
    for authority in known {
      let other = HostWarning.host(in: authority)
      if seen.insert(other).inserted, !other.isEmpty, skeleton(other) == own { return other }
    }
    return nil
  }

  private static func host(in authority: String) -> String {
    guard !authority.hasPrefix(bytes: "["), let colon = authority.firstIndex(ofScalar: ":") else { return authority }
    return String(authority[..<colon])
  }

  /// Two hosts with the same skeleton look alike. A host has no compatibility characters: IDNA has mapped them.
  static func skeleton(_ host: String) -> String {
    var letters = ""
    for scalar in decoded(host).lowercased()._nfd {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      letters.unicodeScalars.append(doubles[scalar] ?? scalar)
    }
    return letters.replacingBytes(of: "rn", with: "m").replacingBytes(of: "vv", with: "w")
  }

  static func decoded(_ host: String) -> String {
    guard host.contains("xn--") else { return host }
    return InternationalHost.decoded(host) ?? host
  }

  private static let doubles: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs: [(others: String, latin: Unicode.Scalar)] = [
      ("аαɑ", "a"), ("ЬьƄ", "b"), ("сϲ", "c"), ("ԁ", "d"), ("еєε", "e"), ("ɡ", "g"), ("һ", "h"), ("іιı", "i"),
      ("ј", "j"), ("кκ", "k"), ("1ӏｌ|", "l"), ("м", "m"), ("п", "n"), ("0оοσ", "o"), ("рρ", "p"), ("ԛ", "q"),
      ("г", "r"), ("ѕ", "s"), ("тτ", "t"), ("υ", "u"), ("ѵν", "v"), ("ԝѡ", "w"), ("хχ", "x"), ("уγ", "y"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (others, latin) in pairs { for scalar in others.unicodeScalars { table[scalar] = latin } }
    return table
  }()
}
