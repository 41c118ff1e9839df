import Foundation
import OpenSSLCrypto
import SharedValues
import SmallFiles
import Testing
import TestSupport

@testable import AgeFormat
@testable import Keystore

/// A keystore in its own folder, with the low work factor that tests can afford.
struct Bench {
  let folder: TemporaryFolder
  let keystore: FileKeystore
  var path: String { folder("data/devices/phone") }
  var file: String { path + "/keystore.age" }
  var key: String { path + "/device.key" }

  init(protection: KeystoreProtection = .device, passphrase: PassphraseBox = PassphraseBox()) throws {
    folder = TemporaryFolder()
    keystore = FileKeystore(
      directory: folder("data/devices/phone"), firstProtection: protection, passphrase: passphrase, workFactor: 4)
  }

  /// Another instance on the same files, as the next start of the program would have.
  func again(
    passphrase: PassphraseBox = PassphraseBox(), operations: any FileOperations = SystemFileOperations()
  ) -> FileKeystore {
    FileKeystore(
      directory: path, firstProtection: .device, passphrase: passphrase, workFactor: 4, lockSeconds: 5,
      operations: operations)
  }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  /// Replaces the file with this text, encrypted to the device key.
  func replaceDocument(_ text: String) throws {
    let identity = try IdentityFile.parse(try bytes(of: key))[0]
    try put(try Age.encrypt(Array(text.utf8), to: [.x25519(identity.recipient)]), at: file)
  }
}

extension KeystoreDocument {
  static func example(_ clientID: String = "87f1f0d3") -> KeystoreDocument {
    KeystoreDocument(
      issuer: "https://localhost:8443/oauth/v2/oauth-anonymous",
      registration: [
        "client_id": .string(clientID), "client_secret": "keep-this-to-yourself", "client_secret_expires_at": 0,
        "unknown": ["kept": [1, true, .null, "ü🔒"]],
      ],
      registeredAt: Date(timeIntervalSince1970: 1_767_323_045), idToken: Secret("eyJ.id.token"),
      savedAt: Date(timeIntervalSince1970: 1_767_323_046.25))
  }
}
