import Synchronization

/// Facts about a request that become known while it is answered, for the log, for events and for the trace of exchanges.
/// Handlers write them through ``current``, so that functions need not pass them on.
final class RequestNotes: Sendable {
  @TaskLocal static var current: RequestNotes?

  private struct Facts {
    var parties = ExchangeParties()
    var visit: String?
    var considered: Set<Int> = []
  }

  let id: String
  private let facts = Mutex(Facts())

  init() { id = String(UInt64.random(in: .min ... .max), radix: 16) }

  /// The client that was noted last; only an existing one, because an unchecked `client_id` may hold anything.
  var clientID: String? { parties.clients.last }

  /// Everybody whom a handler has recognised: by a name of an existing client, by a valid token, session or password.
  var parties: ExchangeParties { facts.withLock { $0.parties } }

  /// The faults (by number) that had their turn before the request had its effect.
  var considered: Set<Int> { facts.withLock { $0.considered } }
  func consider(_ fault: Int) { facts.withLock { _ = $0.considered.insert(fault) } }

  static func note(client id: String) { current?.facts.withLock { $0.parties.add(client: id) } }
  static func note(user name: String) { current?.facts.withLock { $0.parties.add(user: name) } }

  static func note(_ session: SSOSession) {
    current?.facts.withLock {
      $0.parties.add(user: session.user.name)
      $0.parties.add(session: session.mark)
    }
  }

  var visit: String? { facts.withLock { $0.visit } }

  static func note(visit parameters: FormParameters) {
    guard let state = parameters["state"] else { return }
    current?.facts.withLock { $0.visit = recognitionMark(state.utf8) }
  }
}
