/// Active checks of where a client's secrets go, and which ones it uses.
extension TrialRecord {
  /// What carries nothing is no harm: a browser or a proxy may look at an address.
  var avoidsTheTrap: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let arrived = exchanges.filter {
      $0.number > first.number && $0.kind == .trap && (!$0.accessTokens.isEmpty || !$0.request.body.isEmpty)
    }
    // Only a login that was not begun shows that nothing was meant for an address that perhaps cannot be reached.
    let isUnclear = trial.trap == .https || !afterwards([.authorization, .push]).isEmpty
    let isElsewhere = spoiled.contains { IPAddress($0.request.address).map { !$0.isLoopback } ?? false }
    if arrived.isEmpty, isUnclear, isElsewhere {
      return Finding(
        .unseen, "The client is on another machine, and perhaps cannot reach the port of this check.", spoiled)
    }
    return silence(
      "It sent nothing to the wrong address, and signed in afterwards.", unless: arrived,
      "It sent a secret to the wrong address.")
  }

  /// The server decodes what arrives (RFC 6749 §2.3.1), so the right secret arrives only if it was encoded.
  var encodesItsSecret: Finding? {
    guard let registration = spoiled.last, let secret = registration.answer["client_secret"]?.stringValue else {
      return TrialRecord.undelivered
    }
    let sent = ofSpoiledClients([.push, .code, .refresh, .revocation]).filter { $0.number > registration.number }
    return credentials(sent, "It did not authenticate with the secret of that registration.") { exchange in
      exchange.basicSecret.map {
        $0.isSame(as: secret)
          ? (.careful, "The secret arrived as it was given.")
          : (.careless, "The secret arrived as another one: it was not form-encoded.")
      }
    }
  }

  /// What the management of a registration has replaced is not used any more.
  var takesTheNewCredentials: Finding? {
    let answer = spoiled.first?.answer ?? .null
    let token = answer["registration_access_token"]?.stringValue
    let secret = answer["client_secret"]?.stringValue
    let sent = ofSpoiledClients([.management, .push, .code, .refresh, .revocation])
    return credentials(sent, "It used neither its token nor its secret afterwards.") { exchange in
      let isManagement = exchange.kind == .management
      let arrived = isManagement ? exchange.accessTokens.first : exchange.basicSecret ?? exchange.form["client_secret"]
      guard let arrived, !arrived.isEmpty, let new = isManagement ? token : secret else { return nil }
      return arrived.isSame(as: new)
        ? (.careful, "It went on with the new token or secret.")
        : (.careless, "It went on with a token or secret that had been replaced.")
    }
  }

  /// What the worst of these exchanges shows, resting on the wrong answers as well.
  private func credentials(
    _ sent: [SeenExchange], _ unseen: StaticString, _ judge: (SeenExchange) -> Finding.Remark?
  ) -> Finding {
    let found = Finding(of: sent, judge)
    guard found.kind != .unseen else { return Finding(.unseen, unseen, spoiled) }
    return Finding(found.kind, found.sentence, numbers: spoiled.map(\.number) + found.exchanges)
  }

  /// Tokens that it has from before, and that another window may use, say nothing.
  var leavesTheAPI: Finding? {
    let right = rightMetadata { SeenExchange.isOfAPI($0.request) }
    let later = afterwards([.push, .authorization, .code, .refresh, .api]).filter { $0.number < right }
    let given = Set(later.filter { [.code, .refresh].contains($0.kind) }.flatMap(\.marks))
    let gone = later.filter { exchange in
      switch exchange.kind {
      case .push, .authorization: true
      case .api: !exchange.presentedMarks.isDisjoint(with: given)
      default: false
      }
    }
    return silence(
      "It asked for no login and sent no new token to the API, and signed in afterwards.", unless: gone,
      "It went on with an API whose metadata are another one's.")
  }

  /// Whether a person need not do more for the check.
  var isDecided: Bool { comesLate && [.careful, .careless].contains(finding?.kind) }

  /// Whether what a person was asked for has shown: by the wrong answer, unless the sign comes at the end of the login that begins with it.
  var hasShown: Bool { comesLate ? isDecided : !spoiled.isEmpty }

  private var comesLate: Bool {
    let late: [any Judgement] = [
      \.avoidsTheTrap, \.encodesItsSecret, \.takesTheNewCredentials, \.obeysTheRegistration, \.endsWithItsSecret,
      \.fallsBack,
    ]
    return late.contains { $0 == trial.judgement }
  }
}
