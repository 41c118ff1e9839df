import AppState
import Foundation
import OAuthClient
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import Samples
@testable import Workshop

/// Text from servers and files reaches the terminal only as text, and secrets stay masked.
struct HostileTextTests {
  private static let nasty =
    "\u{1B}[2J\u{1B}]0;owned\u{07}\r\n\t\u{9B}31m\u{202E}evil\u{0}\u{7F}中文💥e\u{301}\u{301}\u{301}\u{301}"
  private let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  /// The state with hostile text wherever text can come from outside.
  private static func hostile(_ state: AppState) -> AppState {
    var state = state
    state.settings.device = nasty
    state.settings.browser = nasty
    if case .failed = state.server { state.server = .failed(nasty) }
    state.registration = state.registration.map { registration in
      var registration = registration
      registration.setMember("client_id", .string(nasty))
      return registration
    }
    if case .authorized(var session, let refreshing) = state.auth {
      let document: JSON = [
        "sub": .string(nasty), "name": .string(nasty), "roles": [.string(nasty)], "\u{1B}[1m": .string(nasty),
      ]
      session.userinfo?.document = document
      session.userinfo?.subject = nasty
      session.claims?.subject = nasty
      session.claims?.document = document
      session.tokens.accessToken = Secret(nasty)
      session.tokens.refreshToken = Secret(nasty)
      state.auth = .authorized(session, refreshing: refreshing)
    }
    if var banner = state.banner {
      banner.error.cause = .server(
        ProtocolError(
          .serverReportedError, field: nasty, expected: .value(nasty), received: .quoted(nasty),
          serverDescription: nasty,
          source: nasty))
      banner.error.code = .server(.serverReportedError)
      state.banner = banner
    }
    if case .forgotDevice(_, let deleted) = state.notice {
      state.notice = .forgotDevice(erased: [nasty, nasty], serverDeleted: deleted)
    }
    state.messages = hostileMessages
    state.tools[ServerInsight.self] = hostileServer(state[ServerInsight.self])
    state.tools[ServerInsight.self].view.opened = state[ServerInsight.self].view.opened.map { _ in nasty }
    state.tools[ServerInsight.self].view.question = state[ServerInsight.self].view.question.map {
      $0 == .revokeClient ? $0 : .endSession(nasty)
    }
    state.tools[ServerInsight.self].view.filter = state[ServerInsight.self].view.filter.isEmpty ? "" : nasty
    return state
  }

  /// A database with hostile rows, and a server that reports hostile requests.
  private static func hostileServer(_ known: ServerInsight) -> ServerInsight {
    var server = known
    let client = RegisteredClient(
      id: nasty, name: nasty, owner: nasty, status: nasty, registered: .distantPast, lastUsed: .distantFuture,
      liveGrants: .max, template: nasty)
    server.clients = server.clients.map { window in
      ClientWindow(
        clients: window.clients.map { _ in client }, positions: window.clients.map { _ in nasty },
        before: window.before,
        total: window.total)
    }
    server.opened = server.opened.map { _ in
      let grant = ClientGrant(
        user: nasty, scope: [nasty], created: .distantFuture, session: nasty,
        tokens: [.init(.access, expires: .distantFuture), .init(.refresh, expires: .distantPast)])
      return OpenedServerClient(client: client, grants: [grant])
    }
    server.sessions = server.sessions.map { _ in
      UserSession(id: nasty, user: nasty, created: .distantPast, expires: .distantFuture, userAgent: nasty)
    }
    server.problem = server.problem.map { ServerProblem($0.code, nasty, detail: nasty) }
    server.change = server.change.map { .init(.endSession(nasty, user: nasty), $0.outcome) }
    server.events.append(
      ServerEventEntry(time: .distantPast, method: nasty, path: nasty, status: .min, note: nasty, client: nasty))
    return server
  }

  private static let hostileMessages: MessageLog = {
    var log = MessageLog()
    let headers = [HTTPHeader(nasty, nasty), HTTPHeader("Content-Type", nasty)]
    let request = HTTPRequest(nasty, "https://\(nasty)/?\(nasty)=\(nasty)", headers: headers, body: Array(nasty.utf8))
    let bodies = [nasty, "{\"\\u001b[2J\":\"\\u001b\"}", "a=\(nasty)&b=%1B%5B2J"]
    for body in bodies {
      let response = HTTPResponse(200, headers: headers, body: Array(body.utf8))
      let exchange = Exchange(request, outcome: .success(response), started: .distantPast, finished: .distantFuture)
      log.append(Message(from: .app, to: .server, .exchange(exchange), at: .distantPast, step: .token))
    }
    let failure = TransportFailure(.tlsFailure, nasty)
    log.append(
      Message(
        from: .app, to: .server, .exchange(Exchange(request, outcome: .failure(failure), started: .distantFuture)),
        at: .distantFuture, step: nil))
    log.append(Message(from: .app, to: .browser, .userAgentOpened(url: nasty), at: .distantPast, step: .login))
    log.append(
      Message(
        from: .browser, to: .app, .redirect(url: "x:/y?code=\(nasty)&error=\(nasty)"), at: .distantPast, step: .login))
    log.append(Message(from: .app, to: .keystore, .keystoreSaved(file: nasty), at: .distantPast, step: .register))
    log.append(
      Message(
        from: .browser, to: .server, .observed(ObservedRequest(method: nasty, path: nasty, status: -9, note: nasty)),
        at: .distantPast,
        step: nil))
    return log
  }()

  @Test(arguments: Glyphs.allCases)
  func noControlCharacterReachesTheCanvas(_ glyphs: Glyphs) {
    for (name, state) in StateRegistry.all {
      var hostile = HostileTextTests.hostile(state)
      for selected in [nil] + hostile.messages.map({ Int?($0.id) }) {
        hostile.messagesView.selected = selected
        for size in sizes {
          let canvas = AppScreen.draw(hostile, size: size, look: Look(glyphs: glyphs))
          for cell in canvas.cells { expectHarmless(cell.text, name) }
        }
        if !state.messagesView.showsDetail { break }
      }
    }
  }

  @Test func linesAreHarmlessToo() {
    for (name, state) in StateRegistry.all {
      let hostile = HostileTextTests.hostile(state)
      let choices = PlainText.choices(for: hostile, look: Look()).flatMap { [$0.text, $0.heading ?? ""] }
      for line in PlainText.lines(for: hostile, look: Look()) + choices { expectHarmless(line, name) }
      for message in hostile.messages { expectHarmless(PlainText.line(for: message, look: Look()), name) }
    }
  }

  @Test func asciiScreensHoldOnlyASCII() {
    for (name, state) in StateRegistry.all {
      for size in sizes {
        let text = AppScreen.draw(HostileTextTests.hostile(state), size: size, look: Look(glyphs: .ascii)).text
        #expect(!text.contains { !$0.isASCII }, "\(name)")
      }
    }
  }

  @Test func anySizeCanBeDrawn() {
    let sizes = [
      Size(0, 0), Size(1, 1), Size(41, 16), Size(59, 19), Size(60, 90), Size(99, 15), Size(100, 15), Size(170, 60),
    ]
    for (_, state) in StateRegistry.all {
      for size in sizes {
        #expect(AppScreen.draw(state, size: size, look: Look()).size == size)
      }
    }
  }

  private func expectHarmless(_ text: String, _ name: String) {
    let bad = text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
      default: false
      }
    }
    if bad { Issue.record("\(name) lets \(text.unicodeScalars.map(\.value)) through") }
  }
}
