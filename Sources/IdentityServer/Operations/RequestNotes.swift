import Synchronization

/// What becomes known about a request while it is answered, for the log and for onlookers. Handlers write into it through
/// ``current``, so that none has to hand it on.
final class RequestNotes: Sendable {
  @TaskLocal static var current: RequestNotes?

  /// Names the request in the log.
  let id: String
  private let client = Mutex<String?>(nil)

  init() { id = String(UInt64.random(in: .min ... .max), radix: 16) }

  /// The client that a request is of; only one that exists, because what a peer calls itself may hold anything.
  var clientID: String? { client.withLock { $0 } }

  static func note(client id: String) { current?.client.withLock { $0 = id } }
}
