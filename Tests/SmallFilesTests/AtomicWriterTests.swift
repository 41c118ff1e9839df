import Foundation
import TestSupport
import Testing

@testable import SmallFiles

/// Replacing a small file: after any interruption it has the old or the new content, and no other file is left.
struct AtomicWriterTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("file") }

  private func put(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
  private func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func mode() throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode
  }

  private func replace(_ text: String, _ durability: AtomicWriter.NameDurability, _ calls: Recorder) throws {
    let writer = try AtomicWriter(path, operations: calls)
    try writer.write(Array(text.utf8))
    try writer.commit(durability)
  }

  @Test func theFileIsDurableBeforeItsNameAndTheFolderAfter() throws {
    let calls = Recorder()
    try replace("new", .required, calls)
    #expect(calls.names == ["create", "write", "sync file", "rename", "sync folder"])
    #expect(try text() == "new")
    #expect(try names() == ["file"])
  }

  @Test func withAnOpenFolderTheFolderIsSyncedToo() throws {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    let calls = Recorder()
    let writer = try AtomicWriter("file", in: descriptor, operations: calls)
    try writer.commit(.required)
    try writer.commit(.required)
    #expect(calls.names == ["create", "sync file", "rename", "sync folder"])
  }

  @Test(arguments: ["write", "sync file", "rename"])
  func aFailureLeavesTheOldFileAndNothingElse(_ call: String) throws {
    try put("old")
    #expect(throws: SystemError(number: EIO)) { try replace("new", .required, Recorder(failing: call)) }
    #expect(try text() == "old")
    #expect(try names() == ["file"])
  }

  @Test func aFolderThatCannotBeSyncedIsAFailureWhereItIsRequired() throws {
    try put("old")
    #expect(throws: SystemError(number: EIO)) { try replace("new", .required, Recorder(failing: "sync folder")) }
    #expect(try text() == "new")
    try replace("newer", .attempted, Recorder(failing: "sync folder"))
    #expect(try text() == "newer")
    #expect(try names() == ["file"])
  }

  @Test func uncommittedContentIsDropped() throws {
    try put("old")
    do {
      let writer = try AtomicWriter(path)
      try writer.write([1])
      #expect(try names().count == 2)
    }
    #expect(try text() == "old")
    #expect(try names() == ["file"])
  }

  @Test func aLinkIsReplacedAndNotFollowed() throws {
    try Data("other".utf8).write(to: URL(fileURLWithPath: folder("other")))
    try #require(symlink(folder("other"), path) == 0)
    try SmallFile.replace(path, by: [0x41])
    #expect(try mode() & S_IFMT == S_IFREG)
    #expect(FileManager.default.contents(atPath: folder("other")) == Data("other".utf8))
  }

  @Test func theFileIsPrivateToItsUser() throws {
    try put("old")
    try #require(chmod(path, 0o644) == 0)
    try SmallFile.replace(path, by: [0x41])
    #expect(try mode() & 0o777 == 0o600)
    try SmallFile.replace(path, by: [0x41], mode: 0o640)
    #expect(try mode() & 0o777 == 0o640)
  }

  @Test func aLeftOverTemporaryFileIsReplaced() throws {
    try #require(symlink("/etc/passwd", folder("file.new")) == 0)
    let writer = try AtomicWriter(path, temporary: folder("file.new"))
    try writer.write([0x41])
    try writer.commit(.required)
    #expect(try names() == ["file"])
    #expect(try text() == "A")
  }

  @Test func aMissingOrReadOnlyFolderIsAnError() throws {
    #expect(throws: SystemError(number: ENOENT)) { try SmallFile.replace(folder("missing/file"), by: []) }
    // Root may write everywhere except to files that the kernel provides for reading.
    try put("old")
    try #require(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    guard geteuid() != 0 else {
      #expect(throws: SystemError.self) { try SmallFile.replace("/proc/self/file", by: []) }
      return
    }
    #expect(throws: SystemError(number: EACCES)) { try SmallFile.replace(path, by: []) }
    #expect(try text() == "old")
  }

  @Test func aFolderOfThatNameIsNotReplaced() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: SystemError.self) { try SmallFile.replace(path, by: [0x41]) }
    #expect(try mode() & S_IFMT == S_IFDIR)
    #expect(try names() == ["file"])
  }

  /// A name has at most 255 bytes, however few characters it has.
  @Test func longNamesAreCutInTheTemporaryName() throws {
    for name in [
      String(repeating: "x", count: 250), String(repeating: "\u{E9}", count: 120) + ".age",
      "a" + String(repeating: "\u{301}", count: 120),
    ] {
      try SmallFile.replace(folder(name), by: [0x41])
      #expect(FileManager.default.fileExists(atPath: folder(name)))
    }
    #expect(AtomicWriter.temporaryName(for: "a/b").wholeMatch(of: /a\/\.b\.[0-9a-f]{16}\.tmp/) != nil)
  }
}
