/// Active checks whose careful client is recognised by what it sends next.
extension TrialRecord {
  /// Nothing is sent to endpoints while the metadata are wrong.
  var asksNobody: Finding? {
    // A code that another window was given before is no sign.
    let given = Set(during.flatMap(\.marks))
    let asked = afterwards([.registration, .push, .authorization, .code]).filter {
      $0.kind != .code || !$0.presentedMarks.isDisjoint(with: given)
    }
    return silence(
      "It sent nothing to the endpoints, and signed in afterwards.",
      unless: asked.filter { $0.number < rightMetadata() }, "It went on without right metadata.")
  }

  /// The number of the first metadata after the wrong ones that are right: the client may ask again, and go on with them.
  func rightMetadata(_ fit: (SeenExchange) -> Bool = { _ in true }) -> Int {
    let wrong = Set(spoiled.map(\.number))
    return afterwards([.metadata]).first { !wrong.contains($0.number) && $0.isAccepted && fit($0) }?.number ?? .max
  }

  /// What only the client sends itself, and not its browser.
  static let direct: Set<SeenExchange.Kind> = [
    .metadata, .keySet, .registration, .management, .push, .code, .refresh, .otherGrant, .revocation, .introspection,
    .userInfo, .api,
  ]

  var refusesTheCertificate: Finding? {
    let sent = during.filter { TrialRecord.direct.contains($0.kind) }
    guard sent.isEmpty else {
      return Finding(.careless, "It sent requests over a connection with that certificate.", sent)
    }
    guard refusedHandshakes > 0 else { return TrialRecord.undelivered }
    return silence("It refused the connection, and signed in afterwards.", [])
  }

  var keepsS256: Finding? {
    // A reference stands for what was pushed.
    let asked = afterwards([.authorization, .push]).filter { $0.parameters["response_type"] != nil }
    let weak = asked.filter {
      $0.parameters["code_challenge"] == nil || $0.parameters["code_challenge_method"] != "S256"
    }
    if weak.isEmpty, !asked.isEmpty { return Finding(.careful, "It asked with S256 nevertheless.", spoiled + asked) }
    return silence(
      "It did not ask at all, and signed in afterwards.", unless: weak, "It asked without PKCE's S256.")
  }

  var pushesOnly: Finding? {
    silence(
      "It sent no authorization request without a push.",
      unless: afterwards([.authorization]).filter { $0.parameters["request_uri"] == nil },
      "It sent the parameters by the browser after the push was refused.")
  }

  /// What a client with a wrong registration sent before it read that anew, or corrected it (RFC 7592 §2.1, §2.2): it may go on with the right one.
  private func misled(by member: String, _ kinds: Set<SeenExchange.Kind>) -> [SeenExchange] {
    let wrong = spoiled.first?.answer[member]
    let right = ofSpoiledClients([.management]).first { $0.isAccepted && ![nil, wrong].contains($0.answer[member]) }
    return ofSpoiledClients(kinds).filter { $0.number < right?.number ?? .max }
  }

  var leavesTheRegistration: Finding? {
    silence(
      "It did not go on with the wrong registration, and signed in afterwards.",
      unless: misled(by: "redirect_uris", [.authorization, .push]),
      "It went on with a registration that is not as it asked.")
  }

  var obeysTheRegistration: Finding? {
    let sent = misled(by: "token_endpoint_auth_method", [.push, .code, .refresh])
    let old = sent.filter { $0.basicSecret != nil }
    let obeying = sent.filter { $0.form["client_secret"] != nil }
    if old.isEmpty, !obeying.isEmpty { return Finding(.careful, "It authenticated as registered.", spoiled + obeying) }
    return silence(
      "It did not use the registration, and signed in afterwards.", unless: old,
      "It authenticated in the way that it asked for, and not as registered.")
  }

  /// At most one request authenticates with a secret that has expired.
  var endsWithItsSecret: Finding? {
    let sent = misled(by: "client_secret_expires_at", [.code, .refresh])
    return sent.count > 1
      ? Finding(.careless, "It went on with a secret that has expired.", spoiled + sent)
      : silence("It did not go on with a secret that has expired, and signed in afterwards.", spoiled + sent)
  }

