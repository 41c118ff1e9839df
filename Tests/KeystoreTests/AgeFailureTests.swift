// One file for each way in which an age file can be wrong, built from its parts so that exactly one thing is wrong, and the failure
// that it must cause. None of them may release any of the payload.

import OpenSSLCrypto
import Testing

@testable import AgeFormat

/// The parts of a valid file, to be changed in one place.
struct Parts {
  static let identity = X25519Identity(privateKey: [UInt8](repeating: 7, count: 32))!
  static let passphrase = try! Passphrase("correct horse")
  let fileKey = FileKey(bytes: [UInt8](repeating: 42, count: 16))
  var plaintext = Array("the content".utf8)

  func x25519() throws -> Stanza { try X25519Stanza.wrap(fileKey, for: Parts.identity.recipient) }
  func scrypt() throws -> Stanza { try ScryptStanza.wrap(fileKey, with: Parts.passphrase, workFactor: 4) }

  /// A file with this header text, without `---`, and the right MAC.
  func file(_ headerText: String, payload: [UInt8]? = nil) throws -> [UInt8] {
    let authenticated = Array((headerText + "---").utf8)
    let mac = Base64.encode(try fileKey.headerMAC(of: authenticated))
    return authenticated + Array(" \(mac)\n".utf8) + (try payload ?? self.payload())
  }

  func file(_ stanzas: [Stanza], payload: [UInt8]? = nil) throws -> [UInt8] {
    try file("age-encryption.org/v1\n" + stanzas.map(\.text).joined(), payload: payload)
  }

  /// A file with an X25519 stanza and a header text changed by `edit`.
  func edited(_ edit: (String) -> String) throws -> [UInt8] {
    try file(edit("age-encryption.org/v1\n" + x25519().text))
  }

  func payload() throws -> [UInt8] {
    let sink = MemorySink()
    try Payload.seal(MemorySource(plaintext), with: fileKey, into: sink)
    return sink.bytes
  }

  /// Chunks sealed one by one, with any counter and flag.
  func payload(_ chunks: [(length: Int, counter: UInt64, isFinal: Bool)]) throws -> [UInt8] {
    let nonce = [UInt8](repeating: 1, count: 16)
    var cipher = try ChaCha20Poly1305(key: fileKey.payloadKey(nonce: nonce))
    var bytes = nonce
    for chunk in chunks {
      let plaintext = [UInt8](repeating: 0x61, count: chunk.length)
      bytes += try cipher.seal(plaintext, nonce: Payload.nonce(chunk.counter, isFinal: chunk.isFinal))
    }
    return bytes
  }
}

struct FailureCase: CustomTestStringConvertible, Sendable {
  let name: String
  let expected: AgeError.Code?
  let make: @Sendable (Parts) throws -> [UInt8]

  init(_ name: String, _ expected: AgeError.Code?, _ make: @escaping @Sendable (Parts) throws -> [UInt8]) {
    self.name = name
    self.expected = expected
    self.make = make
  }

  var testDescription: String { name }
}

@Suite("Which failure it is")
struct AgeFailureTests {
  @Test func aLackOfMemoryIsSaidInTheLibrarysWords() {
    let reason = "scrypt: malloc failure"
    #expect(AgeError.crypto(.unavailable(reason)) == AgeError(.notEnoughMemory, .value(reason)))
  }

  @Test("a file with one mistake", arguments: headers + x25519 + scrypt + payloads)
  func failure(of example: FailureCase) throws {
    let file = try example.make(Parts())
    let keys: [AgeIdentity] = [.x25519(Parts.identity), .passphrase(Parts.passphrase)]
    #expect(code { () throws(AgeError) in try Age.decrypt(file, with: keys) } == example.expected)
  }

