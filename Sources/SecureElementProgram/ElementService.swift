import LocalSockets
import OpenSSLCrypto
import SecureElement
import SharedValues

final class ElementService: @unchecked Sendable {
  // Only used on the listener's queue, which makes `@unchecked` correct.
  private let vault: KeyVault
  private let owner: String
  private let time: TimeSource
  private let clock: @Sendable () -> ContinuousClock.Instant
  private var questions: PresenceQuestions

  /// - Parameters:
  ///   - owner: the phone of the app.
  ///   - time: dates the keys.
  ///   - clock: measures how long a question has been open.
  init(
    _ vault: KeyVault, owner: String, patience: Duration = .seconds(PresenceAnswer.patience),
    time: TimeSource = .system, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.vault, self.owner, self.time, self.clock) = (vault, owner, time, clock)
    questions = PresenceQuestions(patience: patience)
  }

  func answer(_ input: LineInput) -> LineAnswer {
    switch input {
    case .line(let line): .next(answer(line).line)
    case .tooLong: .last(ElementAnswer.failed(.protocolBroken(detail: "the request does not end")).line)
    case .late: .last(ElementAnswer.failed(.protocolBroken(detail: "the request takes too long")).line)
    }
  }

  func answer(_ line: [UInt8]) -> ElementAnswer {
    do throws(SecureElementError) { return try perform(ElementRequest(line: line)) } catch { return .failed(error) }
  }

  private func perform(_ request: ElementRequest) throws(SecureElementError) -> ElementAnswer {
    switch request {
    case .make(let use, let demandsUser): return .made(try make(use, demandsUser))
    case .list: return .keys(try vault.keys().filter { $0.owner == owner }.map(\.key))
    case .delete(let thumbprint): try delete(thumbprint)
    case .sign(let bytes, let thumbprint, let presence):
      return .signature(try sign(bytes, try own(thumbprint, among: vault.keys()), presence))
    case .erase: try vault.erase()
    }
    return .done
  }

  private func make(_ use: KeyUse, _ demandsUser: Bool) throws(SecureElementError) -> ElementKey {
    var made: StoredKey
    do throws(CryptoError) {
      // A thumbprint that begins with a dash would be taken for an option on a command line.
      repeat {
        made = try StoredKey(use: use, demandsUser: demandsUser, owner: owner, now: time.now)
      } while made.key.thumbprint.hasPrefix(bytes: "-")
    } catch { throw .unavailable(detail: "\(error)") }
    let key = made
    try vault.change { keys throws(SecureElementError) in
      guard keys.count < KeyFileFormat.most else { throw .full }
      keys.append(key)
    }
    return key.key
  }

  private func delete(_ thumbprint: String) throws(SecureElementError) {
    try vault.change { keys throws(SecureElementError) in
      _ = try own(thumbprint, among: keys)
      keys.removeAll { $0.key.thumbprint == thumbprint }
    }
  }

  private func sign(
    _ bytes: [UInt8], _ stored: StoredKey, _ presence: PresenceAnswer?
  ) throws(SecureElementError) -> [UInt8] {
    if stored.key.demandsUser {
      let thumbprint = stored.key.thumbprint
      guard let presence else { throw .presenceDemanded(challenge: questions.ask(thumbprint, bytes, now: clock())) }
      try questions.consume(presence, for: thumbprint, bytes, now: clock())
    }
    do throws(CryptoError) { return try stored.privateKey.sign(bytes) } catch { throw .unavailable(detail: "\(error)") }
  }

  private func own(_ thumbprint: String, among keys: [StoredKey]) throws(SecureElementError) -> StoredKey {
    guard let stored = keys.first(where: { $0.key.thumbprint == thumbprint }) else { throw .noSuchKey }
    guard stored.owner == owner else { throw .keyOfAnotherApp }
    return stored
  }
}

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
