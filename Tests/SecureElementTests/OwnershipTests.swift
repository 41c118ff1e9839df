import Foundation
import SharedValues
import TestSupport
import Testing

@testable import DCRTerminal

/// Keys belong to a phone, and a copy of the phone does not have them.
@Suite(.timeLimit(.minutes(5))) struct OwnershipTests {
  private let phone: Phone

  init() throws { phone = try Phone() }

  @Test func aCloneHasNoKey() async throws {
    let element = phone.element()
    let key = try await element.make(use: .dpop, demandsUser: false)
    phone.folder.write("data/devices/phone/keystore.age", "a keystore")
    try PhoneFolders(path: phone.data.path).clone("phone", to: "phone-2")
    let clone = Phone.element(try DataDirectory(path: phone.data.path, device: "phone-2"))
    #expect(FileManager.default.fileExists(atPath: phone.data.path + "/devices/phone-2/keystore.age"))
    #expect(try await clone.list() == [])
    _ = try await clone.make(use: .dpop, demandsUser: false)
    #expect(await code { _ = try await clone.sign(message, with: key.thumbprint, presence: nil) } == .noSuchKey)
    await clone.stop()
    await element.stop()
  }

  /// The copied key file of the element still names its owner.
  @Test func aCopiedFileSignsOnlyForItsOwner() async throws {
    let element = phone.element()
    let key = try await element.make(use: .dpop, demandsUser: false)
    await element.stop()
    try FileManager.default.copyItem(
      atPath: phone.data.secureElementPath, toPath: phone.data.secureElementsPath + "/tablet")
    let tablet = Phone.element(try DataDirectory(path: phone.data.path, device: "tablet"))
    #expect(try await tablet.list() == [])
    #expect(await code { _ = try await tablet.sign(message, with: key.thumbprint, presence: nil) } == .keyOfAnotherApp)
    #expect(await code { try await tablet.delete(thumbprint: key.thumbprint) } == .keyOfAnotherApp)
    await tablet.stop()
  }

  /// The folder of a phone was removed by hand, but its keys still exist, so no new phone gets that name automatically.
  @Test func aNewPhoneBeginsWithoutKeys() async throws {
    let second = try DataDirectory(path: phone.data.path, device: "phone-2")
    let element = Phone.element(second)
    _ = try await element.make(use: .dpop, demandsUser: false)
    await element.stop()
    try FileManager.default.removeItem(atPath: second.devicePath)
    #expect(PhoneFolders(path: phone.data.path).freeName() == "phone-3")
  }
}
