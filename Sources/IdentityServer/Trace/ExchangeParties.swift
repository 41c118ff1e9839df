/// The clients, users and browser sessions that an exchange belongs to, in the order in which they became known.
///
/// There can be two clients: a registration belongs to the client whose token it presents and to the one that it makes.
struct ExchangeParties: Hashable, Sendable {
  private(set) var clients: [String] = []
  private(set) var users: [String] = []
  /// The handles of sessions, as the page of sessions shows them; never a cookie.
  private(set) var sessions: [String] = []

  /// The client becomes the last one.
  mutating func add(client id: String) {
    clients.removeAll { $0 == id }
    clients.append(id)
  }

  mutating func add(user name: String) { if !users.contains(name) { users.append(name) } }
  mutating func add(session: String) { if !sessions.contains(session) { sessions.append(session) } }

  mutating func formUnion(_ other: ExchangeParties) {
    for id in other.clients where !clients.contains(id) { clients.append(id) }
    for name in other.users { add(user: name) }
    for session in other.sessions { add(session: session) }
  }
}
