import Foundation
import SharedValues
import TestSupport
import Testing

@testable import DCRTerminal

/// The element's client never holds a private key: this test searches its memory and files. The app's side of the client runs in
/// this process; Tests/Terminal/test_isolation.py searches the app itself.
@Suite(.serialized) struct SecrecyTests {
  private let phone: Phone

  init() throws { phone = try Phone() }

  /// Bytes to search for, masked so that the test does not hold them itself.
  private struct Masked {
    let bytes: [UInt8]
    private static let mask: UInt8 = 0xA5

    /// A part of a file, masked as soon as it is read.
    init(file: String, offset: Int, count: Int) throws {
      let descriptor = open(file, O_RDONLY)
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: count)
      let read = bytes.withUnsafeMutableBytes { area in
        let count = pread(descriptor, area.baseAddress, area.count, off_t(offset))
        for place in area.indices { area[place] ^= Masked.mask }
        return count
      }
      try #require(read == count)
      self.bytes = bytes
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The byte order in which libcrypto stores numbers.
    var reversed: Masked { Masked(bytes.reversed()) }

    /// The base64url text without its last character, computed one character at a time.
    var text: Masked {
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
      return Masked(
        (0..<(bytes.count * 8 / 6)).map { place in
          let (byte, shift) = (place * 6 / 8, place * 6 % 8)
          let high = UInt16(bytes[byte] ^ Masked.mask) << 8
          let pair = high | (byte + 1 < bytes.count ? UInt16(bytes[byte + 1] ^ Masked.mask) : 0)
          return alphabet[Int(pair >> (10 - shift) & 0x3F)] ^ Masked.mask
        })
    }

    func isIn(_ area: UnsafeRawBufferPointer) -> Bool {
      guard var place = area.baseAddress, area.count >= bytes.count else { return false }
      let end = place + area.count - bytes.count + 1
      while place < end, let found = memchr(place, Int32(bytes[0] ^ Masked.mask), end - place) {
        let candidate = found.assumingMemoryBound(to: UInt8.self)
        if bytes.indices.allSatisfy({ candidate[$0] ^ Masked.mask == bytes[$0] }) { return true }
        place = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }

  /// Whether the readable memory of a process holds each of them.
  private func memory(of process: pid_t, holds wanted: [Masked]) throws -> [Bool] {
    let maps = try #require(memoryMap(of: process))
    let descriptor = open("/proc/\(process)/mem", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var found = wanted.map { _ in false }
    let size = 1 << 22
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    for line in maps.split(separator: "\n") where line.contains(" rw") && !line.contains("[vvar") {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
      var position = ends[0]
      while position < ends[1] {
        let count = pread(
          descriptor, buffer.baseAddress, min(size, Int(ends[1] - position)), off_t(truncatingIfNeeded: position))
        guard count > 0 else { break }
        let area = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        for (place, one) in wanted.enumerated() where !found[place] { found[place] = one.isIn(area) }
        // The readings overlap, so that a value across two of them is found.
        position += UInt64(count == size ? count - 64 : count)
      }
    }
    return found
  }

  @Test func neitherMemoryNorFilesOfTheAppHoldAPrivateKey() async throws {
    let element = phone.element()
    var signatures: [[UInt8]] = []
    let key = try await element.make(use: .dpop, demandsUser: false)
    for _ in 0..<10 { signatures.append(try await element.sign(message, with: key.thumbprint, presence: nil)) }
    _ = try await element.list()

    // The private key stands directly before the checksum, after x and y.
    let size = try #require(FileManager.default.attributesOfItem(atPath: phone.keyFile)[.size] as? Int)
    let secret = try Masked(file: phone.keyFile, offset: size - 64, count: 32)
    let publicX = try Masked(file: phone.keyFile, offset: size - 128, count: 32)
    let forms = [secret, secret.reversed, secret.text]
    let found = try memory(of: getpid(), holds: forms + [publicX])
    // Keeps the key in use up to here.
    #expect(key.publicKey.x.count == P256PublicKey.coordinateLength)
    #expect(found == [false, false, false, true], "only the public key, the control, is in the app")
    if geteuid() == 0 {
      let process = try #require(await element.process)
      #expect(try memory(of: process, holds: [secret.reversed]) == [true], "control: the element holds the private key")
      let said =
        try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
        + Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/environ"))
      for form in forms { #expect(!said.withUnsafeBytes { form.isIn($0) }) }
    }

    let files = FileManager.default.enumerator(atPath: phone.folder.path)?.compactMap { $0 as? String } ?? []
    #expect(files.contains("data/secure-elements/phone/keys"))
    for file in files where !file.hasSuffix("secure-elements/phone/keys") {
      let content = FileManager.default.contents(atPath: phone.folder.path + "/" + file) ?? Data()
      for form in forms { #expect(!content.withUnsafeBytes { form.isIn($0) }, "\(file)") }
    }
    withExtendedLifetime((key, signatures)) {}
    await element.stop()
  }

  @Test func theElementsMemoryCannotBeRead() async throws {
    let element = phone.element()
    _ = try await element.make(use: .dpop, demandsUser: false)
    let process = try #require(await element.process)
    let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    #expect(limits.contains(/Max core file size +0 +0 +bytes/))
    if geteuid() != 0 { #expect(open("/proc/\(process)/mem", O_RDONLY) < 0) }
    await element.stop()
  }
}
