import Foundation
import OpenSSLCrypto
import SharedValues
import Testing

@testable import DCRTerminal
@testable import SecureElementProgram

/// Key files are read strictly, and an unreadable one is never overwritten.
@Suite(.timeLimit(.minutes(5))) struct DamageTests {
  private let phone: Phone

  init() throws { phone = try Phone() }

  private func makeKeys() async throws {
    let element = phone.element()
    for use in KeyUse.allCases { _ = try await element.make(use: use, demandsUser: false) }
    await element.stop()
  }

  @Test func aDamagedFileIsLeftAloneUntilEverythingIsForgotten() async throws {
    try await makeKeys()
    var bytes = [UInt8](try #require(FileManager.default.contents(atPath: phone.keyFile)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: phone.keyFile))
    chmod(phone.keyFile, 0o600)
    let element = phone.element()
    #expect(await code { _ = try await element.list() } == .damaged)
    #expect(await code { _ = try await element.make(use: .dpop, demandsUser: false) } == .damaged)
    #expect(await code { try await element.delete(thumbprint: "x") } == .damaged)
    #expect(await code { _ = try await element.sign(message, with: "x", presence: nil) } == .damaged)
    #expect(FileManager.default.contents(atPath: phone.keyFile) == Data(bytes))
    try await element.erase()
    let key = try await element.make(use: .dpop, demandsUser: false)
    #expect(try await element.list() == [key])
    await element.stop()
  }

  @Test func noByteCanBeChanged() async throws {
    try await makeKeys()
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: phone.keyFile)))
    #expect(try KeyFileFormat.decode(bytes[...]).count == 2)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x40
      #expect(throws: SecureElementError.self, "byte \(place)") { try KeyFileFormat.decode(changed[...]) }
    }
    for length in [0, 1, 27, bytes.count - 1] {
      #expect(throws: SecureElementError.self) { try KeyFileFormat.decode(bytes.prefix(length)) }
    }
    #expect(throws: SecureElementError.self) { try KeyFileFormat.decode((bytes + [0])[...]) }
  }

  /// Even with a right checksum, the private key must belong to the public one.
  @Test func anInvalidKeyIsRefused() throws {
    let stored = try StoredKey(use: .dpop, demandsUser: false, owner: "phone", now: Date(timeIntervalSince1970: 1))
    let bytes = try KeyFileFormat.encode([stored])
    #expect(try KeyFileFormat.decode(bytes[...]).map(\.key) == [stored.key])
    for place in [bytes.count - 33, bytes.count - 33 - 32, bytes.count - 33 - 64] {
      var content = Array(bytes.dropLast(32))
      content[place] ^= 1
      #expect(throws: SecureElementError.damaged(detail: "a key in it is none")) {
        try KeyFileFormat.decode((content + sha256(content))[...])
      }
    }
  }

  @Test func filesThatOthersCanReadOrRedirectAreNotUsed() async throws {
    try await makeKeys()
    let element = phone.element()
    chmod(phone.keyFile, 0o644)
    #expect(await code { _ = try await element.list() } == .damaged)
    chmod(phone.keyFile, 0o600)
    #expect(try await element.list().count == 2)
    try FileManager.default.moveItem(atPath: phone.keyFile, toPath: phone.keyFile + "2")
    try FileManager.default.createSymbolicLink(atPath: phone.keyFile, withDestinationPath: phone.keyFile + "2")
    #expect(await code { _ = try await element.list() } == .damaged)
    try FileManager.default.removeItem(atPath: phone.keyFile)
    mkfifo(phone.keyFile, 0o600)
    #expect(await code { _ = try await element.list() } == .damaged)
    await element.stop()
    chmod(phone.data.secureElementPath, 0o777)
    #expect(await code { _ = try await element.list() } == .unavailable)
  }
}
