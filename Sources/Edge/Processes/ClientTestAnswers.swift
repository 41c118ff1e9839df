import Workshop

extension ClientTestNews {
  /// A line in which a server that this program started says how a test of a client goes; `nil`: it is another line.
  package init?(_ object: JSON) {
    guard object["event"] == "client-test", let client = object["client"]?.stringValue else { return nil }
    let verdicts = (object["verdicts"]?.arrayValue ?? []).compactMap(Verdict.init)
    self.init(
      client, Stage(object) ?? .watching, done: object["done"]?.intValue ?? 0,
      planned: object["planned"]?.intValue ?? 0, verdicts: verdicts)
  }
}

extension ClientTestNews.Stage {
  fileprivate init?(_ object: JSON) {
    if let code = object["problem"]?.stringValue {
      self = .refused(code)
      return
    }
    let number = object["number"]?.intValue ?? 0
    switch object["stage"]?.stringValue {
    case "acting":
      let names = (object["first"]?.stringArray ?? []) + [object["action"]?.stringValue ?? ""]
      self = .acting(
        number: number, names.compactMap(ClientTestStep.init), seconds: object["seconds"]?.intValue ?? 0)
    case "asking": self = .asking(number: number, object["text"]?.stringValue ?? "", link: object["link"]?.stringValue)
    case "waiting": self = .waiting
    case "ended": self = .ended
    case "stopped": self = .stopped
    default: return nil
    }
  }
}

extension ClientTestNews.Verdict {
  fileprivate init?(_ verdict: JSON) {
    guard let id = verdict["id"]?.stringValue, let about = verdict["about"]?.stringValue,
      let outcome = verdict["verdict"]?.stringValue.flatMap(CheckOutcome.init)
    else { return nil }
    self.init(id, about, outcome, verdict["evidence"]?.stringValue ?? "")
  }
}
