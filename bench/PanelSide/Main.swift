import Workshop
import AppState
import Foundation
import OAuthClient
import Screens
import SharedValues
import TerminalUI

/// Measures a key in the panels Messages and Sequence with a long and a short history: key, `update`, picture.
///
/// usage: panel-bench ROUNDS; prints `tab messages microseconds` lines, medians. Both histories alternate, so that other load
/// on the machine affects both alike.
@main
struct PanelBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 2, let rounds = Int(arguments[1]), rounds > 0 else {
      FileHandle.standardError.write(Data("usage: panel-bench ROUNDS\n".utf8))
      exit(64)
    }
    for (name, tab) in [("messages", PanelTab.messages), ("sequence", .sequence)] {
      var histories = try [10, MessageLog.capacity].map { try History(messages: $0, tab: tab) }
      for round in 0..<rounds {
        for index in histories.indices { histories[index].press(round) }
      }
      for history in histories { print(name, history.count, history.median) }
    }
  }
}

/// A phone with that many messages, and the time of each key.
private struct History {
  let count: Int
  private var state: AppState
  /// What is on the screen; keys are read from it, as in the program.
  private var drawn: Composition
  private var took: [Double] = []
  private static let size = Size(110, 30)

  init(messages count: Int, tab: PanelTab) throws {
    self.count = count
    let settings = try AppSettings(
      issuer: Issuer("https://localhost:8443", allowPlainHTTPLoopback: false), registrationClientID: "client",
      redirectURI: RedirectURI("a.b:/c"),
      postLogoutRedirectURI: RedirectURI("a.b:/d"), scope: "openid")
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    state = AppState(settings: settings, now: now, tools: Workshop.tools)
    let steps: [FlowStep] = [.registrationLogin, .registrationToken, .register, .login, .token, .userinfo, .refresh]
    for number in 0..<count {
      let request = HTTPRequest(
        "POST", "https://localhost:8443/oauth/v2/oauth-token?number=\(number)",
        headers: [HTTPHeader("Accept", "application/json")], body: Array("grant_type=refresh_token".utf8),
        endpoint: .token)
      let answer = HTTPResponse(
        200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"expires_in":300}"#.utf8))
      let exchange = Exchange(request, outcome: .success(answer), started: now, finished: now.addingTimeInterval(0.01))
      state.tools[MessagesTool.self].log.append(
        Message(from: .app, to: .server, .exchange(exchange), at: now, step: steps[number / 4 % steps.count]))
    }
    state.view.focus = .panel
    state.view.tab = tab
    drawn = Composition(state, size: Self.size, look: Look())
  }

  /// Moves up and down through the middle of the list, with a new message now and then. Like the program, keeps a copy of
  /// the previous state.
  mutating func press(_ round: Int) {
    let began = ContinuousClock.now
    let before = state
    let key: Key = round % 4 < 2 ? .up : .down
    let look = Look()
    if let action = KeyMap.action(for: .key(key), in: state, on: drawn, size: Self.size, look: look) {
      _ = update(&state, action, now: state.now)
    }
    if round % 8 == 7 {
      let exchange = Exchange(HTTPRequest("GET", "https://localhost:8443/new"), started: state.now)
      _ = update(&state, .exchanged(trace: round, exchange), now: state.now)
    }
    drawn = Composition(state, size: Self.size, look: look)
    let duration = ContinuousClock.now - began
    precondition(drawn.canvas.size == Self.size && before[MessagesTool.self].log.count >= min(count, 10))
    took.append(Double(duration.components.attoseconds) / 1e12 + Double(duration.components.seconds) * 1e6)
  }

  var median: Double { took.sorted()[took.count / 2] }
}
