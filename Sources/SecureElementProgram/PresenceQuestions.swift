import OpenSSLCrypto
import SharedValues

/// The questions put to the user, each about one key and one message.
///
/// An answer is valid once, only for that key and that message, while its question is open. Time is the machine's, which the app's
/// clock setting does not change.
struct PresenceQuestions {
  private struct Question {
    var thumbprint: String
    var message: [UInt8]
    var asked: ContinuousClock.Instant
  }

  private var open: [String: Question] = [:]
  private let patience: Duration
  /// The oldest questions are dropped for new ones.
  private static let most = 64

  init(patience: Duration) { self.patience = patience }

  /// Opens a question and returns its challenge, by which the answer refers to it.
  mutating func ask(_ thumbprint: String, _ message: [UInt8], now: ContinuousClock.Instant) -> String {
    if open.count >= PresenceQuestions.most, let oldest = open.min(by: { $0.value.asked < $1.value.asked }) {
      open[oldest.key] = nil
    }
    let challenge = Base64URL.encode(secureRandom(16))
    open[challenge] = Question(thumbprint: thumbprint, message: sha256(message), asked: now)
    return challenge
  }

  /// Returns if the user has confirmed exactly this signature.
  /// - Throws: `presence_refused`, `presence_cancelled`, `presence_timed_out`.
  mutating func consume(
    _ answer: PresenceAnswer, for thumbprint: String, _ message: [UInt8], now: ContinuousClock.Instant
  ) throws(SecureElementError) {
    guard let question = open.removeValue(forKey: answer.challenge), question.thumbprint == thumbprint,
      constantTimeEqual(question.message, sha256(message))
    else { throw .presenceRefused }
    guard now - question.asked <= patience else { throw .presenceTimedOut }
    switch answer.verdict {
    case .confirmed: return
    case .refused: throw .presenceRefused
    case .cancelled: throw .presenceCancelled
    }
  }
}
