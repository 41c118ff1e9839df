import Faults

/// How an active check makes a client show what it does: what the server does wrong or otherwise, what the client is to do meanwhile, and
/// how its requests are judged. The `trial` of a check in `ClientChecks/checks.json`.
struct Trial: Hashable, Sendable {
  /// What the server does besides faults.
  enum Operation: String, CaseIterable, Sendable {
    /// A new key signs from now on.
    case rotateKeys = "rotate-keys"
    /// The grants of the client end, with their tokens.
    case revokeGrants = "revoke-grants"
    /// A person opens a redirect to the client that answers no request.
    case openLink = "open-link"
  }

  let rules: [FaultRule]
  /// Spoils the answer of the only rule's endpoint, in place of that rule.
  let crafted: Crafted?
  /// The port that the wrong answer leads to; `nil`: it leads to none.
  let trap: Trap.Scheme?
  /// How the answers to logins reach the client.
  let delivery: AnswerDelivery?
  let operation: Operation?
  /// Done before the server does anything wrong.
  let before: [ClientTestStep]
  let actions: [ClientTestStep]
  /// Done afterwards, unless the check has passed: what the client keeps may be of no use to it.
  let after: [ClientTestStep]
  /// How the requests are judged.
  let judgement: any TrialRecord.Judgement
  /// Kinds of requests of which the baseline must have shown one: without any, silence would be no sign.
  let needs: Set<SeenExchange.Kind>
  /// How often a request may be repeated.
  let limit: Int
  /// Seconds for which the client is watched at least.
  let wait: Double

  /// `nil`: a member is missing or unknown, or no rule is one that a server can commit.
  init?(_ json: JSON) {
    var isKnown = true
    func value<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
      let value = json[name]?.stringValue.flatMap(read)
      if value == nil, json[name] != nil { isKnown = false }
      return value
    }
    func values<Value: RawRepresentable<String>>(_ name: String) -> [Value] {
      let names = json[name]?.stringArray ?? []
      let values = names.compactMap(Value.init)
      if values.count != names.count { isKnown = false }
      return values
    }
    guard let judgement = value("judgement", { TrialRecord.judgements[$0] }) else { return nil }
    self.judgement = judgement
    (before, actions, after) = (values("before"), values("actions"), values("after"))
    needs = Set(values("needs"))
    operation = value("operation", Operation.init)
    delivery = value("delivery", AnswerDelivery.init)
    crafted = value("crafted", Crafted.init)
    trap = value("trap", Trap.Scheme.init)
    if let delivery {
      rules = [FaultRule(.authorize, .redirect(.missingCode), delivery.times)]
    } else if let crafted {
      rules = [crafted.rule]
    } else if let faults = json["faults"] {
      let file: JSON = ["version": 1, "faults": faults]
      let plan = try? FaultFile.read(Array(file.compact.utf8), name: "checks.json")
      rules = plan?.rules ?? []
      if plan?.isPossibleAtServer != true { isKnown = false }
    } else {
      rules = []
    }
    limit = json["limit"]?.intValue ?? 1
    wait = json["wait"]?.doubleValue ?? 0
    guard isKnown, actions.isEmpty == (operation == .openLink) else { return nil }
  }

  /// Whether the wrong answer is one of the management of a registration (RFC 7592).
  var isAboutManagement: Bool { crafted == .answer(.newCredentials) }

  /// The faults for this client, to be set at the server. Requests for the metadata name no client, and a registration has none yet, so
  /// faults of those affect every client, or every client at an address.
  /// - Parameter trap: where the wrong answer leads to, if it leads to a trap.
  func faults(
    for target: FaultTarget, nameless: FaultTarget = .everybody, name: String, trap: Trap? = nil
  ) -> [ServerFault] {
    rules.map { trap?.named(in: $0) ?? $0 }.enumerated().map { place, rule in
      ServerFault(
        testing: place, rule, crafted: crafted, delivery: delivery, name: name,
        for: rule.isNameless ? nameless : target)
    }
  }

  /// Whether it changes something for clients that are not tested: no other test may be under way meanwhile.
  var concernsOthers: Bool {
    operation == .rotateKeys || delivery != nil || trap != nil || rules.contains(where: \.isNameless)
  }
}

extension FaultRule {
  /// Whether the server cannot know whose the exchange is.
  fileprivate var isNameless: Bool {
    [.metadata, .jwks, .registration].contains(endpoint) || spoilsCertificate
  }
}
