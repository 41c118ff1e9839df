import Foundation
import SharedValues
import TestSupport
import Testing

@testable import DCRTerminal

/// What the panel **Keystore** learns of the secure element, and how seldom it asks.
@Suite(.timeLimit(.minutes(5))) struct KeyInspectorTests {
  private let folder = TemporaryFolder()
  private let element = CountedKeys()

  private func inspector(_ pause: Duration = .seconds(600)) -> KeyInspector {
    KeyInspector(element, folder: folder("element"), pause: pause)
  }

  /// Changes the folder: at a time long ago if there is a number, otherwise now.
  private func change(_ number: Int? = nil) throws {
    try FileManager.default.createDirectory(atPath: folder("element"), withIntermediateDirectories: true)
    let time = number.map { Date(timeIntervalSince1970: 1000 + Double($0)) } ?? Date()
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder("element"))
  }

  @Test func withoutAFolderTheElementIsNotAsked() async {
    let inspector = inspector()
    for _ in 0..<3 { #expect(await inspector.news() == nil) }
    #expect(await element.questions == 0)
  }

  @Test func theElementIsAskedOnceForEachChange() async throws {
    let inspector = inspector()
    try change(1)
    let key = try await element.keys.make(use: .dpop, demandsUser: false)
    #expect(await inspector.news() == .success([key]))
    for _ in 0..<3 { #expect(await inspector.news() == nil) }
    #expect(await element.questions == 1)
    try await element.keys.erase()
    try change(2)
    #expect(await inspector.news() == .success([]))
    // Without its folder there is no key, and the element is not asked.
    try FileManager.default.removeItem(atPath: folder("element"))
    #expect(await inspector.news() == .success([]))
    #expect(await inspector.news() == nil)
    #expect(await element.questions == 2)
  }

  /// Two changes within one tick of the file system have the same time.
  @Test func aFolderChangedJustNowIsReadAgain() async throws {
    let inspector = inspector()
    try change()
    #expect(await inspector.news() == .success([]))
    let key = try await element.keys.make(use: .dpop, demandsUser: false)
    #expect(await inspector.news() == .success([key]))
  }

  @Test func aFailingElementIsLeftAloneForAWhile() async throws {
    try change(3)
    await element.fail(.unavailable(detail: "gone"))
    let patient = inspector()
    #expect(await patient.news() == .failure(.unavailable(detail: "gone")))
    // The element's attempts to start leave traces in its folder.
    try change(4)
    #expect(await patient.news() == nil)
    #expect(await element.questions == 1)
    let hasty = inspector(.zero)
    #expect(await hasty.news() == .failure(.unavailable(detail: "gone")))
    await element.fail(nil)
    #expect(await hasty.news() == .success([]))
    #expect(await hasty.news() == nil)
  }

  @Test func aSlowElementIsNotAskedTwice() async throws {
    try change(5)
    let inspector = inspector()
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    let (questions, question) = AsyncStream.makeStream(of: Void.self)
    await element.wait {
      question.yield()
      for await _ in answers { break }
    }
    let first = Task { await inspector.news() }
    for await _ in questions { break }
    try change(6)
    #expect(await inspector.news() == nil)
    answer.yield()
    #expect(await first.value == .success([]))
    // A change during the question leads to another question.
    await element.wait {}
    #expect(await inspector.news() == .success([]))
    #expect(await element.questions == 2)
  }
}

/// Counts the questions; fails or waits as told.
private actor CountedKeys: SecureKeys {
  nonisolated let keys = MemoryKeys()
  private(set) var questions = 0
  private var failure: SecureElementError?
  private var waiting: @Sendable () async -> Void = {}

  func fail(_ error: SecureElementError?) { failure = error }
  func wait(_ wait: @escaping @Sendable () async -> Void) { waiting = wait }

  func list() async throws -> [ElementKey] {
    questions += 1
    await waiting()
    if let failure { throw failure }
    return try await keys.list()
  }

  func make(use: KeyUse, demandsUser: Bool) async throws -> ElementKey {
    try await keys.make(use: use, demandsUser: demandsUser)
  }

  func delete(thumbprint: String) async throws { try await keys.delete(thumbprint: thumbprint) }
  func erase() async throws { try await keys.erase() }

  func sign(_ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?) async throws -> [UInt8] {
    try await keys.sign(bytes, with: thumbprint, presence: presence)
  }
}
