// Interoperation with FiloSottile's `age` (Debian's package `age`), in both directions.

import Foundation
import OpenSSLCrypto
import SharedValues
import Testing
import TestSupport

@testable import AgeFormat
@testable import Keystore

@Suite("Interoperation with Debian's age", .timeLimit(.minutes(5)))
struct InteroperationTests {
  @Test("keys of age-keygen are read here, keys from here by age-keygen")
  func keys() throws {
    let folder = TemporaryFolder()
    #expect(try run("age-keygen", ["-o", folder("theirs")]).status == 0)
    let theirs = try IdentityFile.parse(try bytes(of: folder("theirs")))
    #expect(try run("age-keygen", ["-y", folder("theirs")]).text == "\(theirs[0].recipient)\n")
    let ours = X25519Identity.generate()
    try put(Array(IdentityFile.text(ours, comments: ["ours"]).utf8), at: folder("ours"))
    #expect(try run("age-keygen", ["-y", folder("ours")]).text == "\(ours.recipient)\n")
  }

  @Test("age decrypts what is encrypted here", arguments: [0, 1, 65536, 200_000])
  func ourFiles(length: Int) throws {
    let folder = TemporaryFolder()
    let identity = X25519Identity.generate()
    let plaintext = secureRandom(length)
    try put(Array(IdentityFile.text(identity).utf8), at: folder("key"))
    let recipients: [AgeRecipient] = [.x25519(X25519Identity.generate().recipient), .x25519(identity.recipient)]
    try put(try Age.encrypt(plaintext, to: recipients, withChecksum: true), at: folder("file.age"))
    let result = try run("age", ["-d", "-i", folder("key"), "-o", folder("plain"), folder("file.age")])
    #expect(result.status == 0, "\(result.text)")
    // age creates its output file with the first byte that it writes.
    #expect(length == 0 ? result.text.isEmpty : same(try bytes(of: folder("plain")), plaintext))
  }

  @Test("what age encrypts is decrypted here, binary and armored", arguments: [0, 1, 65536, 200_000], [[], ["-a"]])
  func theirFiles(length: Int, options: [String]) throws {
    let folder = TemporaryFolder()
    let identity = X25519Identity.generate()
    let plaintext = secureRandom(length)
    try put(plaintext, at: folder("plain"))
    let arguments = options + ["-r", identity.recipient.description, "-o", folder("file.age"), folder("plain")]
    #expect(try run("age", arguments).status == 0)
    #expect(same(try Age.decrypt(try bytes(of: folder("file.age")), with: [.x25519(identity)]), plaintext))
  }

  @Test("age and this program decrypt each other's files with a passphrase")
  func passphrases() throws {
    let folder = TemporaryFolder()
    let phrase = "correct horse battery staple"
    let recipient = AgeRecipient.passphrase(try Passphrase(phrase), workFactor: 10)
    try put(try Age.encrypt(Array("ours".utf8), to: [recipient]), at: folder("ours.age"))
    var terminal = try PseudoTerminal(["age", "-d", "-o", folder("ours"), folder("ours.age")])
    try terminal.answer("Enter passphrase", with: phrase)
    #expect(try terminal.finish() == 0, "\(terminal.seen)")
    #expect(try bytes(of: folder("ours")) == Array("ours".utf8))

    try put(Array("theirs".utf8), at: folder("theirs"))
    terminal = try PseudoTerminal(["age", "-p", "-o", folder("theirs.age"), folder("theirs")])
    try terminal.answer("Enter passphrase", with: phrase)
    try terminal.answer("Confirm passphrase", with: phrase)
    #expect(try terminal.finish() == 0, "\(terminal.seen)")
    let file = try bytes(of: folder("theirs.age"))
    #expect(try Age.decrypt(file, with: [.passphrase(Passphrase(phrase))]) == Array("theirs".utf8))
  }

  @Test("age -d -i device.key keystore.age prints the keystore's document")
  func keystore() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let result = try run("age", ["-d", "-i", bench.key, bench.file])
    #expect(result.status == 0)
    let json = try JSON.parse(result.text)
    #expect(json["version"]?.intValue == 1)
    #expect(json["issuer"]?.stringValue == KeystoreDocument.example().issuer)
    #expect(json["registration"] == KeystoreDocument.example().registration)
    #expect(json["id_token"]?.stringValue == "eyJ.id.token")
    #expect(json["registered_at"]?.stringValue == "2026-01-02T03:04:05Z")
    #expect(json["saved_at"]?.stringValue == "2026-01-02T03:04:06.250Z")
  }

  @Test("a keystore that age wrote is loaded, and saved again")
  func restored() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let plain = try run("age", ["-d", "-i", bench.key, bench.file])
    try put(Array(plain.text.utf8), at: bench.folder("plain"))
    let recipient = try IdentityFile.parse(try bytes(of: bench.key))[0].recipient
    #expect(try run("age", ["-a", "-r", "\(recipient)", "-o", bench.file, bench.folder("plain")]).status == 0)
    #expect(chmod(bench.file, 0o600) == 0)
    #expect(try bench.again().load() == .example())
    try bench.again().save(.example("new"))
    #expect(try bench.again().load()?.clientID == "new")
  }
}

@Suite("Files that were written long ago")
struct FrozenFileTests {
  @Test("of age 1.1.1", arguments: ["age-1.1.1.age", "age-1.1.1-armored.age"])
  func age(name: String) throws {
    let identity = try IdentityFile.parse(try vector("age-1.1.1.key"))[0]
    #expect(try Age.decrypt(try vector(name), with: [.x25519(identity)]) == Array("kept since version 1\n".utf8))
  }

  @Test("of age 1.1.1 with a passphrase, work factor 18")
  func passphrase() throws {
    let file = try vector("age-1.1.1-passphrase.age")
    #expect(try Header.parse(file).workFactor == 18)
    #expect(try Age.decrypt(file, with: [.passphrase(Passphrase("frozen"))]) == Array("kept since version 1\n".utf8))
  }

  @Test("a keystore of version 1")
  func keystore() throws {
    let bench = try Bench()
    try FileManager.default.createDirectory(
      atPath: bench.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try put(try vector("keystore-1.age"), at: bench.file)
    try put(try vector("keystore-1.key"), at: bench.key)
    #expect(try bench.keystore.load() == .example())
  }
}
