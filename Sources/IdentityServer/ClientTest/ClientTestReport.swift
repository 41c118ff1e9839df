/// The report of a test, and how the verdicts of an earlier one are taken over.
extension ClientTestRun {
  /// What a later version may not be able to read gets another number.
  private static let format = 1
  /// More names than these say nothing more.
  private static let mostNames = 8

  func report(ended: Date?) -> JSON {
    let all = own(after: 0)
    let numbers = Set(verdicts.flatMap(\.exchanges)).sorted()
    let exchanges = numbers.compactMap { provider.trace.exchange($0)?.json }
    return [
      "format": .number(String(ClientTestRun.format)), "kind": "client-test",
      "dcr-terminal": .string(provider.configuration.version), "started": .string(started.formatted(.iso8601)),
      "ended": ended.map { .string($0.formatted(.iso8601)) } ?? .null, "subject": subject(all),
      "settings": order.json, "facts": baseline?.json ?? [:],
      "verdicts": .array(kept + verdicts.map(\.json)), "exchanges": .array(exchanges),
    ]
  }

  private func subject(_ all: [SeenExchange]) -> JSON {
    let id = tested.id(in: all)
    let client = client(id)
    // The browser's own requests say nothing about the client.
    let direct = all.filter { [.metadata, .registration, .push, .code, .refresh, .userInfo].contains($0.kind) }
    func names(_ value: (SeenExchange) -> String?) -> JSON {
      .strings(Array(Set(direct.compactMap(value)).sorted().prefix(ClientTestRun.mostNames)))
    }
    return [
      "client": id.map(JSON.string) ?? .null, "software": client?.templateID.map(JSON.string) ?? .null,
      "name": client?.shownName.map(JSON.string) ?? .null,
      "userAgents": names { Store.userAgent($0.request.headers[first: "User-Agent"]) },
      "addresses": names { $0.request.address },
    ]
  }

  // MARK: An earlier run

  /// Keeps the verdicts of an earlier run, if the client shows the same as then: another client begins anew. The numbers of their exchanges
  /// would mean others here.
  func resume(_ baseline: Baseline) {
    guard let run = order.resume else { return }
    guard ClientTestRun.character(of: run["facts"]) == ClientTestRun.character(of: baseline.json) else {
      say(["type": "note", "text": "The client shows something else than in the earlier run: every check runs again."])
      return
    }
    let known = Set(order.active.map(\.name))
    kept = (run["verdicts"]?.arrayValue ?? []).filter { verdict in
      guard let id = verdict["id"]?.stringValue, known.contains(id) else { return false }
      return verdict["verdict"]?.stringValue.flatMap(CheckOutcome.init) != nil
    }.map { $0.setting("exchanges", []) }
    for verdict in kept { say(["type": "verdict", "check": verdict]) }
  }

  /// The facts that say whether it is the same client. Whether it registered in this run does not count.
  private static func character(of facts: JSON?) -> [[String]] {
    [
      facts?["methods"]?.stringArray ?? [], facts?["impossible"]?.stringArray ?? [],
      (facts?["seen"]?.stringArray ?? []).filter { !["RG", "RM"].contains($0) },
    ]
  }

  func isKept(_ check: ClientCheck) -> Bool { kept.contains { $0["id"]?.stringValue == check.name } }
}
