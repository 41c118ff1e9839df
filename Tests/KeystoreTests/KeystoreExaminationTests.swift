import Foundation
import SharedValues
import Testing

@testable import AgeFormat
@testable import Keystore

/// Examining a keystore: its parts, and that no altered copy opens. Examinations never write.
struct KeystoreExaminationTests {
  private func saved() throws -> Bench {
    let bench = try Bench()
    try bench.keystore.save(.example())
    return bench
  }

  private func underPassphrase(_ passphrase: String = "correct horse") throws -> Bench {
    let bench = try saved()
    try bench.keystore.changeProtection(to: .passphrase, newPassphrase: Secret(passphrase))
    return bench
  }

  private func everyFile(_ bench: Bench) throws -> [String: [UInt8]] {
    try bench.names().reduce(into: [:]) { files, name in files[name] = try bytes(of: bench.path + "/" + name) }
  }

  @Test func aPhoneWithoutAKeystoreHasNothingToExamine() throws {
    let bench = try Bench()
    #expect(try bench.keystore.xray() == nil)
    #expect(try bench.keystore.reading() == nil)
    #expect(try bench.keystore.result(of: .guess) == nil)
    #expect(!FileManager.default.fileExists(atPath: bench.folder("data")))
  }

  @Test func thePartsAreTheWholeFileInItsOrder() throws {
    let bench = try saved()
    let xray = try #require(try bench.keystore.xray())
    let bytes = try bytes(of: bench.file)
    #expect(
      xray.parts.map(\.kind) == [
        .version, .keyRecipient, .sealedKey, .checksum, .otherBody, .mac, .nonce, .ciphertext(chunks: 1), .tag,
      ])
    #expect(xray.parts.first?.offset == 0)
    #expect(xray.parts.last?.range.upperBound == bytes.count)
    for (part, next) in zip(xray.parts, xray.parts.dropFirst()) { #expect(part.range.upperBound == next.offset) }
    for part in xray.parts { #expect(Array(bytes[part.range].prefix(part.start.count)) == part.start) }
    #expect(xray.modes == KeystoreXRay.Modes(file: 0o600, folder: 0o700, key: 0o600))
  }

  @Test func theReadingHasTheDocumentAndTheTimeToOpenIt() throws {
    let bench = try saved()
    let reading = try #require(try bench.keystore.reading())
    #expect(try reading.contents.get() == .example())
    #expect(try #require(reading.seconds) > 0)
  }

  @Test(arguments: KeystoreTrial.DamagedPart.allCases)
  func oneChangedByteIsRefused(_ part: KeystoreTrial.DamagedPart) throws {
    let bench = try saved()
    let before = try everyFile(bench)
    let bytes = try bytes(of: bench.file)
    let result = try #require(try bench.keystore.result(of: .damage(part)))
    let alteration = try #require(result.alteration)
    #expect(bytes[alteration.offset] == alteration.before)
    #expect(alteration.before != alteration.after)
    // The format itself refuses that very copy, too.
    var copy = bytes
    copy[alteration.offset] = alteration.after
    let key = try IdentityFile.parse(try #require(before["device.key"]))[0]
    #expect(throws: AgeError.self) { try Age.decrypt(copy, with: [.x25519(key)]) }
    let expected: KeystoreError.Code = [.recipient, .mac].contains(part) ? .damagedHeader : .damagedPayload
    #expect(result.refusal?.code == expected)
    #expect(try everyFile(bench) == before)
    #expect(try bench.keystore.load() == .example())
  }

  @Test func anotherKeyIsRefused() throws {
    let bench = try saved()
    let result = try #require(try bench.keystore.result(of: .guess))
    #expect(result.refusal?.code == .wrongKey)
  }

  @Test func aLockedKeystoreShowsItsCostAndKeepsTheRest() throws {
    let bench = try underPassphrase()
    let locked = bench.again()
    let reading = try #require(try locked.reading())
    #expect(reading.xray.parts.map(\.kind).contains(.passphraseRecipient))
    #expect(reading.xray.inspection.workFactor == 4)
    #expect(reading.xray.modes.key == nil)
    #expect(reading.seconds == nil)
    guard case .failure(let error) = reading.contents else { return #expect(Bool(false), "it opened") }
    #expect(error.code == .passphraseNeeded)
    #expect(throws: KeystoreError.self) { try locked.result(of: .damage(.tag)) }
    #expect(try #require(try locked.result(of: .guess)).refusal?.code == .wrongPassphrase)
  }

  @Test func noPassphraseIsAskedFor() throws {
    let bench = try underPassphrase()
    let asking = PassphraseBox(asking: {
      Issue.record("the user was asked for a passphrase")
      return nil
    })
    _ = try bench.again(passphrase: asking).reading()
  }

  @Test func theMostCommonPasswordIsGuessed() throws {
    let bench = try underPassphrase(KeystoreTrial.firstGuess)
    let result = try #require(try bench.again().result(of: .guess))
    #expect(result.refusal == nil)
  }

  @Test func anArmoredFileIsExaminedWithoutItsArmor() throws {
    let bench = try saved()
    let bytes = try bytes(of: bench.file)
    let lines = stride(from: 0, to: bytes.count, by: 48).map { start in
      Data(bytes[start..<min(start + 48, bytes.count)]).base64EncodedString()
    }
    let armor =
      "-----BEGIN AGE ENCRYPTED FILE-----\n\(lines.joined(separator: "\n"))\n-----END AGE ENCRYPTED FILE-----\n"
    try put(Array(armor.utf8), at: bench.file)
    #expect(try #require(try bench.keystore.xray()).parts.last?.range.upperBound == bytes.count)
    #expect(try #require(try bench.keystore.result(of: .damage(.payload))).refusal?.code == .damagedPayload)
  }

  @Test(arguments: [30, 200, 240, 260])
  func aTruncatedFileIsNotDescribedBeyondItsEnd(_ length: Int) throws {
    let bench = try saved()
    try put(Array(try bytes(of: bench.file).prefix(length)), at: bench.file)
    do {
      let parts = try #require(try bench.keystore.xray()).parts
      #expect(parts.last?.range.upperBound == length)
      #expect(try bench.keystore.reading()?.contents.failure != nil)
    } catch let error as KeystoreError {
      #expect(error.code == .damagedHeader)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
