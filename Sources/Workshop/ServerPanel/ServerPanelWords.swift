import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// Words of the panel **Server** for times, counts and results.
enum ServerPanelWords {
  /// The reader stops counting here.
  static func count(_ count: Int) -> String { count >= 100_000 ? "\(count)+" : String(count) }

  /// `Clients 3`
  static func title(_ section: ServerPanelView.Section, _ state: AppState, _ look: Look) -> String {
    let server = state[ServerInsight.self]
    let count =
      switch section {
      case .clients: server.totals.clients
      case .sessions: server.totals.sessions
      case .events: server.events.count
      }
    return "\(look.catalogue(section.phrases.title)) \(ServerPanelWords.count(count))"
  }

  static func administration(_ state: AppState, _ look: Look) -> String? {
    state[ServerInsight.self].administration.map { administration in
      let dots = String(repeating: look.marks.dot, count: 8)
      let password = state.revealsSecrets ? administration.password.revealed : dots
      return look.catalogue(
        .administrationPlace, ["page": administration.page, "name": administration.name, "password": password])
    }
  }

  /// The outcome of the last reading or change in full, in as many lines as it needs.
  static func news(_ state: AppState, width: Int, _ look: Look) -> [StyledLine] {
    func lines(_ mark: String, _ text: String, _ role: Role) -> [StyledLine] {
      let line = StyledLine("\(mark) \(text)", Style(role, bold: true))
      return line.width <= width ? [line] : TextColumn(width, look).marked(mark, text, Style(role, bold: true))
    }
    if let problem = state[ServerInsight.self].problem {
      let why = look.catalogue(ErrorText.of(problem.code.rawValue).title)
      return lines(look.marks.warning, look.catalogue(.serverNotRead, ["why": why]), .warning)
    }
    guard let change = state[ServerInsight.self].change else { return [] }
    switch change.outcome {
    case .pending: return [StyledLine(look.unfinished(look.catalogue(.changePending)), Style(.secondary))]
    // The explanation says that the change was not made, and why; no title is needed.
    case .failed(let problem): return lines(look.marks.warning, ErrorWording(problem, look).explanation, .error)
    case .done: return lines(look.marks.done, done(change.what, look), .success)
    }
  }

  private static func done(_ change: ServerChange, _ look: Look) -> String {
    func client(_ id: String) -> [String: String] {
      ["client": look.reader == .lines ? id : TextLayout.clip(id, to: 12, ellipsis: look.marks.ellipsis)]
    }
    return switch change {
    case .revoke(let id): look.catalogue(.clientWasRevoked, client(id))
    case .activate(let id): look.catalogue(.clientWasActivated, client(id))
    case .shorten(let id, let seconds?):
      look.catalogue(.clientWasShortened, client(id).merging(["seconds": String(seconds)]) { $1 })
    case .shorten(let id, nil): look.catalogue(.clientWasRestored, client(id))
    case .expireSecret(let id): look.catalogue(.secretWasExpired, client(id))
    case .nextTemplate(let id): look.catalogue(.templateWasChanged, client(id))
    case .forget(let id): look.catalogue(.clientWasForgotten, client(id))
    case .endSession(_, let user, _): look.catalogue(.sessionWasEnded, ["user": user])
    }
  }

  /// `✓ active`: a sign and a word. An unknown status from the database is shown as it is.
  static func status(_ client: RegisteredClient, _ look: Look) -> StyledLine.Span {
    let isKnown = client.isActive || client.status == "revoked"
    let word = isKnown ? look.catalogue(client.isActive ? .statusActive : .statusRevoked) : client.status
    let sign = client.isActive ? look.marks.done : look.marks.failed
    // Plain lines need only the word.
    let text = look.reader == .lines ? word : "\(sign) \(word)"
    return .init(text: text, style: Style(client.isActive ? .success : .error))
  }

  static func grants(_ count: Int, _ look: Look) -> String {
    count == 0 ? look.catalogue(.liveGrantsNone) : look.catalogue(.liveGrants, ["count": String(count)])
  }
}

extension ClientSort {
  var phrase: Phrase {
    switch self {
    case .registered: .orderIssued
    case .lastUsed: .orderLastUsed
    case .name: .orderName
    case .owner: .orderOwner
    case .status: .orderStatus
    }
  }
}

