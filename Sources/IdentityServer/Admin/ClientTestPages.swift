/// What a client does right, as far as its kept exchanges show it (``ClientReport``), for the administrator.
extension Provider {
  @Sendable func clientTestPage(_ visit: AdministrationVisit) async throws -> ServerResponse {
    let client = try testedClient(visit.request)
    let report = trace.report(on: client, addresses)
    let counts = CheckOutcome.counted.map { "\(pages.say($0.text)): \(report.count($0))" }
    var values: [String: Any] = [
      "id": client.id, "exchangesLink": AdministrationFrame.exchanges("client", client.id),
      "counts": counts.joined(separator: " · "), "source": AdministrationFrame.clientTest(client.id) + ".json",
      "checks": report.verdicts.map { verdictValues($0.json) },
    ]
    values.merge(testValues(client, visit)) { $1 }
    let name = client.shownName ?? client.id
    return administrationPage(.clients, pages.say(.clientTestTitle, ["name": name]), "client-test", values, visit)
  }

  /// The same for scripts.
  @Sendable func clientTestDocument(_ request: ServerRequest) async throws -> ServerResponse {
    do {
      return .json(trace.report(on: try testedClient(request), addresses).json, note: "client test")
    } catch let error as IdentityServerError {
      return .json(["error": .string(error.code.rawValue)], status: 404, note: error.code.rawValue)
    }
  }

  func verdictValues(_ verdict: JSON) -> [String: Any] {
    func text(_ name: String) -> String { verdict[name]?.stringValue ?? "" }
    let outcome = CheckOutcome(rawValue: text("verdict")) ?? .notSeen
    return [
      "id": text("id"), "about": text("about"), "source": text("source"), "verdict": pages.say(outcome.text),
      "verdictClass": outcome.style, "evidence": text("evidence"), "careful": text("careful"),
      "isAgainst": [.failed, .warning, .needsPerson].contains(outcome),
      "exchanges": (verdict["exchanges"]?.arrayValue ?? []).compactMap(\.intValue).map { number in
        ["number": String(number), "link": AdministrationFrame.link(.exchanges, String(number))]
      },
    ]
  }

  /// Registered or configured. A template signs in nowhere.
  func testedClient(_ request: ServerRequest) throws -> Client {
    let id = request.pathValues[0]
    guard let client = try store.client(id), client.kind != .template else {
      throw IdentityServerError(.unknownClient, id)
    }
    return client
  }
}

extension AdministrationFrame {
  static func clientTest(_ id: String) -> String { link(.clients, id) + "/test" }
}

extension CheckOutcome {
  var text: AdministrationText {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .warning: .warning
    case .notSeen: .notSeen
    case .notApplicable: .notApplicable
    case .needsPerson: .needsPerson
    }
  }

  fileprivate var style: String {
    switch self {
    case .passed: "live"
    case .failed: "dead"
    case .warning, .notSeen, .notApplicable, .needsPerson: "odd"
    }
  }
}
