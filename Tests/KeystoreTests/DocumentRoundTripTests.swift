// Whatever a document writes can be read again: every version, with every selection of its optional members.

import Foundation
import SharedValues
import Testing

@testable import Keystore

@Suite("Document round trip")
struct DocumentRoundTripTests {
  private static let tokens: [String: @Sendable (inout KeystoreDocument) -> Void] = [
    "id_token": { $0.idToken = Secret("eyJ.id.token") },
    "refresh_token": { $0.refreshToken = Secret("refresh-0") },
  ]

  struct Kind: Sendable, CustomTestStringConvertible {
    var version: Int
    var bare: KeystoreDocument
    var optional: [String: @Sendable (inout KeystoreDocument) -> Void]
    var testDescription: String { "version \(version)" }
  }

  static let kinds: [Kind] = {
    var registered = KeystoreDocument.example()
    registered.idToken = nil
    let asked: [String: @Sendable (inout KeystoreDocument) -> Void] = ["asked": { $0.asked = ["scope": "openid"] }]
    let fixed = KeystoreDocument(
      issuer: registered.issuer, staticClientID: "rn-expo-app", idToken: nil, savedAt: registered.savedAt)
    return [
      Kind(version: 1, bare: registered, optional: tokens.merging(asked) { $1 }),
      Kind(version: 2, bare: fixed, optional: tokens),
    ]
  }()

  @Test("every written document is read again", arguments: kinds)
  func everySelection(_ kind: Kind) throws {
    let names = kind.optional.keys.sorted()
    for selection in 0..<(1 << names.count) {
      var document = kind.bare
      let chosen = names.indices.filter { selection & (1 << $0) != 0 }.map { names[$0] }
      for name in chosen { kind.optional[name]?(&document) }
      #expect(document.json["version"]?.intValue == kind.version)
      for name in names { #expect((document.json[name] != nil) == chosen.contains(name), "\(name) of \(chosen)") }
      #expect(try KeystoreDocument(bytes: document.bytes, path: "") == document, "\(chosen)")
    }
  }

  @Test("every version has a kind")
  func everyVersion() {
    #expect(DocumentRoundTripTests.kinds.map(\.version) == Array(1...KeystoreDocument.currentVersion))
  }

  @Test("a member of the wrong type is damage in every version", arguments: kinds)
  func wrongTypes(_ kind: Kind) throws {
    for name in kind.optional.keys {
      let bytes = Array(kind.bare.json.setting(name, 1).compact.utf8)
      #expect(code { () throws(KeystoreError) in try KeystoreDocument(bytes: bytes, path: "") } == .damagedDocument)
    }
  }
}
