// What the file keystore saves, which files it refuses, and how it tells the failures apart.

import Foundation
import OpenSSLCrypto
import SharedValues
import TestValues
import Testing

@testable import AgeFormat
@testable import Keystore

@Suite("File keystore")
struct FileKeystoreTests {
  @Test("a first run finds no keystore and creates none")
  func firstRun() throws {
    let bench = try Bench()
    #expect(try bench.keystore.load() == nil)
    #expect(try bench.keystore.inspect() == nil)
    #expect(try bench.keystore.erase() == [])
    #expect(!FileManager.default.fileExists(atPath: bench.folder("data")))
  }

  @Test(
    "what was saved comes back in another instance, unknown members and all", arguments: KeystoreProtection.allCases)
  func roundTrip(protection: KeystoreProtection) throws {
    let phrase = Secret("pass phrase")
    let bench = try Bench(protection: protection, passphrase: PassphraseBox(phrase))
    try bench.keystore.save(.example())
    #expect(try bench.again(passphrase: PassphraseBox(phrase)).load() == .example())
    var second = KeystoreDocument.example("second")
    second.idToken = nil
    try bench.keystore.save(second)
    #expect(try bench.again(passphrase: PassphraseBox(phrase)).load() == second)
  }

  @Test("modes are 0700 and 0600, whatever the umask; nothing else is left in the folder")
  func modes() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    for folder in ["data/devices", "data/devices/phone"] { #expect(mode(of: bench.folder(folder)) == 0o700) }
    #expect(try bench.names() == ["device.key", "keystore.age", "keystore.lock"])
    for name in try bench.names() { #expect(mode(of: bench.path + "/" + name) == 0o600) }
    let file = String(decoding: try bytes(of: bench.file), as: UTF8.self)
    #expect(!file.contains("keep-this") && !file.contains("87f1f0d3") && !file.contains("localhost"))
  }

  @Test("any changed byte is reported as damage")
  func everyByte() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let file = try bytes(of: bench.file)
    let headerEnd = try Header.parse(file).bytes.count
    for index in file.indices {
      var altered = file
      altered[index] ^= index % 2 == 0 ? 0x01 : 0x20
      try put(altered, at: bench.file)
      let expected: KeystoreError.Code = index < headerEnd ? .damagedHeader : .damagedPayload
      #expect(code { () throws(KeystoreError) in try bench.again().load() } == expected, "byte \(index)")
    }
  }

