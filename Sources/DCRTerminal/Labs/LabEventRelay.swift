import AppState
import SharedValues
import Synchronization

/// Passes the requests that a lab's server received from browsers to the step of the lesson that runs at the moment. While none runs,
/// they are dropped.
final class LabEventRelay: Sendable {
  private let receiver = Mutex<(@Sendable (Action) -> Void)?>(nil)

  /// From now on, events go to `receive` and no longer to an earlier receiver.
  func connect(_ receive: @escaping @Sendable (Action) -> Void) { receiver.withLock { $0 = receive } }

  func send(_ action: Action) { receiver.withLock { $0 }?(action) }
}

/// The party in whose name the lesson's own requests are shown among the messages.
final class LabSender: Sendable {
  private let held = Mutex(Party.attacker)

  var party: Party {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
