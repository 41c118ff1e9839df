import Foundation
import SharedValues
import Synchronization
import TestSupport
import TestValues
import Testing

import SecureElement
@testable import SecureElementProgram

/// Keys that demand user presence, with a clock that the test moves.
@Suite struct PresenceTests {
  private let folder = TemporaryFolder()
  private let passed = Passed()
  private let service: ElementService
  private let key: ElementKey

  private final class Passed: Sendable {
    let seconds = Mutex(0.0)
  }

  init() throws {
    let start = ContinuousClock.now
    service = ElementService(KeyVault(folder: folder.path), owner: "phone") { [passed] in
      start + .seconds(passed.seconds.withLock { $0 })
    }
    key = try PresenceTests.made(service, demandsUser: true)
  }

  private static func made(_ service: ElementService, demandsUser: Bool) throws -> ElementKey {
    let answer = service.answer(ElementRequest.make(use: .dpop, demandsUser: demandsUser).line.dropLast().map(\.self))
    guard case .made(let key) = answer else { throw SecureElementError.protocolBroken(detail: "\(answer)") }
    return key
  }

  private func sign(_ bytes: [UInt8] = message, _ key: ElementKey? = nil, _ answer: PresenceAnswer? = nil)
    -> ElementAnswer
  {
    let request = ElementRequest.sign(bytes: bytes, thumbprint: (key ?? self.key).thumbprint, presence: answer)
    return service.answer(request.line.dropLast().map(\.self))
  }

  private func challenge() throws -> String {
    guard case .failed(let error) = sign(), error.code == .presenceDemanded else {
      throw SecureElementError.presenceRefused
    }
    return error.detail
  }

  @Test func eachConsentSignsOnce() throws {
    let yes = PresenceAnswer(challenge: try challenge(), .confirmed)
    guard case .signature(let signature) = sign(message, key, yes) else { throw Unexpected("no signature") }
    #expect(try verifies(signature, message, key.publicKey))
    #expect(sign(message, key, yes) == .failed(.presenceRefused))
  }

  @Test(
    arguments: [
      (.refused, .presenceRefused), (.cancelled, .presenceCancelled),
    ] as [(PresenceAnswer.Verdict, SecureElementError)])
  func aRefusalIsReportedAndEndsTheQuestion(_ verdict: PresenceAnswer.Verdict, _ error: SecureElementError) throws {
    let challenge = try challenge()
    #expect(sign(message, key, PresenceAnswer(challenge: challenge, verdict)) == .failed(error))
    #expect(sign(message, key, PresenceAnswer(challenge: challenge, .confirmed)) == .failed(.presenceRefused))
  }

  @Test func anAnswerCountsForItsMessageOnly() throws {
    let yes = PresenceAnswer(challenge: try challenge(), .confirmed)
    #expect(sign(message + [0], key, yes) == .failed(.presenceRefused))
    #expect(sign(message, key, yes) == .failed(.presenceRefused))
  }

  @Test func anAnswerCountsForItsKeyOnly() throws {
    let other = try PresenceTests.made(service, demandsUser: true)
    let yes = PresenceAnswer(challenge: try challenge(), .confirmed)
    #expect(sign(message, other, yes) == .failed(.presenceRefused))
  }

  @Test func aQuestionWaitsForAMinute() throws {
    let inTime = PresenceAnswer(challenge: try challenge(), .confirmed)
    passed.seconds.withLock { $0 += 60 }
    guard case .signature = sign(message, key, inTime) else { throw Unexpected("no signature") }
    let late = PresenceAnswer(challenge: try challenge(), .confirmed)
    passed.seconds.withLock { $0 += 60.5 }
    #expect(sign(message, key, late) == .failed(.presenceTimedOut))
    #expect(sign(message, key, late) == .failed(.presenceRefused))
  }

  @Test func unansweredQuestionsAreBounded() throws {
    let first = try challenge()
    passed.seconds.withLock { $0 += 1 }
    for _ in 0..<64 { _ = try challenge() }
    #expect(sign(message, key, PresenceAnswer(challenge: first, .confirmed)) == .failed(.presenceRefused))
  }

  @Test func aKeyWithoutUserPresenceDoesNotAsk() throws {
    let quiet = try PresenceTests.made(service, demandsUser: false)
    guard case .signature = sign(message, quiet) else { throw Unexpected("no signature") }
  }
}