  static let headers = [
    FailureCase("nothing wrong", nil) { try $0.file([$0.x25519()]) },
    FailureCase("an empty file", .notAge) { _ in [] },
    FailureCase("something else", .notAge) { _ in Array("%PDF-1.7\n".utf8) },
    FailureCase("version 2", .unsupportedVersion) { try $0.edited { $0.replacing("/v1\n", with: "/v2\n") } },
    FailureCase("version 10", .unsupportedVersion) { try $0.edited { $0.replacing("/v1\n", with: "/v10\n") } },
    FailureCase("CRLF after the version", .unsupportedVersion) {
      try $0.edited { $0.replacing("/v1\n", with: "/v1\r\n") }
    },
    FailureCase("ends within the version line", .damagedHeader) { _ in Array("age-encrypt".utf8) },
    FailureCase("ends after the version line", .damagedHeader) { _ in Array("age-encryption.org/v1\n".utf8) },
    FailureCase("ends within a stanza", .damagedHeader) { try Array($0.file([$0.x25519()]).prefix(60)) },
    FailureCase("no stanza", .damagedHeader) { try $0.file([Stanza]()) },
    FailureCase("text in place of a stanza", .damagedHeader) { try $0.edited { $0.replacing("-> ", with: "=> ") } },
    FailureCase("no arguments", .damagedHeader) { try $0.edited { $0 + "-> \n\n" } },
    FailureCase("an empty argument", .damagedHeader) { try $0.edited { $0 + "-> a  b\n\n" } },
    FailureCase("a space at the end of the arguments", .damagedHeader) { try $0.edited { $0 + "-> a \n\n" } },
    FailureCase("a tab in an argument", .damagedHeader) { try $0.edited { $0 + "-> a\tb\n\n" } },
    FailureCase("an argument beyond ASCII", .damagedHeader) { try $0.edited { $0 + "-> å\n\n" } },
    FailureCase("every visible character in an argument", nil) { parts in
      try parts.edited { $0 + "-> " + String((0x21...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }) + "\n\n" }
    },
    FailureCase("a body without its short last line", .damagedHeader) { parts in
      try parts.edited { $0 + "-> a\n" + String(repeating: "A", count: 64) + "\n" }
    },
    FailureCase("a body with an empty last line", nil) { parts in
      try parts.edited { $0 + "-> a\n" + String(repeating: "A", count: 64) + "\n\n" }
    },
    FailureCase("a body line of 65 characters", .damagedHeader) { parts in
      try parts.edited { $0 + "-> a\n" + String(repeating: "A", count: 68) + "\n" }
    },
    FailureCase("a body of two short lines", .damagedHeader) { try $0.edited { $0 + "-> a\nAAAA\nAAAA\n" } },
    FailureCase("padding in a body", .damagedHeader) { try $0.edited { $0 + "-> a\nAA==\n" } },
    FailureCase("non-canonical base64 in a body", .damagedHeader) { try $0.edited { $0 + "-> a\nAB\n" } },
    FailureCase("a CR in a body", .damagedHeader) { try $0.edited { $0 + "-> a\nAAAA\r\n" } },
    FailureCase("a stanza added by somebody without the key", .damagedHeader) { parts in
      let file = try parts.file([parts.x25519()])
      let at = try #require(file.indices.first { file[$0...].starts(with: "---".utf8) })
      return file[..<at] + Array("-> a\n\n".utf8) + file[at...]
    },
    FailureCase("a changed MAC", .damagedHeader) { parts in
      let stanza = try parts.x25519()
      return try Header(stanzas: [stanza], mac: [UInt8](repeating: 3, count: 32)).bytes + parts.payload()
    },
    FailureCase("a short MAC", .damagedHeader) { parts in
      try Header(stanzas: [parts.x25519()], mac: [UInt8](repeating: 3, count: 31)).bytes
    },
    FailureCase("no space before the MAC", .damagedHeader) { parts in
      let header = try Header(stanzas: [parts.x25519()], mac: [UInt8](repeating: 3, count: 32)).bytes
      return Array(String(decoding: header, as: UTF8.self).replacing("--- ", with: "---").utf8)
    },
    FailureCase("1025 stanzas", .headerTooLarge) { parts in
      try parts.file([parts.x25519()] + Array(repeating: Stanza(["a"], body: []), count: 1024))
    },
    FailureCase("1024 stanzas", nil) { parts in
      try parts.file([parts.x25519()] + Array(repeating: Stanza(["a"], body: []), count: 1023))
    },
    FailureCase("an endless line", .headerTooLarge) { parts in
      Array(("age-encryption.org/v1\n-> a" + String(repeating: "a", count: 300_000)).utf8)
    },
    FailureCase("an endless body", .headerTooLarge) { parts in
      let line = String(repeating: "A", count: 64) + "\n"
      return Array(("age-encryption.org/v1\n-> a\n" + String(repeating: line, count: 5000)).utf8)
    },
  ]

