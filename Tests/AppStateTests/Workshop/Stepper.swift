import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Plays whole flows, and records and releases each held message.
struct Stepper {
  var scenario = Scenario(tools: Workshop.tools)
  var names: [StepMessage] = []
  /// Messages that left without a release.
  var leaks: [Effect] = []

  mutating func play(_ move: (inout Scenario) -> Void) {
    move(&scenario)
    leaks += scenario.effects.filter(\.isMessage)
    release()
  }

  mutating func send(_ action: Action) { play { $0.send(action) } }

  mutating func begin(_ action: Action) {
    send(action)
    send(.server(.ready))
  }

  /// Releases the held messages, one by one.
  mutating func release() {
    while let message = scenario.state[Stepping.self].heldMessage {
      names.append(message.name)
      scenario.send(.step(.next))
      #expect(scenario.effects.contains(message.effect), "\(message.name) was not released")
      #expect(scenario.state[Stepping.self].lastStep == message.name)
    }
  }

  mutating func respond(_ reply: Reply, _ body: JSON) { respond(reply, 200, body) }

  mutating func respond(_ reply: Reply, _ status: Int, _ body: JSON) { play { $0.respond(reply, status, body) } }

  mutating func returnRedirect(_ query: String) { play { $0.returnRedirect(query) } }

  mutating func prepared(_ redirectURI: RedirectURI = Scenario.redirectURI) {
    send(.answered(scenario.flowID, .prepared(Scenario.secrets, redirectURI: redirectURI)))
  }

  mutating func saved() { send(.answered(scenario.flowID, .saved)) }
}

extension Effect {
  fileprivate var isMessage: Bool {
    switch self {
    case .send, .openUserAgent, .saveRegistration, .saveTokens, .clearTokens, .eraseKeystore: true
    default: false
    }
  }
}
