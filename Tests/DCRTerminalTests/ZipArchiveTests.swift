import Foundation
import Testing

@testable import DCRTerminal
@testable import Evidence

/// Zip files: written archives can be read here and elsewhere; damaged ones are refused with the reason.
@Suite struct ZipArchiveTests {
  private static let archive = ZipArchive(members: [
    .init("README.txt", "hello"), .init("screens/0001.txt", "Übersicht\n"), .init("empty.json", []),
  ])

  @Test func membersAreReadBackUnchanged() throws {
    #expect(try ZipReader.read(Self.archive.bytes) == Self.archive)
    #expect(try ZipReader.read(ZipArchive().bytes) == ZipArchive())
    #expect(Self.archive.bytes == Self.archive.bytes)
  }

  /// The check value of the CRC catalogue.
  @Test func checkSumIsTheKnownOne() {
    #expect(CRC32.of("123456789".utf8) == 0xCBF4_3926)
  }

  @Test func otherProgramsReadIt() throws {
    let path = NSTemporaryDirectory() + "/zip-\(UUID().uuidString).zip"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Self.archive.bytes).write(to: URL(filePath: path))
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = [
      "-c",
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(z.namelist(), z.read('screens/0001.txt').decode())",
      path,
    ]
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    python.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "['README.txt', 'screens/0001.txt', 'empty.json'] Übersicht\n\n")
  }

  private func fault(_ bytes: [UInt8]) -> ZipReader.Fault.Reason? {
    do throws(ZipReader.Fault) {
      _ = try ZipReader.read(bytes)
      return nil
    } catch { return error.reason }
  }

  /// The archive with bytes replaced at a position, counted from the beginning or, if negative, from the end.
  private func changed(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
    var all = Self.archive.bytes
    let start = place < 0 ? all.count + place : place
    all.replaceSubrange(start..<(start + bytes.count), with: bytes)
    return all
  }

  private var directory: Int {
    let bytes = Self.archive.bytes
    return (0..<4).reduce(0) { $0 | Int(bytes[bytes.count - 6 + $1]) << ($1 * 8) }
  }

  @Test func namesTheDefect() {
    #expect(fault([]) == .notZip)
    #expect(fault(Array("no zip at all, but long enough to be one".utf8)) == .notZip)
    #expect(fault(Array(Self.archive.bytes.dropLast())) == .truncated)
    #expect(fault(Self.archive.bytes + [0]) == .truncated)
    #expect(fault(changed(-18, [1, 0])) == .split)
    #expect(fault(changed(-14, [0xFF, 0xFF, 0xFF, 0xFF])) != nil)
    #expect(fault(changed(-12, [0, 0])) != nil)
    #expect(fault(changed(40, [0x48])) == .damaged)
    #expect(fault(changed(directory + 10, [8, 0])) == .compressed)
    #expect(fault(changed(directory + 8, [1, 8])) == .encrypted)
    #expect(fault(changed(directory + 42, [1])) == .overlapping)
    #expect(fault(changed(directory + 24, [9])) == .contradictory)
    #expect(fault(changed(30, Array("readme".utf8))) == .contradictory)
    #expect(fault(Array(repeating: 0, count: ZipReader.fileLimit + 1)) == .tooLarge)
    let many = (0...ZipReader.memberLimit).map { ZipArchive.Member("a\($0)", []) }
    #expect(fault(ZipArchive(members: many).bytes) == .tooMany)
    let twice = ZipArchive(members: [.init("a", "1"), .init("a", "2")])
    #expect(fault(twice.bytes) == .twice)
  }

  @Test(arguments: ["../a", "/etc/passwd", "a/../b", "a//b", "a\\b", "C:a", "", "a/", ".", "a\u{1B}b", "Ü"])
  func refusesNamesThatLeadElsewhere(_ name: String) {
    #expect(fault(ZipArchive(members: [.init(name, "x")]).bytes) == .badName)
  }

  /// With any byte changed, the archive is refused or read, and never traps.
  @Test func noChangedByteTraps() {
    let bytes = Self.archive.bytes
    for place in bytes.indices {
      for value: UInt8 in [0, 0x7F, 0xFF, bytes[place] ^ 1] {
        var broken = bytes
        broken[place] = value
        _ = fault(broken)
      }
      _ = fault(Array(bytes[..<place]))
    }
  }
}
