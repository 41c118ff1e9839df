import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// One client: its registered metadata as far as they matter to a reader, and its grants.
extension Picture {
  /// Returns how far it can be scrolled.
  mutating func drawOpenedClient(_ id: RegisteredClient.ID, _ state: AppState, in rect: Rect) -> Int {
    guard let opened = state[ServerInsight.self].opened, opened.client.id == id else {
      drawEmptyPanel(.readingServer, in: rect)
      return 0
    }
    let area = Rect(rect.x, rect.y + 1, rect.width, max(0, rect.height - 3))
    let lines = ServerClientDetail.lines(opened, state, width: area.width - 2, look: look)
    let window = ScrollWindow(contentHeight: lines.count, height: area.height, offset: state.view.panelScroll)
    for (index, line) in lines[window.rows].enumerated() {
      put(line, at: Point(area.x, area.y + index), width: area.width - 1)
    }
    canvas.scrollBar(window, at: Point(area.maxX, area.y), Style(.secondary))
    drawServerFoot(state, "", in: rect)
    return window.maximumOffset
  }
}

enum ServerClientDetail {
  static func lines(_ opened: OpenedServerClient, _ state: AppState, width: Int, look: Look) -> [StyledLine] {
    let client = opened.client
    var lines = [heading(client, state, look), .blank]
    lines += facts(client, state, look)
    let caption = look.catalogue(client.isActive ? .clientIsActive : .clientIsRevoked)
    lines += [.blank] + StyledLine.wrapped(caption, Style(.secondary), width: width)
    let count = ServerPanelWords.grants(opened.grants.count, look)
    lines += [.blank, StyledLine(ErrorWording.sentence(count, end: ""), Style(.heading, bold: true))]
    for grant in opened.grants { lines += ServerClientDetail.grant(grant, state, look) }
    return lines + [.blank] + StyledLine.wrapped(look.catalogue(.grantsExplained), Style(.secondary), width: width)
  }

  private static func heading(_ client: RegisteredClient, _ state: AppState, _ look: Look) -> StyledLine {
    var spans = [StyledLine.Span(text: client.id, style: Style(.heading, bold: true))]
    if client.id == Phone<ServerInsight>(state).ownClientID {
      let mark = look.reader == .lines ? "" : look.marks.current + " "
      spans.append(.init(text: "  \(mark)\(look.catalogue(.thisPhone))", style: Style(.app, bold: true)))
    }
    return StyledLine(spans)
  }

  private static func facts(_ client: RegisteredClient, _ state: AppState, _ look: Look) -> [StyledLine] {
    let used = client.lastUsed.map { "\(look.moment($0).dateAndTime), \(look.ago($0, state.now))" }
    let plain = Style(.text)
    let facts: [(Phrase, StyledLine.Span)] = [
      (.columnState, ServerPanelWords.status(client, look)),
      (.columnUser, .init(text: client.owner ?? look.catalogue(.nobodyOwnsIt), style: plain)),
      (.columnName, .init(text: client.name ?? look.catalogue(.noName), style: plain)),
      (.columnIssued, .init(text: look.moment(client.registered).dateAndTime, style: plain)),
      (.lastUsed, .init(text: used ?? look.catalogue(.never), style: plain)),
    ]
    let template = client.template.map { (Phrase.template, StyledLine.Span(text: $0, style: plain)) }
    return (facts + (template.map { [$0] } ?? [])).map { label, value in
      let name = look.catalogue(label)
      let pad = String(repeating: " ", count: max(1, 12 - TextLayout.width(name)))
      return StyledLine([.init(text: name + pad, style: Style(.secondary)), value])
    }
  }

  private static func grant(_ grant: ClientGrant, _ state: AppState, _ look: Look) -> [StyledLine] {
    let values = [
      "scope": grant.scope.isEmpty ? "-" : grant.scope.joined(separator: " "), "user": grant.user,
      "time": look.momentOrTime(grant.created, state.now),
    ]
    var lines = [StyledLine("\(look.marks.dot) \(look.catalogue(.grantOf, values))", Style(.text))]
    for token in grant.tokens {
      let name = look.catalogue(phrase(token.kind))
      let pad = String(repeating: " ", count: max(1, 20 - TextLayout.width(name)))
      let left = look.catalogue(.tokenLeft, ["time": Measure.countdown(token.expires.timeIntervalSince(state.now))])
      lines.append(
        StyledLine([.init(text: "    " + name + pad, style: Style(.text)), .init(text: left, style: Style(.success))]))
    }
    if let session = grant.session {
      lines.append(StyledLine("    " + look.catalogue(.grantSession, ["session": session]), Style(.secondary)))
    }
    return lines
  }

  private static func phrase(_ kind: ClientGrant.Token.Kind) -> Phrase {
    switch kind {
    case .code: .tokenCode
    case .access: .tokenAccess
    case .refresh: .tokenRefresh
    }
  }
}
