import Synchronization

/// What a test of a client is to do: the member `clientTest` of the settings.
package struct ClientTestOrder: Sendable {
  /// The client that is tested; `nil`: the one that signs in, which may register itself during the test.
  let client: String?
  /// In the order in which they run.
  let checks: [ClientCheck]
  /// Whether a command makes the client act, and not a person.
  package let isDriven: Bool
  /// How long an action may take to begin, or a command to end.
  let patience: Duration
  /// The report of an earlier run, whose verdicts are kept.
  let resume: JSON?
  /// As it was given.
  let json: JSON

  /// Seconds.
  static let longestPatience = 3600

  /// Why an order cannot be carried out: the member, and what it should have been.
  package struct Refusal: Error {
    package let member: String
    package let expected: String
  }

  package init(_ json: JSON) throws(Refusal) {
    guard json.objectValue != nil else { throw Refusal(member: "clientTest", expected: "an object") }
    client = json["client"]?.stringValue
    isDriven = json["driven"]?.boolValue ?? false
    let seconds = json["patience"]?.intValue ?? (isDriven ? 60 : 180)
    guard (1...ClientTestOrder.longestPatience).contains(seconds) else {
      throw Refusal(member: "patience", expected: "seconds from 1 to \(ClientTestOrder.longestPatience)")
    }
    patience = .seconds(seconds)
    switch json["checks"] {
    case nil, "core"?: checks = ClientCheck.tested.filter(\.isCore)
    case "all"?: checks = ClientCheck.tested
    case let names?:
      guard let wanted = names.stringArray, !wanted.isEmpty else {
        throw Refusal(member: "checks", expected: "core, all, or a list of checks")
      }
      let known = Set(ClientCheck.tested.map(\.name))
      if let unknown = wanted.first(where: { !known.contains($0) }) {
        throw Refusal(
          member: "checks",
          expected: "names of checks, and not “\(PlainText.shown(String(unknown.prefix(scalars: 40))))”")
      }
      checks = ClientCheck.tested.filter { wanted.contains($0.name) }
    }
    resume = json["resume"].flatMap { $0 == .null ? nil : $0 }
    if let resume, resume["kind"] != "client-test" || resume["verdicts"]?.arrayValue == nil {
      throw Refusal(member: "resume", expected: "the report of an earlier test of a client")
    }
    self.json = json.setting("resume", nil)
  }

  /// By group, as tests go: what leaves most of a client's state alone comes first.
  var active: [ClientCheck] {
    ClientCheck.Group.allCases.flatMap { group in checks.filter { $0.trial != nil && $0.group == group } }
  }

  var passive: [ClientCheck] { checks.filter { $0.kind == .passive } }
}

/// What the program that started the test has said, kept until the test looks.
final class ClientTestInbox: Sendable {
  private struct State {
    var acted: [Int: Int] = [:]
    var answers: [Int: ClientTestAnswer] = [:]
    var isStopped = false
  }

  private let state = Mutex(State())

  var isStopped: Bool { state.withLock { $0.isStopped } }
  /// The status with which the action ended; `nil`: it has not.
  func status(of action: Int) -> Int? { state.withLock { $0.acted[action] } }
  /// `nil`: there is none yet.
  func answer(to question: Int) -> ClientTestAnswer? { state.withLock { $0.answers[question] } }
  func stop() { state.withLock { $0.isStopped = true } }

  /// Unknown messages are ignored.
  func receive(_ message: JSON) {
    switch message["type"] {
    case "acted"?:
      guard let number = message["number"]?.intValue, let status = message["status"]?.intValue else { return }
      state.withLock { $0.acted[number] = status }
    case "answer"?:
      guard let number = message["number"]?.intValue,
        let answer = message["answer"]?.stringValue.flatMap(ClientTestAnswer.init)
      else { return }
      state.withLock { $0.answers[number] = answer }
    case "stop"?: stop()
    default: break
    }
  }
}