  static let x25519 = [
    FailureCase("for another key", .wrongKey) { parts in
      try parts.file([X25519Stanza.wrap(parts.fileKey, for: X25519Identity.generate().recipient)])
    },
    FailureCase("a changed share", .wrongKey) { parts in
      let other = try X25519.publicKey(of: X25519.generatePrivateKey())
      return try parts.file([Stanza(["X25519", Base64.encode(other)], body: parts.x25519().body)])
    },
    FailureCase("a changed body, with a checksum beside it", .damagedHeader) { parts in
      let stanza = try parts.x25519()
      let altered = Stanza(stanza.arguments, body: stanza.body.map { $0 ^ 1 })
      return try parts.file([altered, HeaderChecksum.stanza(over: [stanza])])
    },
    FailureCase("for another key, with a checksum beside it", .wrongKey) { parts in
      let stanza = try X25519Stanza.wrap(parts.fileKey, for: X25519Identity.generate().recipient)
      return try parts.file([stanza, HeaderChecksum.stanza(over: [stanza])])
    },
    FailureCase("the right stanza second, unknown ones around it", nil) { parts in
      let other = try X25519Stanza.wrap(parts.fileKey, for: X25519Identity.generate().recipient)
      return try parts.file([
        other, Stanza(["grease", "!"], body: [1, 2]), parts.x25519(), Stanza(["x25519"], body: []),
      ])
    },
    FailureCase("one more argument", .damagedHeader) { parts in
      let stanza = try parts.x25519()
      return try parts.file([Stanza(stanza.arguments + ["x"], body: stanza.body)])
    },
    FailureCase("no argument", .damagedHeader) { try $0.file([Stanza(["X25519"], body: $0.x25519().body)]) },
    FailureCase("a share of 31 bytes", .damagedHeader) { parts in
      try parts.file([Stanza(["X25519", Base64.encode([UInt8](repeating: 9, count: 31))], body: parts.x25519().body)])
    },
    FailureCase("a non-canonical share", .damagedHeader) { parts in
      let stanza = try parts.x25519()
      let share = stanza.arguments[1].dropLast() + "B"
      return try parts.file([Stanza(["X25519", String(share)], body: stanza.body)])
    },
    FailureCase("a share of low order", .damagedHeader) { parts in
      try parts.file([Stanza(["X25519", Base64.encode([UInt8](repeating: 0, count: 32))], body: parts.x25519().body)])
    },
    FailureCase("a file key of 24 bytes", .damagedHeader) { parts in
      try parts.file([Stanza(parts.x25519().arguments, body: [UInt8](repeating: 1, count: 40))])
    },
  ]

  static let scrypt = [
    FailureCase("nothing wrong", nil) { try $0.file([$0.scrypt()]) },
    FailureCase("another passphrase", .wrongPassphrase) { parts in
      try parts.file([ScryptStanza.wrap(parts.fileKey, with: Passphrase("battery staple"), workFactor: 4)])
    },
    FailureCase("beside a key", .passphraseNotAlone) { try $0.file([$0.scrypt(), $0.x25519()]) },
    FailureCase("beside an unknown stanza", .passphraseNotAlone) {
      try $0.file([$0.scrypt(), Stanza(["a"], body: [])])
    },
    FailureCase("twice", .passphraseNotAlone) { try $0.file([$0.scrypt(), $0.scrypt()]) },
    FailureCase("another work factor than it was made with", .wrongPassphrase) { try $0.file([workFactor("5", $0)]) },
    FailureCase("work factor 23", .workFactor) { try $0.file([workFactor("23", $0)]) },
    FailureCase("work factor 64", .workFactor) { try $0.file([workFactor("64", $0)]) },
    FailureCase("a work factor beyond all integers", .workFactor) { parts in
      try parts.file([workFactor(String(repeating: "9", count: 40), parts)])
    },
    FailureCase("work factor 0", .damagedHeader) { try $0.file([workFactor("0", $0)]) },
    FailureCase("work factor 04", .damagedHeader) { try $0.file([workFactor("04", $0)]) },
    FailureCase("work factor +4", .damagedHeader) { try $0.file([workFactor("+4", $0)]) },
    FailureCase("work factor -4", .damagedHeader) { try $0.file([workFactor("-4", $0)]) },
    FailureCase("work factor 0x4", .damagedHeader) { try $0.file([workFactor("0x4", $0)]) },
    FailureCase("no work factor", .damagedHeader) { parts in
      let stanza = try parts.scrypt()
      return try parts.file([Stanza(Array(stanza.arguments.dropLast()), body: stanza.body)])
    },
    FailureCase("a salt of 15 bytes", .damagedHeader) { parts in
      let salt = Base64.encode([UInt8](repeating: 1, count: 15))
      return try parts.file([Stanza(["scrypt", salt, "4"], body: parts.scrypt().body)])
    },
    FailureCase("a long body", .damagedHeader) { parts in
      try parts.file([Stanza(parts.scrypt().arguments, body: [UInt8](repeating: 1, count: 48))])
    },
  ]

