import Foundation
import SharedValues

/// Nonces for DPoP proofs (RFC 9449 §8): a new one each minute, computed from the time with a key of this start, so that
/// they need no storage. The previous one is still accepted: a proof may be under way when the minute ends.
struct DPoPNonces: Sendable {
  /// Seconds.
  static let period: TimeInterval = 60

  private let key = Primitives.random(32)

  func current(_ now: Date) -> String { nonce(minute(now)) }

  func isGood(_ nonce: String, _ now: Date) -> Bool {
    let minute = minute(now)
    return [minute, minute - 1].contains { Primitives.equal(Array(self.nonce($0).utf8), Array(nonce.utf8)) }
  }

  private func minute(_ now: Date) -> Int { Int((now.timeIntervalSince1970 / DPoPNonces.period).rounded(.down)) }

  private func nonce(_ minute: Int) -> String {
    Base64URL.encode(Primitives.hmac(Array("DPoP nonce \(minute)".utf8), key: key).prefix(18))
  }
}
