import Faults
import SharedValues

/// How an active check makes a client show what it does: what the server does wrong or otherwise, what the client is to do meanwhile, and
/// how its requests are judged. The `trial` of a check in `ClientChecks/checks.json`.
struct Trial: Hashable, Sendable {
  /// What a client is asked to do: the values of `DCR_ACTION`.
  enum Action: String, CaseIterable, Sendable { case login, use, refresh, logout, restart, forget }

  /// What the server does besides faults.
  enum Operation: String, CaseIterable, Sendable {
    /// A new key signs from now on.
    case rotateKeys = "rotate-keys"
    /// The grants of the client end, with their tokens.
    case revokeGrants = "revoke-grants"
    /// A person opens a redirect to the client that answers no request.
    case openLink = "open-link"
  }

  /// How the requests are judged (``TrialRecord``).
  enum Judgement: String, CaseIterable, Sendable {
    /// Nothing that the wrong answer gave comes back.
    case marked
    /// What the answer gave is used as usual.
    case continues
    /// What was refused or lost is repeated at most ``Trial/limit`` times.
    case bounded
    /// Nothing of the login is used after somebody else's profile.
    case leavesProfile = "leaves-profile"
    /// Nothing is sent to endpoints while the metadata are wrong.
    case asksNobody = "asks-nobody"
    /// Nothing is sent over a connection with a wrong certificate.
    case refusesCertificate = "refuses-certificate"
    case keepsS256 = "keeps-s256"
    /// No authorization request goes without the push that was refused.
    case pushesOnly = "pushes-only"
    /// No authorization request has the client id of the wrong registration.
    case leavesRegistration = "leaves-registration"
    /// The client authenticates as the answer to its registration says.
    case obeysRegistration = "obeys-registration"
    /// At most one request authenticates with a secret that has expired.
    case endsWithSecret = "ends-with-secret"
    /// The user is asked once after a silent login was refused.
    case fallsBack = "falls-back"
    /// The refresh token of the answer before is used, because none came.
    case keepsRefreshToken = "keeps-refresh-token"
    case takesNewRefreshToken = "takes-new-refresh-token"
    /// The same refresh token is tried again later.
    case triesAgain = "tries-again"
    /// One refresh token is not sent twice.
    case refreshesOnce = "refreshes-once"
    case takesNonce = "takes-nonce"
    /// No token is used after the sign-out.
    case usesNoToken = "uses-no-token"
    /// The code of a link that answers no request is not redeemed.
    case leavesLink = "leaves-link"
    /// Only a person sees what the client does.
    case person
    /// Nothing that is secret arrives at the trap.
    case avoidsTrap = "avoids-trap"
    /// A secret with characters of its own is form-encoded.
    case encodesSecret = "encodes-secret"
    /// What the management of a registration has replaced is not used any more.
    case takesNewCredentials = "takes-new-credentials"
    /// No login and no new token for the API while its metadata are wrong.
    case leavesAPI = "leaves-api"
    /// The request that gets no answer is ended.
    case endsHanging = "ends-hanging"
    /// The code of an answer that comes twice is redeemed once.
    case redeemsOnce = "redeems-once"
    /// The answer to an earlier login leaves the later one alone.
    case keepsApart = "keeps-apart"
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
  let before: [Action]
  let actions: [Action]
  /// Done afterwards, unless the check has passed: what the client keeps may be of no use to it.
  let after: [Action]
  let judgement: Judgement
  /// Kinds of requests of which the baseline must have shown one: without any, silence would be no sign.
  let needs: Set<SeenExchange.Kind>
  /// How often a request may be repeated.
  let limit: Int
  /// Seconds for which the client is watched at least.
  let wait: Double

  /// `nil`: a member is missing or unknown, or no rule is one that a server can commit.
  init?(_ json: JSON) {
    func values<Value: RawRepresentable<String>>(_ name: String, _: Value.Type) -> [Value]? {
      let names = json[name].map { $0.stringArray } ?? []
      let values = names?.compactMap { Value(rawValue: $0) }
      return values?.count == names?.count ? values : nil
    }
    guard let judgement = json["judgement"]?.stringValue.flatMap(Judgement.init),
      let before = values("before", Action.self), let actions = values("actions", Action.self),
      let after = values("after", Action.self),
      let needs = values("needs", SeenExchange.Kind.self)
    else { return nil }
    if let name = json["operation"]?.stringValue {
      guard let known = Operation(rawValue: name) else { return nil }
      operation = known
    } else {
      operation = nil
    }
    guard actions.isEmpty == (operation == .openLink) else { return nil }
    if let member = json["delivery"] {
      guard let known = member.stringValue.flatMap(AnswerDelivery.init) else { return nil }
      delivery = known
    } else {
      delivery = nil
    }
    if let delivery {
      (crafted, rules) = (nil, [FaultRule(.authorize, .redirect(.missingCode), delivery.times)])
    } else if let member = json["crafted"] {
      guard let known = member.stringValue.flatMap(Crafted.init) else { return nil }
      (crafted, rules) = (known, [known.rule])
    } else if let faults = json["faults"] {
      let file: JSON = ["version": 1, "faults": faults]
      guard let plan = try? FaultFile.read(Array(file.compact.utf8), name: "checks.json"),
        plan.rules.allSatisfy(\.isPossibleAtServer)
      else { return nil }
      (crafted, rules) = (nil, plan.rules)
    } else {
      (crafted, rules) = (nil, [])
    }
    if let member = json["trap"] {
      guard let scheme = member.stringValue.flatMap(Trap.Scheme.init) else { return nil }
      trap = scheme
    } else {
      trap = nil
    }
    (self.judgement, self.before, self.actions, self.needs) = (judgement, before, actions, Set(needs))
    self.after = after
    limit = json["limit"]?.intValue ?? 1
    wait = json["wait"]?.doubleValue ?? 0
  }

  /// Whether the wrong answer is one of the management of a registration (RFC 7592).
  var isAboutManagement: Bool { crafted == .answer(.newCredentials) }

  /// The faults for this client, to be set at the server. Requests for the metadata name nobody, and a registration names no client yet, so
  /// those meet everybody, or everybody at an address.
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
