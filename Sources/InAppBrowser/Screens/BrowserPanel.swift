/// Shows what a real phone hides: the browser's cookies without values, the certificate, and the history.
extension BrowserScreen {
  func drawPanel(_ frame: inout BrowserFrame, _ rect: Rect) {
    // Heights depend only on the available room, so that boxes do not jump while a page loads.
    let certificateHeight = min(7, rect.height / 3)
    let cookieHeight = max(3, (rect.height - certificateHeight) * 2 / 5)
    let cookies = Rect(rect.x, rect.y, rect.width, cookieHeight)
    let certificate = Rect(rect.x, cookies.maxY, rect.width, certificateHeight)
    let history = Rect(rect.x, certificate.maxY, rect.width, rect.maxY - certificate.maxY)
    drawBox(&frame, cookies, text(.browserCookies), cookieLines, fromEnd: false)
    drawBox(&frame, certificate, text(.browserCertificate), certificateLines, fromEnd: false)
    drawBox(&frame, history, text(.browserHistory), historyLines(width: rect.width - 4), fromEnd: true)
  }

  typealias Line = [(String, Style)]

  private func drawBox(_ frame: inout BrowserFrame, _ rect: Rect, _ title: String, _ lines: [Line], fromEnd: Bool) {
    frame.canvas.box(rect, Style(.panelFrame), .rounded, title: title)
    let room = rect.height - 2
    let shown = fromEnd ? lines.suffix(room) : lines.prefix(room)
    for (row, line) in shown.enumerated() {
      var x = rect.x + 2
      for (text, style) in line where x < rect.maxX - 2 {
        x += frame.canvas.put(text, at: Point(x, rect.y + 1 + row), style, width: rect.maxX - 2 - x)
      }
    }
  }

  private var cookieLines: [Line] {
    guard !state.cookies.isEmpty else { return [[(text(.browserNoCookies), Style(.secondary))]] }
    // The most important first: sent cookies, and sessions before others.
    let ordered = state.cookies.sorted { one, other in (rank(one), other.created) > (rank(other), one.created) }
    return ordered.prefix(20).flatMap { cookie in
      let sent = state.sent.contains(cookie.identity)
      var head: Line = [
        (sent ? "● " : "○ ", Style(sent ? .success : .secondary)), (cookie.name, Style(.text, bold: true)),
        ("  \(cookie.domain)", Style(.secondary)),
      ]
      if cookie.looksLikeSSOSession { head.append(("  \(text(.browserSSOSession))", Style(.highlight))) }
      let kept =
        cookie.expires.map { text(.browserUntil, ["date": BrowserScreen.day($0)]) } ?? text(.browserUntilCleared)
      let flags = cookie.flags.joined(separator: " ")
      let detail: Line = [
        ("  \(text(sent ? .browserSent : .browserNotSent))", Style(sent ? .success : .secondary)),
        (" · \(flags) · \(kept)", Style(.secondary)),
      ]
      return [head, detail]
    }
  }

  private func rank(_ cookie: Cookie) -> Int {
    (state.sent.contains(cookie.identity) ? 2 : 0) + (cookie.looksLikeSSOSession ? 1 : 0)
  }

  private var certificateLines: [Line] {
    guard let certificate = state.certificate else { return [[(text(.browserNoCertificate), Style(.secondary))]] }
    let validity = text(
      .browserValidity,
      ["from": BrowserScreen.day(certificate.notBefore), "to": BrowserScreen.day(certificate.notAfter)])
    let rows: [(phrase: Phrase, value: String)] = [
      (.browserSubject, certificate.subjectName), (.browserIssuer, certificate.issuerName),
      (.browserNames, certificate.subjectAlternativeNames.joined(separator: ", ")), (.browserValid, validity),
      (.browserFingerprint, BrowserScreen.grouped(certificate.sha256)),
    ]
    let names = TextLayout.labels(rows.map { text($0.phrase) }, atLeast: 11)
    return zip(names, rows).map { name, row in [(name, Style(.secondary)), (row.value, Style(.text))] }
  }

  private func historyLines(width: Int) -> [Line] {
    state.history.suffix(40).flatMap { hop -> [Line] in
      let (outcome, role) = outcomeText(hop)
      let arrow = glyphs == .ascii ? "->" : "→"
      let place = hop.authority.isEmpty ? hop.path : "\(hop.method) \(hop.authority)\(hop.path)"
      let clipped = TextLayout.clip(place, to: max(8, width - TextLayout.width(outcome) - 4), ofData: true)
      let request: Line = [(clipped, Style(.text)), (" \(arrow) ", Style(.secondary)), (outcome, Style(role))]
      var notes = hop.cookieChanges.map { change in
        switch change.kind {
        case .set: text(.browserCookieSet, ["name": change.name])
        case .removed: text(.browserCookieRemoved, ["name": change.name])
        case .refused: text(.browserCookieRefused, ["name": change.name])
        }
      }
      if !hop.cookiesSent.isEmpty {
        notes.insert(text(.browserCookiesSent, ["names": hop.cookiesSent.joined(separator: ", ")]), at: 0)
      }
      let joined = TextLayout.clip("  " + notes.joined(separator: " · "), to: width, ofData: true)
      return notes.isEmpty ? [request] : [request, [(joined, Style(.secondary))]]
    }
  }

  private func outcomeText(_ hop: Hop) -> (String, Role) {
    switch hop.outcome {
    case .status(let status): ("\(status)", status < 400 ? .success : .error)
    case .failed(let code): (code, .error)
    case .handedOver: (text(.browserHistoryHandedOver), .highlight)
    case nil: (text(.browserHistoryWaiting), .secondary)
    }
  }

  static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

  /// Groups of four digits, `ab12 cd34 …`, for comparing fingerprints.
  static func grouped(_ hex: String) -> String {
    stride(from: 0, to: hex.count, by: 4).map { String(hex.dropFirst($0).prefix(4)) }.joined(separator: " ")
  }
}
