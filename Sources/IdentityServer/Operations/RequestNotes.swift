import SharedValues
import Synchronization

/// Facts about a request that become known while it is answered, for the log and for events. Handlers write them through
/// ``current``, so that functions need not pass them on.
final class RequestNotes: Sendable {
  @TaskLocal static var current: RequestNotes?

  /// The request's id in the log.
  let id: String
  private let client = Mutex<String?>(nil)
  private let state = Mutex<String?>(nil)

  init() { id = String(UInt64.random(in: .min ... .max), radix: 16) }

  /// The request's client; only an existing one, because an unchecked `client_id` may hold anything.
  var clientID: String? { client.withLock { $0 } }

  static func note(client id: String) { current?.client.withLock { $0 = id } }

  /// ``ServerEvent/visit``.
  var visit: String? { state.withLock { $0 } }

  /// Notes that the current request belongs to the login or sign-out with this `state`.
  static func note(visit parameters: FormParameters) {
    guard let state = parameters["state"] else { return }
    current?.state.withLock { $0 = recognitionMark(state.utf8) }
  }
}
