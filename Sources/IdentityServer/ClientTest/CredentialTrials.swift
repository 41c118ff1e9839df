import SharedValues

/// Active checks of where a client's secrets go, and which ones it uses.
extension TrialRecord {
  /// What carries nothing is no harm: a browser or a proxy may look at an address.
  var avoidsTheTrap: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let arrived = exchanges.filter {
      $0.number > first.number && $0.kind == .trap && (!$0.accessTokens.isEmpty || !$0.request.body.isEmpty)
    }
    guard arrived.isEmpty else {
      return Finding(.careless, "It sent a secret to the wrong address.", spoiled + arrived)
    }
    // Only a login that was not begun shows that nothing was meant for an address that perhaps cannot be reached.
    let isUnclear = trial.trap == .https || !during(after: first, .authorization, .push).isEmpty
    let isElsewhere = spoiled.contains { IPAddress($0.request.address).map { !$0.isLoopback } ?? false }
    guard !isUnclear || !isElsewhere else {
      return Finding(
        .unseen, "The client is on another machine, and perhaps cannot reach the port of this check.", spoiled)
    }
    return silence("It sent nothing to the wrong address, and signed in afterwards.", spoiled)
  }

  /// The server decodes what arrives (RFC 6749 §2.3.1), so the right secret arrives only if it was encoded.
  var encodesItsSecret: Finding? {
    guard let registration = spoiled.last, let secret = registration.answer["client_secret"]?.stringValue else {
      return TrialRecord.undelivered
    }
    let names = spoiledClients
    let sent = during(after: registration, .push, .code, .refresh, .revocation).filter {
      $0.claimed.map(names.contains) ?? false
    }
    let found = Finding(of: sent) { exchange in
      guard let arrived = exchange.basicSecret else { return nil }
      return TrialRecord.areEqual(arrived, secret)
        ? (.careful, "The secret arrived as it was given.")
        : (.careless, "The secret arrived as another one: it was not form-encoded.")
    }
    guard found.kind == .unseen else { return found.and(spoiled) }
    return Finding(.unseen, "It did not authenticate with the secret of that registration.", spoiled)
  }

  var takesTheNewCredentials: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let token = first.answer["registration_access_token"]?.stringValue
    let secret = first.answer["client_secret"]?.stringValue
    let names = spoiledClients
    let sent = during(after: first, .management, .push, .code, .refresh, .revocation).filter {
      $0.claimed.map(names.contains) ?? false
    }
    let found = Finding(of: sent) { exchange in
      let isManagement = exchange.kind == .management
      let arrived = isManagement ? exchange.accessTokens.first : exchange.basicSecret ?? exchange.form["client_secret"]
      guard let arrived, !arrived.isEmpty, let new = isManagement ? token : secret else { return nil }
      return TrialRecord.areEqual(arrived, new)
        ? (.careful, "It went on with the new token or secret.")
        : (.careless, "It went on with a token or secret that had been replaced.")
    }
    guard found.kind == .unseen else { return found.and(spoiled) }
    return Finding(.unseen, "It used neither its token nor its secret afterwards.", spoiled)
  }

  /// Tokens that it has from before, and that another window may use, say nothing.
  var leavesTheAPI: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let wrong = Set(spoiled.map(\.number))
    let right = during(after: first, .metadata).first {
      !wrong.contains($0.number) && $0.isAccepted && SeenExchange.isOfAPI($0.request)
    }
    let later = during.filter { $0.number > first.number && $0.number < right?.number ?? .max }
    let given = later.filter { [.code, .refresh].contains($0.kind) }.reduce(into: Set()) { $0.formUnion($1.marks) }
    let gone = later.filter { exchange in
      switch exchange.kind {
      case .push, .authorization: true
      case .api: !exchange.presentedMarks.isDisjoint(with: given)
      default: false
      }
    }
    return gone.isEmpty
      ? silence("It asked for no login and sent no new token to the API, and signed in afterwards.", spoiled)
      : Finding(.careless, "It went on with an API whose metadata are another one's.", spoiled + gone)
  }

  /// Swift's `==` treats different encodings of one character as equal.
  private static func areEqual(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

  /// Whether a person need not do more for the check.
  var isDecided: Bool { comesLate && [.careful, .careless].contains(finding?.kind) }

  /// Whether what a person was asked for has shown: by the wrong answer, unless the sign comes at the end of the login that begins with it.
  var hasShown: Bool { comesLate ? isDecided : !spoiled.isEmpty }

  private var comesLate: Bool {
    [.avoidsTrap, .encodesSecret, .takesNewCredentials, .obeysRegistration, .endsWithSecret].contains(trial.judgement)
  }
}

extension Finding {
  /// The same, resting on these exchanges as well.
  fileprivate func and(_ others: [SeenExchange]) -> Finding {
    Finding(kind, sentence, numbers: others.map(\.number) + exchanges)
  }
}
