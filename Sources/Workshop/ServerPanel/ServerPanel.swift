import AppState
import Screens
import TerminalUI

/// The identity server from inside: clients of all devices, sessions, and current events.
///
/// Draws only what was read before; never waits for a database.
extension Picture {
  mutating func drawServer(_ state: AppState, in rect: Rect) -> Int {
    let server = state[ServerInsight.self]
    guard state.settings.embeddedServer, server.isReadable else {
      drawUnreadableServer(state, in: rect)
      return 0
    }
    drawServerSections(state, in: rect)
    let foot = drawAdministration(state, in: rect)
    let news = max(1, ServerPanelWords.news(state, width: rect.width, look).count)
    let inner = Rect(rect.x, rect.y + 1, rect.width, rect.height - foot - news)
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

  /// Draws at the lower edge if there is room. Returns the rows it took.
  private mutating func drawAdministration(_ state: AppState, in rect: Rect) -> Int {
    guard rect.height >= 20, let words = ServerPanelWords.administration(state, look) else { return 0 }
    let lines = TextColumn(rect.width, look).text(words, Style(.secondary))
    putAtBottom(lines, in: rect)
    return lines.count
  }

  private mutating func drawServerSections(_ state: AppState, in rect: Rect) {
    let all = ServerPanelView.Section.allCases
    let titles = all.map { ServerPanelWords.title($0, state, look) }
    let selected = all.firstIndex(of: state[ServerInsight.self].view.section) ?? 0
    canvas.tabs(titles, selected: selected, at: Point(rect.x, rect.y), width: rect.width, hits: &hits) {
      .serverView(.section(all[$0]))
    }
  }

  /// The same kind of text for every reason why the panel cannot show the server.
  private mutating func drawUnreadableServer(_ state: AppState, in rect: Rect) {
    guard state.settings.embeddedServer else {
      let text = look.catalogue(.foreignServer, ["issuer": state.settings.issuer.text])
      return drawPanelText(look.catalogue(.foreignServerTitle), text, in: rect)
    }
    guard let problem = state[ServerInsight.self].problem else { return drawEmptyPanel(.readingServer, in: rect) }
    guard problem.code != .databaseMissing else {
      return drawPanelText(look.catalogue(.serverNotYetTitle), look.catalogue(.serverNotYet), in: rect)
    }
    drawPanelProblem(ErrorWording(problem, look), in: rect)
  }

  /// The outcome of the last change, or the foot of a list. News may extend below `rect`.
  mutating func drawServerFoot(_ state: AppState, _ text: String, in rect: Rect) {
    let news = ServerPanelWords.news(state, width: rect.width, look)
    let lines = news.isEmpty ? [StyledLine(text, Style(.secondary))] : news
    put(lines, in: Rect(rect.x, rect.maxY - 1, rect.width, lines.count))
  }
}