  /// The user is asked once after a silent login was refused. After that login it may renew its tokens without the user again.
  var fallsBack: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let login = afterwards([.code]).first(where: \.isAccepted)
    let next = afterwards([.authorization]).filter { $0.number < login?.number ?? .max }
    let silent = next.filter { exchanges.showNoUser($0.parameters) }
    guard silent.isEmpty else { return Finding(.careless, "It asked again without the user.", [first] + silent) }
    return next.isEmpty
      ? silence("It did not ask again by itself, and signed in afterwards.", [first])
      : Finding(.careful, "It asked with the user.", [first] + next)
  }

  // MARK: With a person

  var leavesTheLink: Finding? {
    guard let link else { return Finding(.unseen, "There was no login whose redirect could be imitated.") }
    let uses = exchanges.filter { $0.number >= span.lowerBound && $0.allPresented.contains(link) }
    guard uses.isEmpty else {
      return Finding(.careless, "It redeemed the code of a link that it had not asked for.", uses)
    }
    guard answer == .yes else { return Finding(.forPerson) }
    return silence("It did not redeem the code of a link that it had not asked for, and signed in afterwards.", [])
  }

  var isForAPerson: Finding? { Finding(.forPerson, nil, spoiled) }

  // MARK: Refresh tokens

  private var refreshes: [SeenExchange] { during.filter { $0.kind == .refresh } }

  /// Those after the first wrong answer that present the same token.
  private var sameRefreshes: [SeenExchange] {
    guard let first = spoiled.first else { return [] }
    return afterwards([.refresh]).filter { token($0) == token(first) }
  }

  private func token(_ exchange: SeenExchange) -> String? { exchange.form["refresh_token"] }
  private func newToken(_ exchange: SeenExchange) -> String? { exchange.answer["refresh_token"]?.stringValue }

  var keepsItsRefreshToken: Finding? {
    let (first, kept) = (Array(spoiled.prefix(1)), sameRefreshes)
    guard kept.isEmpty else { return Finding(.careful, "It refreshed with the token that it had.", first + kept) }
    let forgotten: StaticString = "It did not refresh again with the token that it had."
    return omission(Finding(.careless, forgotten, first + afterwards([.refresh])), first)
  }

  var takesTheNewRefreshToken: Finding? {
    let sent = refreshes
    // A client may spend its token before the check begins, such as right after the login.
    let spent = exchanges.filter { $0.kind == .refresh && $0.isAccepted && ![nil, token($0)].contains(newToken($0)) }
    let old = sent.filter { later in spent.contains { $0.number < later.number && token($0) == token(later) } }
    guard old.isEmpty else { return Finding(.careless, "It sent a refresh token again that was used.", old) }
    guard let first = sent.first(where: \.isAccepted) else { return Finding(.unseen, "The client did not refresh.") }
    // A server that does not rotate refresh tokens gives the same one again, or none, so no client can fail here.
    guard let new = newToken(first), new != token(first) else {
      return Finding(.inapplicable, "The server does not change refresh tokens.")
    }
    let taken = sent.filter { $0.number > first.number && token($0) == new }
    return taken.isEmpty
      ? Finding(.unseen, "The client refreshed only once.", [first])
      : Finding(.careful, "It refreshed with the new token.", [first] + taken)
  }

  var triesAgain: Finding? {
    let again = sameRefreshes
    if again.count > 2, zip(spoiled.prefix(1) + again, again).contains(where: { $1.begun < $0.passage.time + 0.5 }) {
      return Finding(.careless, "It tried again without a pause.", spoiled + again)
    }
    return again.contains { $0.number >= spoiled.last?.number ?? .max }
      ? Finding(.careful, "It tried the same refresh token again.", spoiled + again)
      : omission("It did not try the refresh token again.", spoiled)
  }

  var refreshesOnce: Finding? {
    guard let first = spoiled.first else { return TrialRecord.undelivered }
    let twins = refreshes.filter {
      $0.number != first.number && token($0) == token(first) && $0.begun < first.passage.time
    }
    return twins.isEmpty
      ? Finding(.careful, "It sent one request, and waited for the answer.", spoiled)
      : Finding(.careless, "It sent the same refresh token twice at the same time.", spoiled + twins)
  }

  // MARK: Keys and sign-out

  var takesTheNonce: Finding? {
    guard let first = spoiled.first, let nonce = first.passage.response.headers[first: "DPoP-Nonce"] else {
      return TrialRecord.undelivered
    }
    let again = afterwards([.code]).filter { $0.form["code"] == first.form["code"] }
    guard again.count < 3 else { return Finding(.careless, "It tried again and again.", [first] + again) }
    let proven = again.filter { exchange in
      let proof = exchange.request.headers[first: "DPoP"].flatMap { try? SignedToken($0) }
      return proof?.payload["nonce"]?.stringValue == nonce
    }
    guard proven.isEmpty else { return Finding(.careful, "It tried again with the nonce.", [first] + proven) }
    guard again.isEmpty else { return Finding(.careless, "It tried again without the nonce.", [first] + again) }
    return omission("It did not try again with the nonce.", [first])
  }

  /// Seconds after the sign-out in which requests may still be under way.
  private static let grace: TimeInterval = 5

  var usesNoToken: Finding? {
    guard let end = during.first(where: { [.signOut, .revocation].contains($0.kind) && $0.isAccepted }) else {
      return Finding(.unseen, "The client did not sign out.")
    }
    let uses = during(after: end, [.userInfo, .api, .introspection, .refresh]).filter {
      $0.begun > end.passage.time + TrialRecord.grace && !$0.allPresented.isEmpty
    }
    return uses.isEmpty
      ? silence("It used no token after the sign-out.", [end])
      : Finding(.careless, "It used a token after the sign-out.", [end] + uses)
  }
}
