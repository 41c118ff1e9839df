/// Whose the kept exchanges are. Made anew when somebody reads and something has passed since; the facts of each exchange are kept.
///
/// An exchange belongs to those whom the server recognised in it, and by the keys that it has in common with others:
///
/// 1. Backwards: what led to it. If it brings a key that the server accepted, the exchange that gave the key belongs to the same ones: a
///    login to the client that was registered with its token.
/// 2. Forwards: what the server refused. A key that was given to a client, and is refused, belongs to that client too: a token that has
///    expired, a code that another client tries.
/// 3. If it still belongs to no client: by the client's name, else by the visit, an ID token, or the session.
///
/// Neither address nor time joins anything. Exchanges without any of this, such as requests for the metadata, belong to nobody.
struct ExchangeIndex: Sendable {
  /// The number of the first exchange that the index has.
  private(set) var first = 1
  private var facts: [ExchangeFacts] = []
  private(set) var parties: [ExchangeParties] = []
  private(set) var mask = ExchangeMask()

  /// The number after the last exchange.
  var end: Int { first + facts.count }

  /// The index of these exchanges, which begin with the number `first`: no lower one than that of this index.
  func updated(from first: Int, _ passages: [Passage]) -> ExchangeIndex {
    guard first != self.first || passages.count != facts.count else { return self }
    var index = ExchangeIndex()
    index.first = first
    let known = facts.dropFirst(first - self.first).prefix(passages.count)
    index.facts = Array(known) + passages.dropFirst(known.count).map(ExchangeFacts.init)
    index.mask.known = index.facts.reduce(into: []) { $0.formUnion($1.secrets) }
    index.join()
    return index
  }

  func visit(_ number: Int) -> String? { facts[number - first].visit }

  /// - Parameter number: of an exchange that the index has.
  func has(_ number: Int, _ query: ExchangeQuery) -> Bool {
    let parties = parties[number - first]
    return (query.client.map(parties.clients.contains) ?? true) && (query.user.map(parties.users.contains) ?? true)
      && (query.session.map(parties.sessions.contains) ?? true)
      && (query.address.map { $0 == facts[number - first].address } ?? true)
  }

  // MARK: Joining

  private mutating func join() {
    parties = facts.map(\.own)
    joinBackwards()
    let owners = ExchangeOwners(facts)
    for (place, fact) in facts.enumerated() {
      if !fact.isAccepted || fact.own.clients.isEmpty {
        for key in fact.presented where key.kind != .idToken { parties[place].formUnion(owners.of(key)) }
      }
      if parties[place].clients.isEmpty {
        for id in owners.ofNameless(fact) { parties[place].add(client: id) }
      }
    }
  }

  /// From the latest exchange to the first, so that what it led to is known already.
  private mutating func joinBackwards() {
    var led: [ExchangeKey: ExchangeParties] = [:]
    for (place, fact) in facts.enumerated().reversed() {
      for key in fact.given { if let later = led[key] { parties[place].formUnion(later) } }
      guard fact.isAccepted else { continue }
      for key in fact.presented where key.kind != .idToken {
        led[key, default: ExchangeParties()].formUnion(parties[place])
      }
    }
  }
}

/// To whom the server has given keys, and who has used them.
private struct ExchangeOwners {
  private var ofKeys: [ExchangeKey: ExchangeParties] = [:]
  private var ofVisits: [String: Set<String>] = [:]
  private var ofSessions: [String: ExchangeParties] = [:]
  private var clients: Set<String> = []

  init(_ facts: [ExchangeFacts]) {
    for fact in facts {
      clients.formUnion(fact.own.clients)
      var receiver = ExchangeParties()
      // A registration answers the new client, and not the one whose token it has used.
      if let client = fact.own.clients.last { receiver.add(client: client) }
      for name in fact.own.users { receiver.add(user: name) }
      for key in fact.given { ofKeys[key, default: ExchangeParties()].formUnion(receiver) }
      if fact.isAccepted {
        for key in fact.presented where key.kind != .idToken {
          ofKeys[key, default: ExchangeParties()].formUnion(fact.own)
        }
      }
      if let visit = fact.visit { ofVisits[visit, default: []].formUnion(fact.own.clients) }
      for session in fact.own.sessions { ofSessions[session, default: ExchangeParties()].formUnion(fact.own) }
    }
  }

  func of(_ key: ExchangeKey) -> ExchangeParties { ofKeys[key] ?? ExchangeParties() }

  /// The clients of an exchange that no other key joins. One that names a client belongs to no other.
  func ofNameless(_ fact: ExchangeFacts) -> [String] {
    if let name = fact.claimed { return clients.contains(name) ? [name] : [] }
    // Two clients may have chosen the same `state`.
    if let visit = fact.visit, let known = ofVisits[visit], known.count == 1 { return Array(known) }
    let hinted = fact.presented.filter { $0.kind == .idToken }.flatMap { of($0).clients }
    return hinted.isEmpty ? fact.own.sessions.flatMap { ofSessions[$0]?.clients ?? [] } : hinted
  }
}
