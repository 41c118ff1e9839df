import Crypto
import Foundation
import SharedValues
import Testing

@testable import DCRTerminal

/// The app's view of the secure element: a real process behind a real socket.
@Suite(.timeLimit(.minutes(5))) struct KeeperTests {
  private let phone: Phone

  init() throws { phone = try Phone() }

  @Test(arguments: KeyUse.allCases) func independentSoftwareVerifiesItsSignatures(_ use: KeyUse) async throws {
    let element = phone.element()
    let key = try await element.make(use: use, demandsUser: false)
    #expect(key.use == use && !key.demandsUser && abs(key.madeAt.timeIntervalSinceNow) < 60)
    let first = try await element.sign(message, with: key.thumbprint, presence: nil)
    let second = try await element.sign(message, with: key.thumbprint, presence: nil)
    #expect(first != second)
    for signature in [first, second] { #expect(try verifies(signature, message, key.publicKey)) }
    #expect(try !verifies(first, message + [0], key.publicKey))
    let canonical =
      #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(key.publicKey.x))","y":"\#(Base64URL.encode(key.publicKey.y))"}"#
    #expect(key.thumbprint == Base64URL.encode(SHA256.hash(data: Array(canonical.utf8))))
    await element.stop()
  }

  @Test func keysOutliveTheirProcessAndArePrivateToTheirOwner() async throws {
    let element = phone.element()
    var keys: [ElementKey] = []
    for use in [KeyUse.dpop, .clientAuthentication, .dpop] {
      keys.append(try await element.make(use: use, demandsUser: use == .dpop))
    }
    await element.stop()
    #expect(await element.process == nil && phone.sockets.isEmpty)
    #expect(try await element.list() == keys)
    #expect(try await phone.element().list() == keys)
    let mode = { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
    #expect(try mode(phone.keyFile) == 0o600)
    #expect(try mode(phone.data.secureElementPath) == 0o700)
    #expect(try mode(phone.data.secureElementsPath) == 0o700)
    await element.stop()
  }

  @Test func askingAPhoneWithoutKeysStartsNothing() async throws {
    let element = phone.element()
    #expect(try await element.list() == [])
    try await element.erase()
    #expect(await element.process == nil)
    #expect(!FileManager.default.fileExists(atPath: phone.data.secureElementsPath))
  }

  @Test func aDeletedKeyIsGoneForGood() async throws {
    let element = phone.element()
    let (kept, deleted) = (
      try await element.make(use: .dpop, demandsUser: false), try await element.make(use: .dpop, demandsUser: false)
    )
    try await element.delete(thumbprint: deleted.thumbprint)
    #expect(await code { _ = try await element.sign(message, with: deleted.thumbprint, presence: nil) } == .noSuchKey)
    #expect(await code { try await element.delete(thumbprint: deleted.thumbprint) } == .noSuchKey)
    #expect(try await element.list() == [kept])
    try await element.erase()
    #expect(try await element.list() == [])
    await element.stop()
  }

  @Test func concurrentRequestsGetTheirOwnSignatures() async throws {
    let element = phone.element()
    let keys = [
      try await element.make(use: .dpop, demandsUser: false), try await element.make(use: .dpop, demandsUser: false),
    ]
    let results = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          let (key, message) = (keys[number % 2], Array("message \(number)".utf8))
          guard let signature = try? await element.sign(message, with: key.thumbprint, presence: nil) else {
            return false
          }
          return (try? verifies(signature, message, key.publicKey)) == true
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 50 && !results.contains(false))
    await element.stop()
  }

  @Test func twoAppsOfOneDeviceShareAllKeys() async throws {
    let apps = [phone.element(), phone.element()]
    let made = await withTaskGroup(of: String?.self) { group in
      for number in 0..<20 {
        group.addTask { try? await apps[number % 2].make(use: .dpop, demandsUser: false).thumbprint }
      }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(made.count == 20 && !made.contains(nil))
    for app in apps {
      #expect(Set(try await app.list().map { Optional($0.thumbprint) }) == made)
    }
    // Neither app signs with a key that the other has deleted.
    let first = try #require(made.first ?? nil)
    try await apps[0].delete(thumbprint: first)
    #expect(await code { _ = try await apps[1].sign(message, with: first, presence: nil) } == .noSuchKey)
    for app in apps { await app.stop() }
  }

  @Test func aKilledProcessIsRestarted() async throws {
    let element = phone.element()
    let key = try await element.make(use: .dpop, demandsUser: false)
    for _ in 0..<3 {
      let before = try #require(await element.process)
      kill(before, SIGKILL)
      let signature = try await element.sign(message, with: key.thumbprint, presence: nil)
      #expect(try verifies(signature, message, key.publicKey))
      #expect(await element.process != before)
    }
    // The sockets of killed processes are removed.
    #expect(phone.sockets.count == 1)
    await element.stop()
  }

  @Test func aKeyWithUserPresenceWaitsForConsent() async throws {
    let element = phone.element()
    let key = try await element.make(use: .clientAuthentication, demandsUser: true)
    var challenge = ""
    do { _ = try await element.sign(message, with: key.thumbprint, presence: nil) } catch {
      if error.code == .presenceDemanded { challenge = error.detail }
    }
    let yes = PresenceAnswer(challenge: challenge, .confirmed)
    #expect(try verifies(try await element.sign(message, with: key.thumbprint, presence: yes), message, key.publicKey))
    #expect(await code { _ = try await element.sign(message, with: key.thumbprint, presence: yes) } == .presenceRefused)
    await element.stop()
  }

  @Test(arguments: ["/bin/false", "/bin/echo", "/nonexistent"])
  func anotherProgramIsNotUsed(_ program: String) async throws {
    let element = phone.element(program: program)
    let code = await code { _ = try await element.make(use: .dpop, demandsUser: false) }
    #expect(code == (program == "/bin/echo" ? .protocolBroken : .unavailable))
    #expect(await element.process == nil)
  }

  @Test func theNumberOfKeysIsLimited() async throws {
    let element = phone.element()
    for _ in 0..<64 { _ = try await element.make(use: .dpop, demandsUser: false) }
    #expect(await code { _ = try await element.make(use: .dpop, demandsUser: false) } == .full)
    let keys = try await element.list()
    #expect(keys.count == 64)
    try await element.delete(thumbprint: keys[0].thumbprint)
    _ = try await element.make(use: .clientAuthentication, demandsUser: false)
    await element.stop()
  }
}
