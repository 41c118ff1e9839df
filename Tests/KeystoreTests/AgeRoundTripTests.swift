// Encrypting, decrypting, keys, armor, and files of any size.

import Foundation
import OpenSSLCrypto
import Testing
import TestSupport

@testable import AgeFormat

@Suite("age files")
struct AgeRoundTripTests {
  let identity = X25519Identity.generate()

  @Test("a text of any length is decrypted again", arguments: [0, 1, 65535, 65536, 65537, 131_072, 200_000])
  func roundTrip(length: Int) throws {
    let plaintext = secureRandom(length)
    let file = try Age.encrypt(plaintext, to: [.x25519(identity.recipient)])
    #expect(same(try Age.decrypt(file, with: [.x25519(identity)]), plaintext))
  }

  @Test("each recipient can decrypt; a passphrase file opens with its passphrase")
  func recipients() throws {
    let others = (0..<3).map { _ in X25519Identity.generate() }
    let file = try Age.encrypt([1, 2, 3], to: others.map { .x25519($0.recipient) })
    for other in others { #expect(try Age.decrypt(file, with: [.x25519(identity), .x25519(other)]) == [1, 2, 3]) }
    let phrase = try Passphrase("pass phrase")
    let locked = try Age.encrypt([4], to: [.passphrase(phrase, workFactor: 6)])
    #expect(try Age.decrypt(locked, with: [.passphrase(phrase)]) == [4])
    #expect(try Header.parse(locked).workFactor == 6)
  }

  @Test("the error names what is missing")
  func missing() throws {
    let phrase = try Passphrase("pass phrase")
    let locked = try Age.encrypt([4], to: [.passphrase(phrase, workFactor: 6)])
    #expect(code { () throws(AgeError) in try Age.decrypt(locked, with: [.x25519(identity)]) } == .passphraseNeeded)
    let keyed = try Age.encrypt([4], to: [.x25519(identity.recipient)])
    #expect(code { () throws(AgeError) in try Age.decrypt(keyed, with: [.passphrase(phrase)]) } == .identityNeeded)
    #expect(code { () throws(AgeError) in try Age.encrypt([4], to: []) } == .noRecipient)
    let mixed: [AgeRecipient] = [.passphrase(phrase, workFactor: 6), .x25519(identity.recipient)]
    #expect(code { () throws(AgeError) in try Age.encrypt([4], to: mixed) } == .passphraseNotAlone)
    #expect(
      code { () throws(AgeError) in try Age.encrypt([4], to: [.passphrase(phrase, workFactor: 23)]) } == .workFactor)
    #expect(code { () throws(AgeError) in try Age.decrypt(keyed, with: [.x25519(identity)], limit: 0) } == .tooLarge)
  }

  @Test("keys: the specification's example, and what is refused")
  func keys() throws {
    let example = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
    let recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
    let key = try X25519Identity(example)
    #expect(key.recipient.description == recipient)
    #expect(key.revealed == example)
    #expect(try X25519Recipient(recipient) == key.recipient)
    #expect(try X25519Recipient(recipient.uppercased()) == key.recipient)
    for wrong in ["", "age1", recipient.dropLast() + "q", "A" + recipient.dropFirst(), example, recipient + "q"] {
      #expect(code { () throws(AgeError) in try X25519Recipient(String(wrong)) } == .invalidRecipient, "\(wrong)")
    }
    for wrong in ["", recipient, example.dropLast() + "Q", "age" + example.dropFirst(3)] {
      #expect(code { () throws(AgeError) in try X25519Identity(String(wrong)) } == .invalidIdentity, "\(wrong)")
    }
  }

  @Test("identity files: comments and CRLF are fine; a wrong line is named by number and never quoted")
  func identityFiles() throws {
    let text = "# a comment\r\n\r\n" + identity.revealed + "\r\n" + X25519Identity.generate().revealed
    let parsed = try IdentityFile.parse(Array(text.utf8))
    #expect(parsed.count == 2 && parsed[0] == identity)
    #expect(try IdentityFile.parse(Array(IdentityFile.text(identity, comments: ["x"]).utf8)) == [identity])
    let last = identity.revealed.hasSuffix("Q") ? "P" : "Q"
    let broken = "# x\n" + identity.revealed.dropLast() + last
    do {
      _ = try IdentityFile.parse(Array(broken.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.code == .invalidIdentity)
      #expect(error.detail.description.contains("line 2"))
      #expect(
        !error.detail.description.uppercased().contains("SECRET-KEY-1" + identity.revealed.dropFirst(16).prefix(6)))
    }
    for empty in ["", "# only\n"] {
      #expect(code { () throws(AgeError) in try IdentityFile.parse(Array(empty.utf8)) } == .invalidIdentity)
    }
  }

  @Test("passphrase files hold one line; its line break does not belong to it")
  func passphraseFiles() throws {
    let expected = try Passphrase("a b")
    for text in ["a b", "a b\n", "a b\r\n"] { #expect(try Passphrase(file: Array(text.utf8)) == expected) }
    for text in ["", "\n", "a\nb\n"] {
      #expect(code { () throws(AgeError) in try Passphrase(file: Array(text.utf8)) } == .invalidPassphrase)
    }
  }

  @Test("keys and passphrases do not print their secrets")
  func redaction() throws {
    let phrase = try Passphrase("open sesame")
    var dumped = "\(phrase) \(identity) \(AgeIdentity.x25519(identity)) \(AgeRecipient.passphrase(phrase))"
    dump((phrase, identity), to: &dumped)
    #expect(!dumped.contains("sesame"))
    #expect(!dumped.uppercased().contains(identity.revealed))
    #expect(!dumped.contains("111, 112, 101"))
  }
}

@Suite("Armor")
struct ArmorTests {
  private static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  private static let end = "-----END AGE ENCRYPTED FILE-----"

