import ForeignText
import AppState
import SharedValues
import Synchronization
import Workshop

/// Remembers who sends the lesson's own requests, to show them in the sequence of messages.
final class LabSender: Sendable {
  private struct Held {
    var sender = Lifeline(.attacker)
    var phone: String?
    var rogue: String?
    var report: @Sendable (LessonAction) -> Void = { _ in }
  }

  private let held = Mutex(Held())

  /// From now on, messages go to `report`.
  func reports(to report: @escaping @Sendable (LessonAction) -> Void) { held.withLock { $0.report = report } }

  /// The phone on which the lesson's own app was seen last: requests of that app come from there.
  func isOn(_ phone: String) { held.withLock { $0.phone = phone } }

  func sends(_ sender: LabRequest.Sender) { held.withLock { $0.sender = Lifeline(sender.party, on: $0.phone) } }

  func knows(rogue issuer: String?) { held.withLock { $0.rogue = issuer } }

  func send(_ exchange: Exchange) {
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
