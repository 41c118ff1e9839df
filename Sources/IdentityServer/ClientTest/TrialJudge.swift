import Foundation
import SharedValues

/// The verdict of an active check: a pure function of what happened (``TrialRecord``).
///
/// Silence alone never passes. It counts only if the baseline has shown what is missing now, the wrong answer was sent, and the client has
/// signed in since. Careless is what comes back, however late.
extension TrialRecord {
  /// - Returns: `nil`: a control login has to tell.
  var verdict: CheckVerdict? { finding.map { CheckVerdict(check, $0, answer: answer) } }

  /// Of the requests alone.
  /// - Returns: `nil`: a control login has to tell.
  var finding: Finding? {
    guard showedNeeded else {
      return Finding(.unseen, "The baseline did not show the requests whose absence would be a sign.")
    }
    return switch trial.judgement {
    case .marked: leavesWhatIsMarked
    case .continues: goesOn
    case .bounded: repeatsLittle
    case .leavesProfile: leavesTheLogin
    case .asksNobody: asksNobody
    case .refusesCertificate: refusesTheCertificate
    case .obeysRegistration: obeysTheRegistration
    case .endsWithSecret: endsWithItsSecret
    case .fallsBack: fallsBack
    case .keepsS256: keepsS256
    case .pushesOnly: pushesOnly
    case .leavesRegistration: leavesTheRegistration
    case .keepsRefreshToken: keepsItsRefreshToken
    case .takesNewRefreshToken: takesTheNewRefreshToken
    case .triesAgain: triesAgain
    case .refreshesOnce: refreshesOnce
    case .takesNonce: takesTheNonce
    case .usesNoToken: usesNoToken
    case .leavesLink: leavesTheLink
    case .person: isForAPerson
    case .avoidsTrap: avoidsTheTrap
    case .encodesSecret: encodesItsSecret
    case .takesNewCredentials: takesTheNewCredentials
    case .leavesAPI: leavesTheAPI
    case .endsHanging: endsTheHangingRequest
    case .redeemsOnce: redeemsOnce
    case .keepsApart: keepsLoginsApart
    }
  }

  /// The verdict on a client that has not done wrong, but perhaps nothing at all.
  func silence(_ sentence: StaticString, _ exchanges: [SeenExchange]) -> Finding? {
    switch control {
    case .notYet: nil
    case .worked:
      showedNeededTwice
        ? Finding(.careful, sentence, exchanges)
        : Finding(.unseen, "The baseline showed only once what is missing now: that may be chance.", exchanges)
    case .failed: Finding(.unseen, "The login afterwards did not succeed, so that silence says nothing.", exchanges)
    }
  }

  static let undelivered = Finding(.unseen, "The client did not get the wrong answer: it did not ask for it.")

  private var leavesWhatIsMarked: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let marks = spoiled.reduce(into: Set()) { $0.formUnion($1.marks) }
    guard !marks.isEmpty else { return TrialRecord.undelivered }
    let uses = uses(of: marks, after: first)
    guard !uses.isEmpty else {
      return silence("It used nothing of the wrong answer, and signed in afterwards.", spoiled)
    }
    if !isDriven, uses.allSatisfy({ $0.kind == .userInfo && $0.begun < first.passage.time + TrialRecord.parallel }) {
      return Finding(
        .doubtful, "It asked for the profile at once, perhaps beside its validation. Was the user signed in?",
        spoiled + uses)
    }
    return Finding(.careless, "It used what the wrong answer gave.", spoiled + uses)
  }

  /// Seconds within which a request is sent beside the validation rather than after it.
  private static let parallel: TimeInterval = 0.05

  private var goesOn: Finding? {
    // Without a fault, the answers are right and only unusual.
    let answers = trial.rules.isEmpty ? during.filter { $0.kind == .code && $0.isAccepted } : spoiled
    guard let first = answers.first else { return TrialRecord.undelivered }
    let marks = answers.reduce(into: Set()) { $0.formUnion($1.marks) }
    let uses = uses(of: marks, after: first).filter { trial.needs.contains($0.kind) }
    guard uses.isEmpty else { return Finding(.careful, "It went on as usual.", answers + uses) }
    switch (control, trial.operation) {
    case (.notYet, _): return nil
    // What was changed is still so: the client has found its way at the second login.
    case (.worked, .rotateKeys): return Finding(.doubtful, "It went on only at the login after that.", answers)
    case (.failed, .rotateKeys): return Finding(.careless, "It did not go on, nor at the login after that.", answers)
    case (.worked, _): return Finding(.careless, "It did not go on, although it does with the usual answer.", answers)
    case (.failed, _):
      return Finding(.unseen, "The login afterwards did not succeed either, so that silence says nothing.", answers)
    }
  }

  private var leavesTheLogin: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let presented = spoiled.reduce(into: Set()) { $0.formUnion($1.presentedMarks) }
    let marks = exchanges.filter { !$0.marks.isDisjoint(with: presented) }.reduce(into: presented) {
      $0.formUnion($1.marks)
    }
    let uses = uses(of: marks, after: first).filter { trial.needs.contains($0.kind) }
    return uses.isEmpty
      ? silence("It used no token of that login afterwards.", spoiled)
      : Finding(.careless, "It used a token of that login after somebody else's profile.", spoiled + uses)
  }

  // MARK: Repeats

  /// Of what was refused or lost the same comes again at most so often, and the client does not ask the user again and again by itself.
  private var repeatsLittle: Finding? {
    let refused = trial.rules.isEmpty ? during.filter(isDead) : spoiled
    guard let first = refused.first else { return TrialRecord.undelivered }
    let repeats = refused.map(alike).max { $0.count < $1.count } ?? []
    guard repeats.count <= trial.limit else {
      return Finding(.careless, "It repeated what was refused or lost again and again.", refused + repeats)
    }
    let authorizations = during(after: first, .authorization)
    guard authorizations.count <= max(trial.limit, TrialRecord.mostLogins) else {
      return Finding(.careless, "It began one login after another.", refused + authorizations)
    }
    return silence("It did not repeat what was refused or lost again and again, and signed in afterwards.", refused)
  }

  /// The later requests that try the same.
  private func alike(_ refused: SeenExchange) -> [SeenExchange] {
    let keys = refused.presentedMarks
    return during.filter { later in
      guard later.number > refused.number else { return false }
      switch refused.kind {
      // Pages end in a redirect: what repeats them is another authorization request.
      case .page, .authorization: return later.kind == .authorization
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
    [.userInfo, .api, .refresh].contains(exchange.kind) && !exchange.isAccepted
  }
}
