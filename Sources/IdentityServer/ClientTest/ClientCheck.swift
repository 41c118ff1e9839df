/// One thing that a client has to do right, as `ClientChecks/checks.json` describes it.
///
/// The texts are English: they name members of messages and standards, and scripts read them, too.
struct ClientCheck: Hashable, Sendable {
  /// What the verdict takes: looking on, a spoiled answer, or a person, without whom nothing can be said.
  enum Kind: String, Sendable { case passive, active, person }

  /// How strongly the source demands it.
  enum Level: String, Sendable { case must, should, may }

  /// In the order of a test.
  enum Group: String, CaseIterable, Sendable {
    case baseline, authorization, redirect, token
    case idToken = "id-token"
    case api, refresh, ended
    case signOut = "sign-out"
    case keys, registration, discovery, tls
  }

  /// To which clients the check applies: ``ClientHistory/reason(against:)`` says what each takes.
  enum Condition: String, Sendable {
    case dynamic, native, openid, refresh, dpop, assertion, pushed, bearer, secret, basic, state, nonce, pkce, resource
    case maxAge = "max-age"
    case promptNone = "prompt-none"
    case metadata
    case keySet = "key-set"
    case resourceMetadata = "resource-metadata"
  }

  /// Which of the logins of a client that registers itself.
  enum Leg: Sendable { case own, registration }

  /// Without the suffix of the leg.
  let id: String
  let leg: Leg
  let group: Group
  let kind: Kind
  let level: Level
  /// Whether what is seen of a careless client has no other explanation. Otherwise the verdict is a warning at most.
  let isCertain: Bool
  /// All must be true.
  let conditions: [Condition]
  /// What to do if nothing was seen.
  let help: String
  /// Whether it belongs to the short run.
  let isCore: Bool
  /// Of a check that only looks on; of the others their ``trial`` says everything.
  let judgement: any ClientHistory.Judgement
  /// Of all that do not only look on.
  let trial: Trial?
  /// What a person is asked; `nil`: the requests say everything.
  let question: PersonQuestion?
  /// What a verdict repeats of the list.
  let description: JSON

  private static let described = ["id", "about", "group", "kind", "level", "source", "how", "careful", "careless"]

  /// As lists and scripts name it.
  var name: String { id + (leg == .own ? "" : RegistrationLeg.suffix) }

  /// In the order in which they are shown.
  static let all: [ClientCheck] = ClientCheckList.rows.compactMap(ClientCheck.init)
  /// The same, and those that a test repeats in the login that registers the client.
  static let tested = all + RegistrationLeg.rows(of: ClientCheckList.rows).compactMap(ClientCheck.init)

  /// `nil` if a member is missing or unknown.
  private init?(_ json: JSON) {
    func text(_ name: String) -> String? { json[name]?.stringValue }
    guard let name = text("id"), let group = text("group").flatMap(Group.init), let help = text("help"),
      let kind = text("kind").flatMap(Kind.init), let level = text("level").flatMap(Level.init),
      let names = json["when"]?.stringArray,
      ClientCheck.described.allSatisfy({ text($0) != nil || $0 == "source" })
    else { return nil }
    let own = name.without(suffix: RegistrationLeg.suffix)
    (id, leg) = (own.map(String.init) ?? name, own == nil ? .own : .registration)
    conditions = names.compactMap(Condition.init)
    (self.group, self.kind, self.level, self.help) = (group, kind, level, help)
    let judgement = ClientHistory.judgements[id]
    self.judgement = judgement ?? \.isNotRun
    trial = json["trial"].flatMap(Trial.init)
    question = json["question"].flatMap(PersonQuestion.init)
    isCore = json["core"]?.boolValue ?? (kind == .passive)
    isCertain = json["certain"]?.boolValue ?? true
    description = .object(ClientCheck.described.map { .init($0, json[$0] ?? .null) })
    let isPassive = kind == .passive
    guard conditions.count == names.count, (trial == nil) == isPassive, (judgement != nil) == isPassive,
      (question == nil) == (json["question"] == nil), question != nil || kind != .person
    else { return nil }
  }
}