  @Test("a truncated file is damage, never a first run")
  func everyLength() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let file = try bytes(of: bench.file)
    let headerEnd = try Header.parse(file).bytes.count
    for length in 0..<file.count {
      try put(Array(file[..<length]), at: bench.file)
      let expected: KeystoreError.Code = length < headerEnd ? .damagedHeader : .damagedPayload
      #expect(code { () throws(KeystoreError) in try bench.again().load() } == expected, "length \(length)")
    }
  }

  @Test("a damaged keystore is not overwritten")
  func damagedIsKept() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    var file = try bytes(of: bench.file)
    file[file.count - 1] ^= 1
    try put(file, at: bench.file)
    for keystore in [bench.keystore, bench.again()] {
      #expect(code { () throws(KeystoreError) in try keystore.save(.example("new")) } == .damagedPayload)
      #expect(try bytes(of: bench.file) == file)
    }
    #expect(try bench.keystore.erase() == ["keystore.age", "device.key"])
    try bench.keystore.save(.example("new"))
    #expect(try bench.again().load()?.clientID == "new")
  }

  @Test("another key, a missing key and a damaged key have different errors")
  func keys() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let file = try bytes(of: bench.file)
    try put(Array(IdentityFile.text(.generate()).utf8), at: bench.key)
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .wrongKey)
    #expect(code { () throws(KeystoreError) in try bench.again().save(.example("new")) } == .wrongKey)
    try put(Array("nonsense\n".utf8), at: bench.key)
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .damagedKey)
    try FileManager.default.removeItem(atPath: bench.key)
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .keyMissing)
    #expect(code { () throws(KeystoreError) in try bench.again().save(.example("new")) } == .keyMissing)
    #expect(try bytes(of: bench.file) == file)
  }

  @Test("a missing passphrase, a wrong one, and a work factor that is too high")
  func passphrases() throws {
    let bench = try Bench(protection: .passphrase, passphrase: PassphraseBox(Secret("right")))
    try bench.keystore.save(.example())
    #expect(try bench.names() == ["keystore.age", "keystore.lock"])
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .passphraseNeeded)
    let wrong = bench.again(passphrase: PassphraseBox(Secret("wrong")))
    #expect(code { () throws(KeystoreError) in try wrong.load() } == .wrongPassphrase)
    #expect(code { () throws(KeystoreError) in try wrong.save(.example("new")) } == .wrongPassphrase)
    wrong.passphrase.fill(Secret("right"))
    #expect(try wrong.load() == .example())
    let text = String(decoding: try bytes(of: bench.file), as: Unicode.ASCII.self)
    #expect(text.contains("-> scrypt "))
    var stanza = try Parts().scrypt()
    stanza.arguments[2] = "23"
    try put(try Parts().file([stanza]), at: bench.file)
    let unasked = bench.again(
      passphrase: PassphraseBox(asking: {
        Issue.record("asked"); return nil
      }))
    #expect(code { () throws(KeystoreError) in try unasked.load() } == .workFactor)
  }

  // MARK: Exchanged while the app runs

  /// A keystore with its own key, as a stranger would make it.
  private func foreign(_ protection: KeystoreProtection = .device) throws -> Bench {
    let bench = try Bench(protection: protection, passphrase: PassphraseBox(Secret("theirs")))
    try bench.keystore.save(.example("theirs"))
    return bench
  }

  private func exchange(_ names: [String], of other: Bench, into bench: Bench) throws {
    for name in ["keystore.age", "device.key"] { try? FileManager.default.removeItem(atPath: bench.path + "/" + name) }
    for name in names { try put(try bytes(of: other.path + "/" + name), at: bench.path + "/" + name) }
  }

  /// Nothing is read or written, and the files stay for the user to examine.
  private func expectRefused(_ keystore: FileKeystore, _ bench: Bench, _ what: String) throws {
    let before = try bench.names().map { try bytes(of: bench.path + "/" + $0) }
    for _ in 0..<2 {
      #expect(code { () throws(KeystoreError) in try keystore.load() } == .protectionChanged, "\(what)")
      #expect(code { () throws(KeystoreError) in try keystore.save(.example("new")) } == .protectionChanged, "\(what)")
      #expect(
        code { () throws(KeystoreError) in
          try keystore.changeProtection(to: .passphrase, newPassphrase: Secret("x"))
        } == .protectionChanged, "\(what)")
      // The panel's examination makes the file no more trusted.
      _ = try? keystore.reading()
    }
    #expect(try bench.names().map { try bytes(of: bench.path + "/" + $0) } == before, "\(what)")
  }

  @Test("a keystore that is exchanged under a running app is neither read nor written", arguments: [true, false])
  func exchanged(byLoading: Bool) throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let running = byLoading ? bench.again() : bench.keystore
    if byLoading { _ = try running.load() }
    try exchange(["keystore.age", "device.key"], of: foreign(), into: bench)
    try expectRefused(running, bench, "a pair of somebody else's")
    try exchange(["keystore.age"], of: foreign(.passphrase), into: bench)
    try expectRefused(running, bench, "one under a passphrase")
    // A new start does not know the old keystore.
    try exchange(["keystore.age", "device.key"], of: foreign(), into: bench)
    #expect(try bench.again().load()?.clientID == "theirs")
  }

  @Test("a passphrase is not exchanged for a key")
  func exchangedForAKey() throws {
    let bench = try Bench(protection: .passphrase, passphrase: PassphraseBox(Secret("right")))
    try bench.keystore.save(.example())
    try exchange(["keystore.age", "device.key"], of: foreign(), into: bench)
    try expectRefused(bench.keystore, bench, "a device key")
    // The passphrase is kept even if the file is gone.
    try exchange(["device.key"], of: foreign(), into: bench)
    try bench.keystore.save(.example("again"))
    #expect(try bench.again().inspect()?.protection == .passphrase)
  }

  @Test("another key beside the file is no reason to encrypt to it")
  func exchangedKey() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let file = try bytes(of: bench.file)
    try put(Array(IdentityFile.text(.generate()).utf8), at: bench.key)
    #expect(code { () throws(KeystoreError) in try bench.keystore.save(.example("new")) } == .protectionChanged)
    #expect(try bytes(of: bench.file) == file)
    // Without the file, too, this is not the key that the app trusts.
    try exchange(["device.key"], of: foreign(), into: bench)
    #expect(code { () throws(KeystoreError) in try bench.keystore.save(.example("new")) } == .protectionChanged)
    #expect(try bench.names() == ["device.key", "keystore.lock"])
  }

  @Test("a change of protection does not use a key that lies beside the file")
  func ownChanges() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    try bench.keystore.changeProtection(to: .passphrase, newPassphrase: Secret("new"))
    try bench.keystore.save(.example("second"))
    let planted = X25519Identity.generate()
    try put(Array(IdentityFile.text(planted).utf8), at: bench.key)
    try bench.keystore.changeProtection(to: .device)
    try bench.keystore.save(.example("third"))
    #expect(try bench.again().load()?.clientID == "third")
    #expect(try IdentityFile.parse(try bytes(of: bench.key))[0].recipient != planted.recipient)
    _ = try bench.keystore.erase()
    try bench.keystore.save(.example("after"))
    #expect(try bench.again().load()?.clientID == "after")
  }

  @Test("a passphrase is asked for once, and again after a refusal")
  func asking() throws {
    let bench = try Bench(protection: .passphrase, passphrase: PassphraseBox(Secret("right")))
    try bench.keystore.save(.example())
    let counter = Counter()
    let asked = bench.again(passphrase: PassphraseBox(asking: { counter.next() == 1 ? nil : Secret("right") }))
    #expect(code { () throws(KeystoreError) in try asked.load() } == .passphraseNeeded)
    asked.passphrase.fill(Secret("right"))
    _ = try asked.load()
    try asked.save(.example("new"))
    #expect(counter.count == 1)
  }

  @Test(
    "documents that are not right",
    arguments: [
      (#"{"version":3}"#, KeystoreError.Code.newerVersion), (#"{"version":99,"x":1}"#, .newerVersion),
      ("", .damagedDocument), ("[]", .damagedDocument), ("{}", .damagedDocument), (#"{"version":0}"#, .damagedDocument),
      (#"{"version":"1"}"#, .damagedDocument), (#"{"version":1}"#, .damagedDocument),
      (
        #"{"version":1,"issuer":"i","registered_at":"yesterday","saved_at":"2026-01-01T00:00:00Z","registration":{}}"#,
        .damagedDocument
      ),
      (
        #"{"version":1,"issuer":"i","registered_at":"2026-01-01T00:00:00Z","saved_at":"2026-01-01T00:00:00Z","registration":3}"#,
        .damagedDocument
      ),
      (#"{"version":2}"#, .damagedDocument),
      (#"{"version":2,"issuer":"i","saved_at":"2026-01-01T00:00:00Z"}"#, .damagedDocument),
      (#"{"version":1,"version":1}"#, .damagedDocument),
    ])
  func documents(text: String, expected: KeystoreError.Code) throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    try bench.replaceDocument(text)
    let file = try bytes(of: bench.file)
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == expected)
    #expect(code { () throws(KeystoreError) in try bench.again().save(.example("new")) } == expected)
    #expect(try bytes(of: bench.file) == file)
  }

  @Test("without a registration: version 2, the static client's id, the ID token and nothing else")
  func versionTwo() throws {
    let bench = try Bench()
    let document = KeystoreDocument(
      issuer: "i", staticClientID: "rn-expo-app", idToken: Secret("a.b.c"),
      savedAt: Date(timeIntervalSince1970: 1_767_323_045))
    #expect(document.json.objectValue?.map(\.name) == ["version", "issuer", "client_id", "saved_at", "id_token"])
    #expect(document.json["version"] == 2)
    try bench.keystore.save(document)
    #expect(try bench.again().load() == document)
    // A document that fits into version 1 is written as version 1.
    try bench.keystore.save(.example())
    #expect(KeystoreDocument.example().json["version"] == 1)
    #expect(try bench.again().load() == .example())
  }

  @Test("a document of version 1 without an ID token, times with and without fractions")
  func versionOne() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    try bench.replaceDocument(
      #"{"version":1,"issuer":"i","registered_at":"2026-01-02T03:04:05Z","saved_at":"2026-01-02T03:04:05.678Z","#
        + #""registration":{"client_id":"a"},"id_token":null,"later":[]}"#)
    let document = try #require(try bench.again().load())
    #expect(document.idToken == nil)
    #expect(document.registeredAt == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(abs(document.savedAt.timeIntervalSince1970 - 1_767_323_045.678) < 0.0001)
  }

  @Test("an inspection works without the key")
  func inspection() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    try FileManager.default.removeItem(atPath: bench.key)
    let seen = try #require(try bench.again().inspect())
    #expect(seen.protection == .device && !seen.hasKeyFile && seen.workFactor == nil)
    #expect(seen.recipients == ["X25519", "dcr-terminal/checksum"])
    #expect(seen.size == (try bytes(of: bench.file)).count)
  }

  @Test("a file beyond the limit is not read, a document beyond it is not written")
  func limits() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let file = try bytes(of: bench.file)
    var huge = KeystoreDocument.example()
    huge.registration = ["x": .string(String(repeating: "x", count: FileKeystore.maximumLength))]
    #expect(code { () throws(KeystoreError) in try bench.keystore.save(huge) } == .tooLarge)
    #expect(try bytes(of: bench.file) == file)
    try put([UInt8](repeating: 0, count: FileKeystore.maximumLength + 1), at: bench.file)
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .tooLarge)
  }
}
