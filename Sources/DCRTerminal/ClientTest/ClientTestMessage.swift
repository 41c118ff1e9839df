import CheckRuns

/// What the server's program says during a client test: one JSON object a line.
enum ClientTestMessage: Hashable {
  struct Act: Hashable {
    var number: Int
    /// `nil`: for the baseline.
    var check: String?
    var action: ClientTestStep
    /// For a person.
    var text: String
  }

  struct Question: Hashable {
    var number: Int
    /// `nil`: of no check in particular.
    var check: String?
    var text: String
    /// To be opened; `nil`: the question needs none.
    var link: String?
  }

  case ready(JSON)
  case plan([String])
  case act(Act)
  /// The request for this action, or the question, is over.
  case doneActing(Int)
  case ask(Question)
  case began(String)
  case baseline(JSON)
  case note(String)
  case verdict(CheckedVerdict)
  case report(CheckRun)

  /// `nil`: a message that this version does not know, or one that lacks a member.
  init?(_ json: JSON) {
    guard let message = ClientTestMessage.read(json) else { return nil }
    self = message
  }

  private static func read(_ json: JSON) -> ClientTestMessage? {
    let number = json["number"]?.intValue
    let (check, text) = (json["check"]?.stringValue, json["text"]?.stringValue)
    switch json["type"]?.stringValue {
    case "ready": return .ready(json)
    case "plan": return (json["checks"]?.stringArray).map(plan)
    case "act":
      guard let number, let text, let action = json["action"]?.stringValue.flatMap(ClientTestStep.init) else {
        return nil
      }
      return .act(Act(number: number, check: check, action: action, text: text))
    case "done-acting": return number.map(doneActing)
    case "ask":
      guard let number, let text else { return nil }
      return .ask(Question(number: number, check: check, text: text, link: json["link"]?.stringValue))
    case "began": return check.map(began)
    case "baseline": return .baseline(json["facts"] ?? .object([]))
    case "note": return text.map(note)
    case "verdict":
      return json["check"].flatMap { try? ClientTestMessage.verdict(CheckedVerdict(DocumentMembers($0, at: []))) }
    case "report": return json["run"].flatMap { try? ClientTestMessage.report(CheckRun($0)) }
    default: return nil
    }
  }
}

/// What the app's program says to it.
enum ClientTestReply: Hashable {
  /// A person was asked, or the drive command was started.
  case acting(Int)
  /// The action is over. ``cannot``: the client has no such action.
  case acted(Int, status: Int32)
  case answer(Int, ClientTestAnswer)
  case stop

  /// The exit status with which a drive command says that the client cannot do an action.
  static let cannot: Int32 = 64

  var json: JSON {
    switch self {
    case .acting(let number): ["type": "acting", "number": .number("\(number)")]
    case .acted(let number, let status):
      ["type": "acted", "number": .number("\(number)"), "status": .number("\(status)")]
    case .answer(let number, let answer):
      ["type": "answer", "number": .number("\(number)"), "answer": .string(answer.rawValue)]
    case .stop: ["type": "stop"]
    }
  }
}