  private static func armored(_ file: [UInt8]) -> [String] {
    let text = Data(file).base64EncodedString()
    let lines = stride(from: 0, to: text.count, by: 64).map { String(text.dropFirst($0).prefix(64)) }
    return [begin] + lines + [end]
  }

  /// At least 200 bytes, so that the armor has several lines; the length needs padding at the end.
  private func file() throws -> [UInt8] { try Parts().file([Parts().x25519()]) }

  @Test("armor is read, with white space around it and CRLF")
  func accepted() throws {
    let lines = ArmorTests.armored(try file())
    let texts = [
      lines.joined(separator: "\n"), lines.joined(separator: "\n") + "\n", lines.joined(separator: "\r\n") + "\r\n",
      " \n\t\n" + lines.joined(separator: "\n") + "\n\n  ",
    ]
    for text in texts {
      #expect(try Age.decrypt(Array(text.utf8), with: [.x25519(Parts.identity)]) == Parts().plaintext)
    }
  }

  @Test("armor that is not strict is refused", arguments: 0..<9)
  func refused(kind: Int) throws {
    var lines = ArmorTests.armored(try file())
    switch kind {
    case 0: lines.removeLast()
    case 1: lines[0] = "-----BEGIN PGP MESSAGE-----"
    case 2: lines[1] += "A"
    case 3: lines.insert("", at: 2)
    case 4: lines[1] = String(lines[1].dropLast(4))
    case 5: lines.append("more")
    case 6: lines[2] = "!" + lines[2].dropFirst()
    case 7: lines[1] = " " + lines[1]
    default: lines.insert("Version: 1", at: 1)
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    #expect(code { () throws(AgeError) in try Age.decrypt(text, with: [.x25519(Parts.identity)]) } == .damagedArmor)
  }
}

@Suite("Files of any size")
struct DescriptorTests {
  /// Longer than what is held in memory, so that decryption takes two passes.
  static let long = Age.heldLength + 300_000

  private func fileOf(_ length: Int, in folder: TemporaryFolder) throws -> (path: String, plaintext: [UInt8]) {
    let plaintext = secureRandom(length)
    let path = folder("file.age")
    try put(try Age.encrypt(plaintext, to: [.x25519(Parts.identity.recipient)]), at: path)
    return (path, plaintext)
  }

  @Test("short and long, from a file", arguments: [100, long])
  func fromFile(length: Int) throws {
    let folder = TemporaryFolder()
    let (path, plaintext) = try fileOf(length, in: folder)
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    let sink = MemorySink()
    try Age.decrypt(descriptor: file.fileDescriptor, with: [.x25519(Parts.identity)], into: sink)
    #expect(same(sink.bytes, plaintext), "\(sink.bytes.count) bytes")
  }

  @Test("short and long, from a pipe", arguments: [100, long])
  func fromPipe(length: Int) throws {
    let folder = TemporaryFolder()
    let (path, plaintext) = try fileOf(length, in: folder)
    let pipe = Pipe()
    let file = try bytes(of: path)
    let writing = Thread {
      pipe.fileHandleForWriting.write(Data(file)); try? pipe.fileHandleForWriting.close()
    }
    writing.start()
    let sink = MemorySink()
    try Age.decrypt(descriptor: pipe.fileHandleForReading.fileDescriptor, with: [.x25519(Parts.identity)], into: sink)
    #expect(same(sink.bytes, plaintext), "\(sink.bytes.count) bytes")
  }

  @Test("nothing is released when the very end is damaged or missing", arguments: [100, long])
  func nothingReleased(length: Int) throws {
    let folder = TemporaryFolder()
    let (path, _) = try fileOf(length, in: folder)
    let whole = try bytes(of: path)
    var altered = whole
    altered[altered.count - 1] ^= 1
    for (file, expected) in [
      (altered, AgeError.Code.damagedPayload), (Array(whole.dropLast()), .damagedPayload),
      (whole + [0], .damagedPayload),
    ] {
      try put(file, at: path)
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      let sink = MemorySink()
      let failure = code { () throws(AgeError) in
        try Age.decrypt(descriptor: handle.fileDescriptor, with: [.x25519(Parts.identity)], into: sink)
      }
      #expect(failure == expected)
      #expect(sink.bytes.count == 0)
    }
  }

  @Test("an output file appears whole or not at all, and an older one stays as it was")
  func atomicOutput() throws {
    let folder = TemporaryFolder()
    let (path, plaintext) = try fileOf(200_000, in: folder)
    let output = folder("out")
    try put(Array("older".utf8), at: output, mode: 0o644)
    var file = try bytes(of: path)
    file[file.count - 1] ^= 1
    try put(file, at: path)
    #expect(code { () throws(AgeError) in try decrypt(path, to: output) } == .damagedPayload)
    #expect(try bytes(of: output) == Array("older".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["file.age", "out"])
    file[file.count - 1] ^= 1
    try put(file, at: path)
    try decrypt(path, to: output)
    #expect(same(try bytes(of: output), plaintext))
    #expect(mode(of: output) == 0o600)
    #expect(code { () throws(AgeError) in try AtomicFile(folder("missing/out")) } == .unwritable)
  }

  private func decrypt(_ path: String, to output: String) throws(AgeError) {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    try Age.decrypt(descriptor: descriptor, with: [.x25519(Parts.identity)], into: try AtomicFile(output))
  }

  @Test("a full disk has its own error")
  func fullDisk() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let sink = DescriptorSink(full.fileDescriptor)
    #expect(code { () throws(AgeError) in try sink.write([1]) } == .noSpace)
  }
}
