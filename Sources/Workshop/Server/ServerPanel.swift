import AppState
import Catalogue
import Screens
import TerminalUI

/// The identity server seen from inside: clients of all devices, sessions, and what it does at this moment.
///
/// Everything is drawn from what was read before; nothing here waits for a database.
extension Picture {
  mutating func drawServer(_ state: AppState, in rect: Rect) -> Int {
    guard state.settings.embeddedServer else {
      drawPanelText(
        .foreignServerTitle, look.catalogue(.foreignServer, ["issuer": state.settings.issuer.text]), in: rect)
      return 0
    }
    guard state.serverIsReadable else {
      drawUnreadableServer(state.identityServer.problem, in: rect)
      return 0
    }
    drawServerSections(state, in: rect)
    let foot = drawAdministration(state, in: rect)
    let news = max(1, serverNews(state, width: rect.width).count)
    let inner = Rect(rect.x, rect.y + 1, rect.width, rect.height - foot - news)
    let reach =
      switch (state.serverView.opened, state.serverView.section) {
      case (.some(let id), _): drawOpenedClient(id, state, in: inner)
      case (nil, .clients): drawServerClients(state, in: inner)
      case (nil, .sessions): drawServerSessions(state, in: inner)
      case (nil, .events): drawServerEvents(state, in: inner)
      }
    if let question = state.serverQuestion { drawServerQuestion(question, state, in: rect) }
    return reach
  }

  /// At the lower edge, where there is room to spare. Returns how many lines it took.
  private mutating func drawAdministration(_ state: AppState, in rect: Rect) -> Int {
    guard let administration = state.identityServer.administration, rect.height >= 20 else { return 0 }
    let dots = String(repeating: look.marks.dot, count: 8)
    let password = state.revealsSecrets ? administration.password.revealed : dots
    let words = look.catalogue(
      .administrationPlace, ["page": administration.page, "name": administration.name, "password": password])
    let lines = StyledLine.wrapped(words, Style(.secondary), width: rect.width)
    for (index, line) in lines.enumerated() {
      put(line, at: Point(rect.x, rect.maxY - lines.count + index), width: rect.width)
    }
    return lines.count
  }

  private mutating func drawServerSections(_ state: AppState, in rect: Rect) {
    let all = ServerPanelView.Section.allCases
    let titles = all.map { section in
      let count =
        switch section {
        case .clients: state.identityServer.totals.clients
        case .sessions: state.identityServer.totals.sessions
        case .events: state.identityServer.events.count
        }
      return "\(look.catalogue(section.title)) \(ServerWords.count(count))"
    }
    let selected = all.firstIndex(of: state.serverView.section) ?? 0
    canvas.tabs(titles, selected: selected, at: Point(rect.x, rect.y), width: rect.width, hits: &hits) {
      .serverView(.section(all[$0]))
    }
  }

  /// One kind of text for everything that keeps the panel from showing the server.
  private mutating func drawUnreadableServer(_ problem: ServerProblem?, in rect: Rect) {
    guard let problem else { return drawEmptyPanel(.readingServer, in: rect) }
    guard problem.code != .databaseMissing else {
      return drawPanelText(.serverNotYetTitle, look.catalogue(.serverNotYet), in: rect)
    }
    let words = ServerWords.problem(problem, look)
    drawPanelText(
      look.marks.warning + " " + words.title, words.explanation, hint: words.hint, Style(.warning, bold: true), in: rect
    )
  }

  private mutating func drawPanelText(_ title: Phrase, _ text: String, in rect: Rect) {
    drawPanelText(look.catalogue(title), text, in: rect)
  }

  /// What the last change came to, or else what stands at the foot of a list. News reach below `rect`.
  mutating func drawServerFoot(_ state: AppState, _ text: String, in rect: Rect) {
    let news = serverNews(state, width: rect.width)
    for (index, line) in (news.isEmpty ? [StyledLine(text, Style(.secondary))] : news).enumerated() {
      put(line, at: Point(rect.x, rect.maxY - 1 + index), width: rect.width)
    }
  }

  /// Whole, in as many lines as that takes.
  private func serverNews(_ state: AppState, width: Int) -> [StyledLine] {
    if let problem = state.identityServer.problem {
      let why = look.catalogue(ErrorText.of(problem.code.rawValue).title)
      return ServerWords.whole(
        look.marks.warning + " " + look.catalogue(.serverNotRead, ["why": why]), Style(.warning, bold: true), width)
    }
    return state.identityServer.change.map { ServerWords.lines($0, width: width, look) } ?? []
  }
}
