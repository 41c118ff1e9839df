import SharedValues
import Synchronization

/// What becomes known about a request while it is answered, for the log and for onlookers. Handlers write into it through
/// ``current``, so that none has to hand it on.
final class RequestNotes: Sendable {
  @TaskLocal static var current: RequestNotes?

  /// Names the request in the log.
  let id: String
  private let client = Mutex<String?>(nil)
  private let state = Mutex<String?>(nil)

  init() { id = String(UInt64.random(in: .min ... .max), radix: 16) }

  /// The client that a request is of; only one that exists, because what a peer calls itself may hold anything.
  var clientID: String? { client.withLock { $0 } }

  static func note(client id: String) { current?.client.withLock { $0 = id } }

  /// ``ServerEvent/visit``.
  var visit: String? { state.withLock { $0 } }

  /// What is judged now belongs to the login or sign-out of this `state`.
  static func note(visit parameters: FormParameters) {
    guard let state = parameters["state"] else { return }
    current?.state.withLock { $0 = recognitionMark(state.utf8) }
  }
}
