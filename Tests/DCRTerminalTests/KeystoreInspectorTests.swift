import Foundation
import Keystore
import SharedValues
import TestSupport
import Testing

@testable import DCRTerminal

/// What the panel **Keystore** learns while files change beneath it.
@Suite struct KeystoreInspectorTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("devices/phone") }

  private func save(_ path: String) throws {
    let document = KeystoreDocument(
      issuer: "https://idp.example", staticClientID: "client", idToken: nil, savedAt: Date(timeIntervalSince1970: 1000))
    try FileKeystore(directory: path).save(document)
  }

  @Test func aReplacedKeyIsNoticed() async throws {
    try save(path)
    try save(folder("devices/other"))
    let inspector = KeystoreInspector(FileKeystore(directory: path))
    let before = try #require(try await inspector.read().get())
    #expect(try before.contents.get().staticClientID == "client")
    let other = try Data(contentsOf: URL(filePath: folder("devices/other/device.key")))
    try other.write(to: URL(filePath: path + "/device.key"))
    let after = try #require(try await inspector.read().get())
    guard case .failure(let error) = after.contents else {
      return #expect(Bool(false), "the keystore opens with another key")
    }
    #expect(error.code == .wrongKey)
  }

  @Test func anUnchangedFileKeepsItsFigure() async throws {
    try save(path)
    let inspector = KeystoreInspector(FileKeystore(directory: path))
    let first = try #require(try await inspector.read().get())
    for _ in 0..<5 { #expect(try await inspector.read().get()?.seconds == first.seconds) }
  }
}
