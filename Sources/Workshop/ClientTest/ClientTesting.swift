import AppState
import Catalogue
import Screens
import SharedValues

/// What the embedded server says of a test of a client, after each change.
package struct ClientTestNews: Hashable, Sendable {
  package enum Stage: Hashable, Sendable {
    /// What a person has to do, one thing after the other, and for how many more seconds it may begin.
    case acting(number: Int, [ClientTestStep], seconds: Int)
    /// With what the person is to open, as text; `nil`: nothing.
    case asking(number: Int, String, link: String? = nil)
    case watching
    /// Another test is at a step that concerns this client, too.
    case waiting
    case ended, stopped
    /// The code of an error.
    case refused(String)

    package var isOver: Bool {
      switch self {
      case .acting, .asking, .watching, .waiting: false
      case .ended, .stopped, .refused: true
      }
    }
  }

  package struct Verdict: Hashable, Sendable {
    package var id: String
    /// English, as the standards are.
    package var about: String
    package var outcome: CheckOutcome
    package var evidence: String

    package init(_ id: String, _ about: String, _ outcome: CheckOutcome, _ evidence: String) {
      (self.id, self.about, self.outcome, self.evidence) = (id, about, outcome, evidence)
    }
  }

  package var client: String
  package var stage: Stage
  package var done: Int
  package var planned: Int
  /// Those that are new.
  package var verdicts: [Verdict]

  package init(_ client: String, _ stage: Stage, done: Int = 0, planned: Int = 0, verdicts: [Verdict] = []) {
    (self.client, self.stage, self.done, self.planned, self.verdicts) = (client, stage, done, planned, verdicts)
  }
}

/// What the embedded server is told; ``ClientTestAction/seen(_:)`` brings its news.
package struct ClientTestEffect: ToolEffect {
  package let client: String
  package let wish: ClientTestWish

  package var name: String { "test a client" }
}

package enum ClientTestAction: ToolAction {
  /// Shows the page of a client; `nil`: of the last one, else of this phone's.
  case show(String?)
  case close
  case start(all: Bool)
  case acted(isPossible: Bool)
  case answer(ClientTestAnswer)
  case stop
  case seen(ClientTestNews)

  package func apply(to phone: inout Phone<ClientTesting>) -> [Effect] { phone.test(self) }
}

extension Effect {
  fileprivate static func clientTest(_ client: String, _ wish: ClientTestWish) -> Effect {
    .tool(ClientTestEffect(client: client, wish: wish))
  }
}

extension Action {
  package static func clientTest(_ action: ClientTestAction) -> Action { .tool(AnyToolAction(action)) }
}

/// A test of a client at the embedded server, in the place of the test plan. The server decides and judges; a person acts.
package struct ClientTesting: Tool, ToolView {
  package var client: String?
  /// Whether the place of the test plan shows it.
  package var isShown = false
  /// Whether another tab comes back when it is closed.
  var returns = false
  /// Whether a test of all checks, or of the core, begins as soon as the server is ready; `nil`: none does.
  var wanted: Bool?
  /// `nil`: no test of the client has begun.
  package var stage: ClientTestNews.Stage?
  package var done = 0
  package var planned = 0
  /// The latest of each check, the newest first.
  package var verdicts: [ClientTestNews.Verdict] = []

  package init() {}

  package var isRunning: Bool { stage.map { !$0.isOver } ?? false }

  package static func observe(_ phone: inout Phone<ClientTesting>, _ change: PhoneChange) -> [Effect] {
    // A server that starts knows nothing of a test.
    if phone.server == .starting, phone.own.isRunning, phone.own.wanted == nil { phone.own.stage = .stopped }
    guard let all = phone.own.wanted, let client = phone.own.client else { return [] }
    switch phone.server {
    case .ready:
      phone.own.wanted = nil
      return [.clientTest(client, .start(all: all))]
    case .failed, .external: (phone.own.wanted, phone.own.stage) = (nil, nil)
    case .unknown, .starting: break
    }
    return []
  }

  package mutating func turnAway() { isShown = false }

  /// The server goes on with a test that is under way; to begin it again shows it.
  package mutating func startOver() { self = ClientTesting() }
}

extension Phone<ClientTesting> {
  /// Why no test can begin; `nil`: one can. Only a server that this app has started takes its orders.
  var cannotTest: Phrase? {
    state.settings.embeddedServer && state.server != .external ? nil : .reasonNoTestElsewhere
  }

  fileprivate mutating func test(_ action: ClientTestAction) -> [Effect] {
    switch action {
    case .show(let id):
      guard let client = id ?? own.client ?? state.registration?.credentials.clientID else { return [] }
      // A test that runs is not forgotten for another client.
      if client != own.client, !own.isRunning { own = ClientTesting() }
      if own.client == nil { own.client = client }
      own.returns = state.view.tab != .checks
      if own.returns { look(.tab(.checks)) }
      own.isShown = true
      focus(on: .panel)
      scrollPanelToTop()
    case .close:
      own.isShown = false
      scrollPanelToTop()
      if own.returns { look(.closeBench) }
    case .start(let all):
      guard own.client != nil, !own.isRunning, cannotTest == nil else { return [] }
      (own.stage, own.done, own.planned, own.verdicts) = (.watching, 0, 0, [])
      own.wanted = all
      return state.server == .ready || state.server == .starting ? [] : [.ensureServer]
    case .acted(let isPossible):
      guard let client = own.client, case .acting(let number, _, _) = own.stage else { return [] }
      own.stage = .watching
      return [.clientTest(client, .acted(number, isPossible: isPossible))]
    case .answer(let answer):
      guard let client = own.client, case .asking(let number, _, _) = own.stage else { return [] }
      own.stage = .watching
      return [.clientTest(client, .answer(number, answer))]
    case .stop:
      guard let client = own.client, own.isRunning else { return [] }
      return [.clientTest(client, .stop)]
    case .seen(let news):
      guard news.client == own.client else { break }
      (own.stage, own.done, own.planned) = (news.stage, news.done, news.planned)
      for verdict in news.verdicts {
        own.verdicts.removeAll { $0.id == verdict.id }
        own.verdicts.insert(verdict, at: 0)
      }
    }
    return []
  }
}
