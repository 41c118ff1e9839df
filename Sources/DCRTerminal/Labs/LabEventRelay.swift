import ForeignText
import AppState
import SharedValues
import Synchronization
import Workshop

/// Passes the requests that a lab's server received from browsers to the step of the lesson that runs at the moment. While none runs,
/// they are dropped.
final class LabEventRelay: Sendable {
  private let receiver = Mutex<(@Sendable (Action) -> Void)?>(nil)

  /// From now on, events go to `receive` and no longer to an earlier receiver.
  func connect(_ receive: @escaping @Sendable (Action) -> Void) { receiver.withLock { $0 = receive } }

  func send(_ action: Action) { receiver.withLock { $0 }?(action) }
}

/// Who sends the lesson's own requests, for the picture of them.
final class LabSender: Sendable {
  private struct Held {
    var sender = Lifeline(.attacker)
    var phone: String?
    var rogue: String?
    var report: @Sendable (LessonAction) -> Void = { _ in }
  }

  private let held = Mutex(Held())

  /// From now on messages go there.
  func reports(to report: @escaping @Sendable (LessonAction) -> Void) { held.withLock { $0.report = report } }

  /// The phone on which an app of the lesson's own was seen last: an app's request comes from there.
  func isOn(_ phone: String) { held.withLock { $0.phone = phone } }

  func sends(_ sender: LabRequest.Sender) { held.withLock { $0.sender = Lifeline(sender.party, on: $0.phone) } }

  /// The hostile server's issuer.
  func knows(rogue issuer: String?) { held.withLock { $0.rogue = issuer } }

  func tell(_ exchange: Exchange) {
    let now = held.withLock { $0 }
    now.report(
      .message(
        LabMessage(
          from: now.sender.party, to: LabSender.receiver(exchange, now.rogue), .exchange(exchange),
          phone: now.sender.phone)))
  }

  static func receiver(_ exchange: Exchange, _ rogue: String?) -> Party {
    if let rogue, exchange.request.url.hasPrefix(bytes: rogue + "/") { return .rogue }
    return exchange.request.endpoint == .api ? .api : .server
  }
}
