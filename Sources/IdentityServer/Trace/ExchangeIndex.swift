/// Says to which clients, users and sessions the kept exchanges belong. It is made when somebody reads; the facts of each
/// exchange are read once.
///
/// An exchange belongs to those whom the server recognised in it, and to others by keys (``ExchangeKey``):
///
/// 1. Backwards: if the server accepted a key in an exchange, the earlier exchange that gave the key belongs to the same
///    parties. So a login belongs to the client that was registered with its token.
/// 2. Forwards: if the server refused a key, the exchange belongs also to the client to which the key was given. So do an
///    expired token, and a code that another client tries to redeem.
/// 3. If there is no client yet: by the client's name in the request, else by the visit, an ID token or the session.
///
/// Address, time and connection join nothing. Requests for the metadata and the keys have none of these values and belong
/// to no client.
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

  /// From the latest exchange to the first, because what followed an exchange decides.
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

/// The parties to which the server has given keys, or that have used them with success.
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

  /// The clients of an exchange that no unguessable key joins. A request that names a client belongs to no other.
  func ofNameless(_ fact: ExchangeFacts) -> [String] {
    if let name = fact.claimed { return clients.contains(name) ? [name] : [] }
    // Two clients may have chosen the same `state`.
    if let visit = fact.visit, let known = ofVisits[visit], known.count == 1 { return Array(known) }
    // An ID token is for one client, unless a fault wrote it.
    let hinted = fact.presented.filter { $0.kind == .idToken }.map { of($0).clients }.first { $0.count == 1 }
    return hinted ?? fact.own.sessions.flatMap { ofSessions[$0]?.clients ?? [] }
  }
}