/// The panel **Server** in lines: each value of a table follows its column's heading.
enum ServerInLines {
  static func lines(_ state: AppState, _ look: Look) -> [StyledLine]? {
    let server = state[ServerInsight.self]
    if server.reach.card != nil { return reach(state, look) }
    guard state.settings.embeddedServer, server.isReadable else { return nil }
    if let question = ServerQuestion(state) {
      let text = [look.catalogue(question.title), look.catalogue(question.text.phrase, question.text.values)]
      return text.map { StyledLine($0, Style(.text)) }
        + question.answers.map { row(look.catalogue($0.phrase), $0.action) }
    }
    let place = ServerPanelWords.administration(state, look).map { [StyledLine($0, Style(.secondary))] } ?? []
    let foot = ServerPanelWords.news(state, width: 10_000, look) + ReachWords.foot(state, width: 10_000, look) + place
    if let id = server.view.opened {
      guard let opened = server.opened, opened.client.id == id else {
        return [StyledLine(look.catalogue(.readingServer), Style(.secondary))]
      }
      return ServerClientDetail.lines(opened, state, width: 10_000, look: look) + foot
    }
    let own =
      switch server.view.section {
      case .clients: clients(Phone(state), look)
      case .sessions: sessions(state, look)
      case .events: events(state, look)
      }
    let others = ServerPanelView.Section.allCases.filter { $0 != server.view.section }
    return Array(own.prefix(1)) + foot + Array(own.dropFirst())
      + others.map { row(ServerPanelWords.title($0, state, look), .serverPanel(.section($0))) }
  }

  private static func reach(_ state: AppState, _ look: Look) -> [StyledLine] {
    let words = ReachWords(state: state, look: look, size: Size(10_000, 10_000))
    return words.lines.filter { !$0.line.spans.isEmpty }.map { row, line in
      guard let row, let pressed = ReachKeys.press(row, state) else { return line }
      var line = line
      line.spans.append(.init(text: ": \(look.catalogue(pressed.phrase))", style: Style(.text)))
      line.action = pressed.action
      return line
    }
  }

  private static func row(_ text: String, _ action: Action) -> StyledLine {
    StyledLine(text, Style(.text), action: action)
  }

  private static func told(_ facts: [(Phrase, String)], isChosen: Bool, _ look: Look) -> String {
    (isChosen ? look.catalogue(.markChosen) + " " : "")
      + facts.map { "\(look.catalogue($0.0)): \($0.1)" }.joined(separator: ", ")
  }

  private static func clients(_ phone: Phone<ServerInsight>, _ look: Look) -> [StyledLine] {
    let view = phone.own.view
    var head = [StyledLine(ServerPanelWords.title(.clients, phone.state, look), Style(.heading))]
    if !view.filter.isEmpty { head.append(StyledLine("\(look.catalogue(.keyFilter)): \(view.filter)", Style(.text))) }
    guard let window = phone.own.clients, let chosen = phone.selectedClient else {
      return head + [StyledLine(look.catalogue(view.filter.isEmpty ? .noClientsYet : .nothingFound), Style(.text))]
    }
    head.append(StyledLine(look.catalogue(view.order.phrase), Style(.secondary)))
    let page = PagedRows.page(of: chosen.index, in: window.clients.count)
    let rows = window.clients[page].map { client in
      let facts: [(Phrase, String)] = [
        (.columnClient, client.id), (.columnName, client.name(look)), (.columnUser, client.owner(look)),
        (.columnState, look.catalogue(client.isActive ? .statusActive : .statusRevoked)),
        (.columnIssued, look.momentOrTime(client.registered, phone.now)),
        (.lastUsed, look.ago(client.lastUsed, phone.now)), (.columnGrants, String(client.liveGrants)),
      ]
      let words = [told(facts, isChosen: client.id == chosen.client.id, look)] + phone.names(of: client, look)
      return row(words.joined(separator: ", "), .serverPanel(.open(client.id)))
    }
    let start = window.before + page.lowerBound
    return head + PagedRows.lines(rows, hasBefore: start > 0, hasAfter: start + rows.count < window.total, look)
  }

  private static func sessions(_ state: AppState, _ look: Look) -> [StyledLine] {
    let head = [StyledLine(ServerPanelWords.title(.sessions, state, look), Style(.heading))]
    let all = state[ServerInsight.self].sessions
    guard !all.isEmpty else { return head + [StyledLine(look.catalogue(.noSessions), Style(.text))] }
    let rows = all.map { session -> StyledLine in
      let facts = SessionColumns(10_000).facts(session, state.now, look).map { ($0.heading, $0.text) }
      let isChosen = session.id == state[ServerInsight.self].selectedSession?.id
      return row(told(facts, isChosen: isChosen, look), .serverPanel(.selectSession(session.id)))
    }
    return head + [StyledLine(look.catalogue(.sessionExplained), Style(.secondary))] + rows
  }

  private static func events(_ state: AppState, _ look: Look) -> [StyledLine] {
    let events = state[ServerInsight.self].events
    guard !events.all.isEmpty else {
      return [StyledLine(look.catalogue(state.server == .external ? .eventsOfOther : .noEvents), Style(.text))]
    }
    let shown = events.all.reversed().prefix(PagedRows.most).map { event in
      let words = [
        look.moment(event.time).time, event.method, event.path, event.status == 0 ? "" : String(event.status),
        look.catalogue.serverNote(event.note),
      ]
      return StyledLine(words.filter { !$0.isEmpty }.joined(separator: " "), Style(.text))
    }
    return [StyledLine(ServerPanelWords.title(.events, state, look), Style(.heading))] + shown
  }
}
