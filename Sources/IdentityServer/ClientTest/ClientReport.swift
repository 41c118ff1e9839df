/// The verdicts on a client, and which endpoints it used. It holds no text of a message but the client's id.
struct ClientReport: Hashable, Sendable {
  let clientID: String
  /// How many requests of each kind are kept. A kind that is missing was not seen.
  let requests: [SeenExchange.Kind: Int]
  let verdicts: [CheckVerdict]

  init(_ history: ClientHistory) {
    clientID = history.client.id
    let kinds = history.own.map(\.kind).filter { ![.page, .other].contains($0) }
    requests = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    verdicts = history.verdicts
  }

  func count(_ outcome: CheckOutcome) -> Int { verdicts.count { $0.outcome == outcome } }

  /// For scripts. Later versions may add members.
  var json: JSON {
    let requests = SeenExchange.Kind.allCases.compactMap { kind in
      self.requests[kind].map { JSON.Member(kind.rawValue, .number(String($0))) }
    }
    let counts = CheckOutcome.counted.map { JSON.Member($0.rawValue, .number(String(count($0)))) }
    return [
      "client": .string(clientID), "requests": .object(requests), "counts": .object(counts),
      "checks": .array(verdicts.map(\.json)),
    ]
  }
}

extension CheckVerdict {
  var json: JSON {
    let all = check.description.setting("verdict", .string(outcome.rawValue)).setting("evidence", .string(evidence))
      .setting("exchanges", .array(exchanges.map { .number(String($0)) }))
    guard let answer, let question = check.question else { return all }
    return all.setting("person", question.json(answer))
  }
}
