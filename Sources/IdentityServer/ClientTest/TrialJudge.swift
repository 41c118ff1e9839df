/// The verdict of an active check: a pure function of what happened (``TrialRecord``).
///
/// Silence alone never passes. It counts only if the baseline has shown what is missing now, the wrong answer was sent, and the client has
/// signed in since. Careless is what comes back, however late.
extension TrialRecord {
  /// - Returns: `nil`: a control login has to tell.
  var verdict: CheckVerdict? { finding.map { CheckVerdict(check, $0, answer: answer) } }

  typealias Judgement = KeyPath<TrialRecord, Finding?> & Sendable

  /// By the names in `ClientChecks/checks.json`.
  static let judgements: [String: any Judgement] = [
    "marked": \.leavesWhatIsMarked, "continues": \.goesOn, "bounded": \.repeatsLittle,
    "leaves-profile": \.leavesTheLogin, "asks-nobody": \.asksNobody, "refuses-certificate": \.refusesTheCertificate,
    "keeps-s256": \.keepsS256, "pushes-only": \.pushesOnly, "leaves-registration": \.leavesTheRegistration,
    "obeys-registration": \.obeysTheRegistration, "ends-with-secret": \.endsWithItsSecret, "falls-back": \.fallsBack,
    "keeps-refresh-token": \.keepsItsRefreshToken, "takes-new-refresh-token": \.takesTheNewRefreshToken,
    "tries-again": \.triesAgain, "refreshes-once": \.refreshesOnce, "takes-nonce": \.takesTheNonce,
    "uses-no-token": \.usesNoToken, "leaves-link": \.leavesTheLink, "person": \.isForAPerson,
    "avoids-trap": \.avoidsTheTrap, "encodes-secret": \.encodesItsSecret,
    "takes-new-credentials": \.takesTheNewCredentials, "leaves-api": \.leavesTheAPI,
    "ends-hanging": \.endsTheHangingRequest, "redeems-once": \.redeemsOnce, "keeps-apart": \.keepsLoginsApart,
  ]

  /// Of the requests alone.
  /// - Returns: `nil`: a control login has to tell.
  var finding: Finding? {
    guard showedNeeded else {
      return Finding(
        .unseen, TrialRecord.missing[trial.needs] ?? "The baseline did not show what would be missing now.")
    }
    // Of a wrong certificate there is no exchange.
    let isSpoiled = trial.rules.allSatisfy(\.spoilsCertificate) || !spoiled.isEmpty
    return isSpoiled ? self[keyPath: trial.judgement] : TrialRecord.undelivered
  }

  /// What the client would have to do while nothing is wrong, by ``Trial/needs``.
  private static let missing: [Set<SeenExchange.Kind>: StaticString] = [
    [.userInfo, .api, .introspection]: "In the baseline it did not use its access token, so that silence says nothing.",
    [.userInfo, .api, .introspection, .refresh]:
      "In the baseline it neither used its access token nor refreshed, so that silence says nothing.",
    [.api, .introspection, .refresh]:
      "In the baseline it neither called the API nor refreshed, so that silence says nothing.",
    [.userInfo]: "In the baseline it did not ask for userinfo.",
    [.refresh]: "In the baseline it did not refresh.",
    [.management]: "In the baseline it did not read or change its registration.",
  ]

  /// The verdict on a client that has not done wrong, but perhaps nothing at all.
  func silence(_ sentence: StaticString, _ exchanges: [SeenExchange]) -> Finding? {
    omission(
      showedNeededTwice
        ? Finding(.careful, sentence, exchanges)
        : Finding(.unseen, "The baseline showed only once what is missing now: that may be chance.", exchanges),
      exchanges)
  }

  /// The same, unless it has sent this after the wrong answer.
  func silence(_ sentence: StaticString, unless sent: [SeenExchange], _ careless: StaticString) -> Finding? {
    sent.isEmpty ? silence(sentence, spoiled) : Finding(.careless, careless, spoiled + sent)
  }

  /// The verdict on a client that has not done right, but perhaps nothing at all.
  func omission(_ careless: StaticString, _ exchanges: [SeenExchange]) -> Finding? {
    omission(Finding(.careless, careless, exchanges), exchanges)
  }

  /// - Parameter finding: if the client has signed in since.
  func omission(_ finding: Finding, _ exchanges: [SeenExchange]) -> Finding? {
    switch control {
    case .notYet: nil
    case .worked: finding
    case .failed: Finding(.unseen, "The login afterwards did not succeed, so that silence says nothing.", exchanges)
    }
  }

  static let undelivered = Finding(.unseen, "The client did not get the wrong answer: it did not ask for it.")

