import AppState
import Catalogue
import Screens
import TerminalUI

/// The panel **Server** in lines: each value of a table follows its column's heading.
enum ServerInLines {
  static func lines(_ state: AppState, _ look: Look) -> [StyledLine]? {
    let server = state[ServerInsight.self]
    guard state.settings.embeddedServer, server.isReadable else { return nil }
    if let question = ServerQuestion(state) {
      let text = [look.catalogue(question.title), look.catalogue(question.text.phrase, question.text.values)]
      return text.map { StyledLine($0, Style(.text)) }
        + question.answers.map { row(look.catalogue($0.phrase), $0.action) }
    }
    let place = ServerPanelWords.administration(state, look).map { [StyledLine($0, Style(.secondary))] } ?? []
    let foot = ServerPanelWords.news(state, width: 10_000, look) + place
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
      + others.map { row(ServerPanelWords.title($0, state, look), .serverView(.section($0))) }
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
      return row(words.joined(separator: ", "), .serverView(.open(client.id)))
    }
    let start = window.before + page.lowerBound
    return head + PagedRows.lines(rows, hasBefore: start > 0, hasAfter: start + rows.count < window.total, look)
  }

  private static func sessions(_ state: AppState, _ look: Look) -> [StyledLine] {
    let head = [StyledLine(ServerPanelWords.title(.sessions, state, look), Style(.heading))]
    let all = state[ServerInsight.self].sessions
    guard !all.isEmpty else { return head + [StyledLine(look.catalogue(.noSessions), Style(.text))] }
    let rows = all.map { session -> StyledLine in
      let facts: [(Phrase, String)] = [
        (.columnUser, session.user), (.columnSince, look.momentOrTime(session.created, state.now)),
        (.columnUsed, look.ago(session.lastUsed, state.now)),
        (.columnEnds, Measure.countdown(session.expires.timeIntervalSince(state.now))),
        (.columnGrants, String(session.liveGrants)), (.columnBrowser, session.userAgent ?? "-"),
      ]
      let isChosen = session.id == state[ServerInsight.self].selectedSession?.id
      return row(told(facts, isChosen: isChosen, look), .serverView(.selectSession(session.id)))
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