  private static func workFactor(_ text: String, _ parts: Parts) throws -> Stanza {
    var stanza = try parts.scrypt()
    stanza.arguments[2] = text
    return stanza
  }

  static let payloads = [
    FailureCase("empty plaintext", nil) { try $0.sealed([(0, 0, true)]) },
    FailureCase("one full chunk", nil) { try $0.sealed([(65536, 0, true)]) },
    FailureCase("three chunks", nil) { try $0.sealed([(65536, 0, false), (65536, 1, false), (1, 2, true)]) },
    FailureCase("no payload", .truncated) { try $0.file([$0.x25519()], payload: []) },
    FailureCase("half a nonce", .truncated) { try $0.file([$0.x25519()], payload: [1, 2, 3]) },
    FailureCase("a nonce alone", .truncated) { try $0.file([$0.x25519()], payload: [UInt8](repeating: 1, count: 16)) },
    FailureCase("half a tag", .truncated) { try $0.file([$0.x25519()], payload: [UInt8](repeating: 1, count: 24)) },
    FailureCase("cut off after a chunk", .truncated) { try $0.sealed([(65536, 0, false)]) },
    FailureCase("cut off after two chunks", .truncated) { try $0.sealed([(65536, 0, false), (65536, 1, false)]) },
    FailureCase("cut off within a chunk", .damagedPayload) {
      try $0.sealed([(65536, 0, false), (900, 1, true)]).dropLast(9)
    },
    FailureCase("an empty final chunk", .damagedPayload) { try $0.sealed([(65536, 0, false), (0, 1, true)]) },
    FailureCase("a short chunk before the final one", .damagedPayload) { parts in
      try parts.sealed([(100, 0, false), (100, 1, true)])
    },
    FailureCase("two final chunks", .damagedPayload) { try $0.sealed([(65536, 0, true), (100, 1, true)]) },
    FailureCase("chunks exchanged", .damagedPayload) { parts in
      try parts.sealed([(65536, 1, false), (65536, 0, false), (1, 2, true)])
    },
    FailureCase("a chunk left out", .damagedPayload) { try $0.sealed([(65536, 0, false), (1, 2, true)]) },
    FailureCase("a byte after the end", .damagedPayload) { try $0.file([$0.x25519()]) + [0] },
    FailureCase("a whole chunk after the end", .damagedPayload) { parts in
      try parts.sealed([(65536, 0, true), (65536, 1, false)])
    },
    FailureCase("a changed byte in the second chunk", .damagedPayload) { parts in
      var file = try parts.sealed([(65536, 0, false), (65536, 1, false), (1, 2, true)])
      file[file.count - 30_000] ^= 1
      return file
    },
    FailureCase("a changed nonce", .damagedPayload) { parts in
      let header = try parts.file([parts.x25519()], payload: [])
      var payload = try parts.payload()
      payload[0] ^= 1
      return header + payload
    },
  ]
}

extension Parts {
  fileprivate func sealed(_ chunks: [(length: Int, counter: UInt64, isFinal: Bool)]) throws -> [UInt8] {
    try file([x25519()], payload: payload(chunks))
  }
}