  /// Nothing that the wrong answer gave comes back.
  private var leavesWhatIsMarked: Finding? {
    let marks = Set(spoiled.flatMap(\.marks))
    guard let first = spoiled.first, !marks.isEmpty else { return TrialRecord.undelivered }
    let uses = uses(of: marks, after: first)
    if !uses.isEmpty, !isDriven,
      uses.allSatisfy({ $0.kind == .userInfo && $0.begun < first.passage.time + TrialRecord.parallel })
    {
      return Finding(
        .doubtful, "It asked for the profile at once, perhaps beside its validation. Was the user signed in?",
        spoiled + uses)
    }
    return silence(
      "It used nothing of the wrong answer, and signed in afterwards.", unless: uses,
      "It used what the wrong answer gave.")
  }

  /// Seconds within which a request is sent beside the validation rather than after it.
  private static let parallel: TimeInterval = 0.05

  /// What the answer gave is used as usual.
  var goesOn: Finding? {
    // Without a fault, the answers are right and only unusual.
    let answers = trial.rules.isEmpty ? during.filter { $0.kind == .code && $0.isAccepted } : spoiled
    guard let first = answers.first else { return TrialRecord.undelivered }
    let later = uses(of: Set(answers.flatMap(\.marks)), after: first)
    let expected = later.filter { trial.needs.contains($0.kind) }
    guard expected.isEmpty else { return Finding(.careful, "It went on as usual.", answers + expected) }
    // A client that renews its access token before it uses one never shows whether it would have taken that of the answer.
    let refreshes = later.filter { $0.kind == .refresh && $0.isAccepted }
    guard refreshes.isEmpty else {
      return Finding(.unseen, "It refreshed before it used the token, so that nothing tells.", answers + refreshes)
    }
    guard trial.operation == .rotateKeys else {
      return omission("It did not go on, although it does with the usual answer.", answers)
    }
    return switch control {
    case .notYet: nil
    // What was changed is still so: the client has found its way at the second login.
    case .worked: Finding(.doubtful, "It went on only at the login after that.", answers)
    case .failed: Finding(.careless, "It did not go on, nor at the login after that.", answers)
    }
  }

  /// After a profile of another user, the client must not use the tokens of this login any more.
  private var leavesTheLogin: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let presented = Set(spoiled.flatMap(\.presentedMarks))
    let ofLogin = exchanges.map(\.marks).filter { !$0.isDisjoint(with: presented) }
    let uses = uses(of: ofLogin.reduce(presented) { $0.union($1) }, after: first)
    return silence(
      "It used no token of that login afterwards.", unless: uses.filter { trial.needs.contains($0.kind) },
      "It used a token of that login after somebody else's profile.")
  }

  // MARK: Repeats

  /// Whether the client has had the wrong answer and is now to leave it at that: what the test asked for would look like its own repetition.
  var isToBeLeftAlone: Bool { trial.judgement == \.repeatsLittle && !spoiled.isEmpty }

  /// Of what was refused or lost the same comes again at most so often, and the client does not ask the user again and again by itself.
  private var repeatsLittle: Finding? {
    let refused = trial.rules.isEmpty ? during.filter(isDead) : spoiled
    guard let first = refused.first else { return TrialRecord.undelivered }
    let repeats = refused.map(alike).max { $0.count < $1.count } ?? []
    guard repeats.count <= trial.limit else {
      return Finding(.careless, "It repeated what was refused or lost again and again.", refused + repeats)
    }
    let authorizations = during(after: first, [.authorization]).filter { !$0.request.isPrefetch }
    guard authorizations.count <= max(trial.limit, TrialRecord.mostLogins) else {
      return Finding(.careless, "It began one login after another.", refused + authorizations)
    }
    return silence("It did not repeat what was refused or lost again and again, and signed in afterwards.", refused)
  }

  /// The later requests that try the same before they may (RFC 9110 §10.2.3).
  private func alike(_ refused: SeenExchange) -> [SeenExchange] {
    let keys = refused.presentedMarks
    let pause = refused.passage.response.headers[first: "Retry-After"].flatMap { TimeInterval($0) }
    let end = pause.map { refused.passage.time + $0 } ?? .distantFuture
    return during.filter { later in
      guard later.number > refused.number, later.begun < end else { return false }
      switch refused.kind {
      // A page ends in a redirect, so its repetition is a new authorization request. One that asks the user is none of one that did not.
      case .page, .authorization:
        return later.kind == .authorization && !later.request.isPrefetch
          && (exchanges.showNoUser(later.parameters) || !exchanges.showNoUser(refused.parameters))
      // Each try may have another initial access token.
      case .registration: return later.kind == .registration
      default: return later.kind == refused.kind && (keys.isEmpty || !later.allPresented.isDisjoint(with: keys))
      }
    }
  }

  /// Logins by itself while the server refuses.
  private static let mostLogins = 3

  /// A refusal of the client's tokens, after they were ended.
  private func isDead(_ exchange: SeenExchange) -> Bool {
    exchange.kind == .introspection
      ? exchange.answer["active"] == false
      : [.userInfo, .api, .refresh].contains(exchange.kind) && !exchange.isAccepted
  }
}
