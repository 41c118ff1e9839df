import AppState
import SharedValues
import Synchronization
import Workshop

/// Remembers who sends the lesson's own requests, to show them in the sequence of messages.
final class LabSender: Sendable {
  struct State {
    var sender = LabRequest.Sender.attacker
    /// The phone on which the lesson's own app was seen last: requests of that app come from there.
    var phone: String?
    /// The issuer of the hostile server.
    var rogue: String?
    var report: @Sendable (LessonAction) -> Void = { _ in }
  }

  let state = Mutex(State())

  func send(_ exchange: Exchange) {
    let now = state.withLock { $0 }
    let sender = Lifeline(now.sender.party, on: now.phone)
    now.report(
      .message(
        LabMessage(
          from: sender.party, to: LabSender.receiver(exchange, now.rogue), .exchange(exchange), phone: sender.phone)))
  }

  static func receiver(_ exchange: Exchange, _ rogue: String?) -> Party {
    if let rogue, exchange.request.url.hasPrefix(bytes: rogue + "/") { return .rogue }
    return exchange.request.endpoint == .api ? .api : .server
  }
}
