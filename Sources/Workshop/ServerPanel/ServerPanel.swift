import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The identity server from inside: clients of all devices, sessions, and current events.
///
/// Draws only what was read before; never waits for a database.
extension Picture {
  mutating func drawServer(_ state: AppState, in rect: Rect) -> Int {
    let server = state[ServerInsight.self]
    if server.reach.card != nil { return drawReach(state, in: rect) }
    guard state.settings.embeddedServer, server.isReadable else { return drawUnreadableServer(state, in: rect) }
    let all = ServerPanelView.Section.allCases
    let titles = all.map { ServerPanelWords.title($0, state, look) }
    let selected = all.firstIndex(of: server.view.section) ?? 0
    canvas.tabs(titles, selected: selected, at: Point(rect.x, rect.y), width: rect.width, hits: &hits) {
      .serverPanel(.section(all[$0]))
    }
    // At the lower edge if there is room. That others reach the server is said wherever it is.
    let hasRoom = rect.height >= 20
    let place = hasRoom ? ServerPanelWords.administration(state, look) : nil
    let reachable = hasRoom || server.reach.others != nil ? ReachWords.foot(state, width: rect.width, look) : []
    let foot = reachable + (place.map { TextColumn(rect.width, look).text($0, Style(.secondary)) } ?? [])
    putAtBottom(foot, in: rect)
    let news = max(1, ServerPanelWords.news(state, width: rect.width, look).count)
    let inner = Rect(rect.x, rect.y + 1, rect.width, rect.height - foot.count - news)
    let reach =
      switch (server.view.opened, server.view.section) {
      case (.some(let id), _): drawOpenedClient(id, state, in: inner)
      case (nil, .clients): drawServerClients(state, in: inner)
      case (nil, .sessions): drawServerSessions(state, in: inner)
      case (nil, .events): drawServerEvents(state, in: inner)
      }
    if let question = ServerQuestion(state) { drawServerQuestion(question, state, in: rect) }
    return reach
  }

  /// The same kind of text for every reason why the panel cannot show the server.
  private mutating func drawUnreadableServer(_ state: AppState, in rect: Rect) -> Int {
    guard state.settings.embeddedServer else {
      let text = look.catalogue(.foreignServer, ["issuer": state.settings.issuer.text])
      return drawPanelText(look.catalogue(.foreignServerTitle), text, in: rect)
    }
    guard let problem = state[ServerInsight.self].problem else { return emptyPanel(.readingServer, in: rect) }
    guard problem.code != .databaseMissing else {
      return drawPanelText(look.catalogue(.serverNotYetTitle), look.catalogue(.serverNotYet), in: rect)
    }
    return drawPanelProblem(ErrorWording(problem, look), in: rect)
  }

  /// The outcome of the last change, or the foot of a list. News may extend below `rect`.
  mutating func drawServerFoot(_ state: AppState, _ text: String, in rect: Rect) {
    let news = ServerPanelWords.news(state, width: rect.width, look)
    let lines = news.isEmpty ? [StyledLine(text, Style(.secondary))] : news
    put(lines, in: Rect(rect.x, rect.maxY - 1, rect.width, lines.count))
  }

  mutating func drawOpenedClient(_ id: RegisteredClient.ID, _ state: AppState, in rect: Rect) -> Int {
    guard let opened = state[ServerInsight.self].opened, opened.client.id == id else {
      return emptyPanel(.readingServer, in: rect)
    }
    let area = Rect(rect.x, rect.y + 1, rect.width, max(0, rect.height - 3))
    let lines = ServerClientDetail.lines(opened, state, width: area.width - 2, look: look)
    drawServerFoot(state, "", in: rect)
    return putScrolled(lines, in: area, offset: state.view.panelScroll)
  }
}

