import Synchronization

/// A test of one client that a person follows on the administrator's page: what to do now, what was found, and the report in the end.
///
/// It never says which check an action is for: people who know what is wrong use the app differently.
final class ClientTest: Sendable {
  /// What a person is asked to do.
  struct Act: Sendable {
    let number: Int
    /// To be done before it, such as starting the app again.
    let first: [ClientTestStep]
    let action: ClientTestStep
    let end: ContinuousClock.Instant

    /// Rounded up.
    var seconds: Int { max(0, Int(((end - .now) / .seconds(1)).rounded(.up))) }
  }

  /// What a person is asked to answer with yes, no, or not at all. The text is English, as the checks are.
  struct Question: Sendable {
    let number: Int
    let text: String
    /// What the person is to open, as text; `nil`: nothing.
    let link: String?
  }

  enum Stage: Sendable {
    case acting(Act)
    case asking(Question)
    /// The server watches what the client does.
    case watching
    /// Another test is at a step that concerns this client, too.
    case waiting
    case ended, stopped

    var name: String {
      switch self {
      case .acting: "acting"
      case .asking: "asking"
      case .watching: "watching"
      case .waiting: "waiting"
      case .ended: "ended"
      case .stopped: "stopped"
      }
    }

    /// The number of the present request or question to the person; `nil`: there is nothing to do.
    var number: Int? {
      switch self {
      case .acting(let act): act.number
      case .asking(let question): question.number
      case .watching, .waiting, .ended, .stopped: nil
      }
    }
  }

  struct Progress: Sendable {
    /// Rises with each change that a reader has to see.
    var revision = 1
    var stage = Stage.watching
    /// How many checks there are.
    var planned = 0
    /// The latest of each check, in the order in which they came, as the report has them.
    var verdicts: [JSON] = []
    /// What the test says besides, the latest ones.
    var notes: [String] = []
    /// The document that `dcr-terminal client-test` keeps; `nil`: the test is under way.
    var report: JSON?
    /// The client's ids: the one that was named, and those that it has registered since.
    var clients: [String]
  }

  private static let mostNotes = 8

  /// The one that was named.
  let client: String
  private let run: ClientTestRun
  private let progress: Progressing
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ order: ClientTestOrder, client: String, at server: IdentityServer) {
    let progress = Progressing(Progress(clients: [client]), patience: order.patience)
    (self.client, self.progress) = (client, progress)
    run = ClientTestRun(
      server, order, pace: server.provider.configuration.clientTestPace, isAmongOthers: true,
      say: { progress.receive($0) })
  }

  var state: Progress { progress.value.withLock { $0 } }
  var isRunning: Bool { state.report == nil }
  func isOf(_ client: String) -> Bool { state.clients.contains(client) }

  /// Called once. A person should not wait long for a client to refresh: its access tokens are valid for a short time while the test runs.
  func begin(at provider: Provider) {
    let (run, client) = (run, client)
    let running = Task.detached {
      let isUsual = (try? provider.store.client(client))?.accessTokenLifetime == nil
      if isUsual {
        try? await provider.administration.shortenAccessTokens(of: client, to: RegisteredClient.shortTokenLifetime)
      }
      await run.run()
      if isUsual { try? await provider.administration.shortenAccessTokens(of: client, to: nil) }
    }
    task.withLock { $0 = running }
  }

  func stop() { run.stop() }

  /// Returns when the test does nothing any more.
  func hasEnded() async { await task.withLock { $0 }?.value }

  /// The person has done what was asked, or the client cannot do it. Answers to an earlier request change nothing.
  func acted(_ number: Int, isPossible: Bool) {
    progress.finish(number)
    let status = isPossible ? 0 : ClientTestRun.cannot
    run.receive(["type": "acted", "number": .number(String(number)), "status": .number(String(status))])
  }

  func answer(_ number: Int, _ answer: ClientTestAnswer) {
    progress.finish(number)
    run.receive(["type": "answer", "number": .number(String(number)), "answer": .string(answer.rawValue)])
  }

  /// For the page's script and for others.
  var json: JSON {
    let state = state
    let json: JSON = [
      "client": .string(client), "revision": .number(String(state.revision)), "running": .bool(state.report == nil),
      "stage": .string(state.stage.name), "done": .number(String(state.verdicts.count)),
      "planned": .number(String(state.planned)),
    ]
    return switch state.stage {
    case .acting(let act):
      json.merging([
        "number": .number(String(act.number)), "first": .strings(act.first.map(\.rawValue)),
        "action": .string(act.action.rawValue), "seconds": .number(String(act.seconds)),
      ])
    case .asking(let question):
      json.merging([
        "number": .number(String(question.number)), "text": .string(question.text),
        "link": question.link.map(JSON.string) ?? .null,
      ])
    case .watching, .waiting, .ended, .stopped: json
    }
  }

  /// Reads what the run says.
  final class Progressing: Sendable {
    let value: Mutex<Progress>
    let patience: Duration

    init(_ progress: Progress, patience: Duration) {
      value = Mutex(progress)
      self.patience = patience
    }

    private func change(_ change: (inout Progress) -> Void) {
      value.withLock { progress in
        change(&progress)
        progress.revision += 1
      }
    }

    /// Nothing is asked any more, also if the client's exchanges have answered before the person did.
    func finish(_ number: Int) { change { if $0.stage.number == number { $0.stage = .watching } } }

    /// Messages that say nothing to the person are ignored.
    func receive(_ message: JSON) {
      let (number, text) = (message["number"]?.intValue, message["text"]?.stringValue)
      switch message["type"] {
      case "plan"?: change { $0.planned = message["checks"]?.arrayValue?.count ?? 0 }
      case "act"?:
        guard let number, let action = message["action"]?.stringValue.flatMap(ClientTestStep.init) else { return }
        let first = (message["first"]?.stringArray ?? []).compactMap(ClientTestStep.init)
        let act = Act(number: number, first: first, action: action, end: .now + patience)
        change { $0.stage = .acting(act) }
      case "done-acting"?: if let number { finish(number) }
      case "ask"?:
        guard let number, let text else { return }
        let link = message["link"]?.stringValue.map(PlainText.shown)
        change { $0.stage = .asking(Question(number: number, text: PlainText.shown(text), link: link)) }
      case "waiting"?: change { $0.stage = .waiting }
      case "began"?: change { if case .waiting = $0.stage { $0.stage = .watching } }
      case "verdict"?:
        guard let verdict = message["check"] else { return }
        change { progress in
          progress.verdicts.removeAll { $0["id"] == verdict["id"] }
          progress.verdicts.append(verdict)
        }
      case "note"?:
        guard let text else { return }
        change { $0.notes = Array(($0.notes + [PlainText.shown(text)]).suffix(ClientTest.mostNotes)) }
      case "client"?: if let id = message["client"]?.stringValue { change { $0.clients.append(id) } }
      case "report"?:
        guard let run = message["run"] else { return }
        change { ($0.report, $0.stage) = (run, run["ended"] == .null ? .stopped : .ended) }
      default: return
      }
    }
  }
}
