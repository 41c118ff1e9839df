import SharedValues
import Synchronization

/// Facts about a request that become known while it is answered, for the log and for events. Handlers write them through
/// ``current``, so that functions need not pass them on.
final class RequestNotes: Sendable {
  @TaskLocal static var current: RequestNotes?

  let id: String
  private let notes = Mutex<(client: String?, visit: String?)>((nil, nil))

  init() { id = String(UInt64.random(in: .min ... .max), radix: 16) }

  /// The request's client; only an existing one, because an unchecked `client_id` may hold anything.
  var clientID: String? { notes.withLock { $0.client } }

  static func note(client id: String) { current?.notes.withLock { $0.client = id } }

  var visit: String? { notes.withLock { $0.visit } }

  static func note(visit parameters: FormParameters) {
    guard let state = parameters["state"] else { return }
    current?.notes.withLock { $0.visit = recognitionMark(state.utf8) }
  }
}