/// One client: its registered metadata as far as they matter to a reader, and its grants.
enum ServerClientDetail {
  static func lines(_ opened: OpenedServerClient, _ state: AppState, width: Int, look: Look) -> [StyledLine] {
    let (client, column) = (opened.client, TextColumn(width, look))
    let count = ServerPanelWords.grants(opened.grants.count, look)
    let head = heading(client, state, column) + [.blank] + facts(client, state, column) + [.blank]
    return head + column.text(client.isActive ? .clientIsActive : .clientIsRevoked, Style(.secondary))
      + [.blank, StyledLine(ErrorText.sentence(count), Style(.heading, bold: true))]
      + opened.grants.flatMap { grant($0, state, column) } + [.blank] + column.text(.grantsExplained, Style(.secondary))
  }

  private static func heading(_ client: RegisteredClient, _ state: AppState, _ column: TextColumn) -> [StyledLine] {
    let (look, id) = (column.look, column.text(client.id, Style(.heading, bold: true)))
    guard client.id == Phone<ServerInsight>(state).ownClientID else { return id }
    let mark = look.reader == .lines ? "" : look.marks.current + " "
    let phone = StyledLine.Span(text: mark + look.catalogue(.thisPhone), style: Style(.app, bold: true))
    let line = StyledLine(id[0].spans + [.init(text: "  ", style: Style(.app)), phone])
    return id.count == 1 && line.width <= column.width ? [line] : id + [StyledLine([phone])]
  }

  private static func facts(_ client: RegisteredClient, _ state: AppState, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    let used = client.lastUsed.map { "\(look.moment($0).dateAndTime), \(look.ago($0, state.now))" }
    func text(_ text: String) -> StyledLine.Span { .init(text: text, style: Style(.text)) }
    let secret = client.secretExpiresAt.map { _ in
      let life = look.secretLife(until: client.secretEnd, now: state.now, isShort: true)
      return StyledLine.Span(text: life, style: Style(client.hasExpiredSecret(at: state.now) ? .warning : .text))
    }
    let lifetime = client.accessTokenLifetime.map {
      text(look.catalogue(.accessTokensShortened, ["seconds": String($0)]))
    }
    let facts: [(label: Phrase, value: StyledLine.Span?)] = [
      (.columnState, ServerPanelWords.status(client, look)), (.columnUser, text(client.owner(look))),
      (.columnName, text(client.name(look))), (.columnIssued, text(look.moment(client.registered).dateAndTime)),
      (.lastUsed, text(used ?? look.catalogue(.never))), (.template, client.template.map(text)),
      (.clientSecret, secret), (.accessTokens, lifetime),
    ]
    let rows = facts.compactMap { label, value in value.map { (label: look.catalogue(label), value: $0) } }
    return zip(TextLayout.labels(rows.map(\.label), atLeast: 12), rows).flatMap { label, row in
      let indent = TextLayout.width(label)
      return TextLayout.wrap(row.value.text, width: max(1, column.width - indent)).enumerated().map { index, part in
        let start = index == 0 ? label : String(repeating: " ", count: indent)
        return StyledLine(start, Style(.secondary), part, row.value.style)
      }
    }
  }

  private static func grant(_ grant: ClientGrant, _ state: AppState, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    let values = [
      "scope": grant.scope.isEmpty ? "-" : grant.scope.joined(separator: " "), "user": grant.user,
      "time": look.momentOrTime(grant.created, state.now),
    ]
    var lines = column.marked(look.marks.dot, .grantOf, Style(.text), values)
    lines += grant.tokens.map { token in
      let kind: Phrase =
        switch token.kind {
        case .code: .tokenCode
        case .access: .tokenAccess
        case .refresh: .tokenRefresh
        }
      let name = "    " + padded(look.catalogue(kind), to: 20)
      let left = look.catalogue(.tokenLeft, ["time": Measure.countdown(token.expires.timeIntervalSince(state.now))])
      return StyledLine(name, Style(.text), left, Style(.success))
    }
    if let session = grant.session {
      lines += column.text(.grantSession, Style(.secondary), ["session": session], indent: 4)
    }
    return lines
  }
}
