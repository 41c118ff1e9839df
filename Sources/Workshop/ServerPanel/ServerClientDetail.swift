import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// One client: its registered metadata as far as they matter to a reader, and its grants.
extension Picture {
  mutating func drawOpenedClient(_ id: RegisteredClient.ID, _ state: AppState, in rect: Rect) -> Int {
    guard let opened = state[ServerInsight.self].opened, opened.client.id == id else {
      drawEmptyPanel(.readingServer, in: rect)
      return 0
    }
    let area = Rect(rect.x, rect.y + 1, rect.width, max(0, rect.height - 3))
    let lines = ServerClientDetail.lines(opened, state, width: area.width - 2, look: look)
    drawServerFoot(state, "", in: rect)
    return putScrolled(lines, in: area, offset: state.view.panelScroll)
  }
}

enum ServerClientDetail {
  static func lines(_ opened: OpenedServerClient, _ state: AppState, width: Int, look: Look) -> [StyledLine] {
    let (client, column) = (opened.client, TextColumn(width, look))
    let count = ServerPanelWords.grants(opened.grants.count, look)
    let head = [heading(client, state, look), .blank] + facts(client, state, look) + [.blank]
    return head + column.text(client.isActive ? .clientIsActive : .clientIsRevoked, Style(.secondary))
      + [.blank, StyledLine(ErrorWording.sentence(count, end: ""), Style(.heading, bold: true))]
      + opened.grants.flatMap { grant($0, state, look) } + [.blank] + column.text(.grantsExplained, Style(.secondary))
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
    let texts: [(Phrase, String?)] = [
      (.columnUser, client.owner(look)), (.columnName, client.name(look)),
      (.columnIssued, look.moment(client.registered).dateAndTime), (.lastUsed, used ?? look.catalogue(.never)),
      (.template, client.template),
    ]
    return [row(.columnState, ServerPanelWords.status(client, look), look)]
      + texts.compactMap { label, text in
        text.map { row(label, StyledLine.Span(text: $0, style: Style(.text)), look) }
      }
  }

  private static func row(_ label: Phrase, _ value: StyledLine.Span, _ look: Look) -> StyledLine {
    StyledLine([.init(text: padded(look.catalogue(label), to: 12), style: Style(.secondary)), value])
  }

  private static func grant(_ grant: ClientGrant, _ state: AppState, _ look: Look) -> [StyledLine] {
    let values = [
      "scope": grant.scope.isEmpty ? "-" : grant.scope.joined(separator: " "), "user": grant.user,
      "time": look.momentOrTime(grant.created, state.now),
    ]
    var lines = [StyledLine("\(look.marks.dot) \(look.catalogue(.grantOf, values))", Style(.text))]
    lines += grant.tokens.map { token in
      let name = "    " + padded(look.catalogue(phrase(token.kind)), to: 20)
      let left = look.catalogue(.tokenLeft, ["time": Measure.countdown(token.expires.timeIntervalSince(state.now))])
      return StyledLine([.init(text: name, style: Style(.text)), .init(text: left, style: Style(.success))])
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
