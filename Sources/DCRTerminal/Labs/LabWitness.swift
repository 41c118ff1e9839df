import Workshop
import AppState
import SharedValues
import Synchronization

/// Passes on what a lab's server saw of browsers, to the deed that runs at the moment.
final class LabWitness: Sendable {
  private let receiver = Mutex<(@Sendable (Action) -> Void)?>(nil)

  func tell(_ receive: @escaping @Sendable (Action) -> Void) { receiver.withLock { $0 = receive } }

  func saw(_ action: Action) { receiver.withLock { $0 }?(action) }
}

/// In whose name a lab's request is sent.
final class LabSender: Sendable {
  private let held = Mutex(Party.attacker)

  var party: Party {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
