import Foundation
import TestSupport
import Testing

@testable import SmallFiles

/// Reading a small file that a stranger may have placed.
struct RegularFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("file") }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  private func refusal(_ path: String, follows: Bool = true) -> RegularFile.Refusal? {
    do {
      _ = try SmallFile.read(path, upTo: 10, follows: follows)
      return nil
    } catch { return error }
  }

  @Test func noMoreIsReadThanRequested() throws {
    try put([1, 2, 3])
    #expect(try SmallFile.read(path, upTo: 2) == [1, 2])
    #expect(try SmallFile.read(path, upTo: 3) == [1, 2, 3])
    #expect(try SmallFile.read(path, upTo: 4) == [1, 2, 3])
    #expect(try SmallFile.read(path, upTo: 0) == [])
  }

  @Test func aTooLargeFileIsNotRead() throws {
    let bytes = [UInt8](repeating: 7, count: 200_000)
    try put(bytes)
    #expect(SmallFile.whole(path, limit: bytes.count) == bytes)
    #expect(SmallFile.whole(path, limit: bytes.count - 1) == nil)
  }

  @Test func aLinkIsFollowedWhereItMayBe() throws {
    try put([1])
    try #require(symlink(path, folder("link")) == 0)
    #expect(try SmallFile.read(folder("link"), upTo: 10) == [1])
    #expect(refusal(folder("link"), follows: false) == .unopened(SystemError(number: ELOOP)))
    #expect(refusal(folder("link"), follows: false)?.reason(notRegular: "other") == "is a symbolic link")
  }

  /// Opening a pipe without a writer would block forever.
  @Test(.timeLimit(.minutes(1))) func nothingButARegularFileIsRead() throws {
    try #require(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(refusal(folder("pipe")) == .notRegular(kind: S_IFIFO))
    #expect(refusal(folder.path) == .notRegular(kind: S_IFDIR))
    #expect(refusal("/dev/zero") == .notRegular(kind: S_IFCHR))
  }

  @Test func aRefusalSaysWhy() {
    #expect(refusal(folder("missing"))?.reason(notRegular: "other") == "no such file or directory")
    #expect(refusal("/dev/zero")?.reason(notRegular: "other") == "other")
    #expect(refusal(folder.path)?.reason(notRegular: "other") == "is a directory")
  }

  /// The caller checks owner and mode of the open file, not of its name.
  @Test func theStatusIsThatOfTheOpenFile() throws {
    try put([1, 2, 3])
    try #require(chmod(path, 0o664) == 0)
    let file = try RegularFile.open(path, follows: false)
    try #require(rename(path, folder("moved")) == 0)
    try put([9])
    #expect(file.status.st_mode & 0o777 == 0o664)
    #expect(file.status.st_size == 3)
    #expect(try file.bytes(upTo: 10) == [1, 2, 3])
  }

  /// `<(…)` and `/dev/stdin` are pipes; a folder cannot be read.
  @Test func aPathFromTheUserMayBeAPipe() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    try SystemFileOperations().write(Array("secret\n".utf8), to: ends[1])
    close(ends[1])
    #expect(try SmallFile.readNamed("/dev/fd/\(ends[0])", upTo: 3) == Array("sec".utf8))
    #expect(throws: SystemError(number: EISDIR)) { try SmallFile.readNamed("/", upTo: 1) }
    #expect(throws: SystemError(number: ENOENT)) { try SmallFile.readNamed("/nothing/here", upTo: 1) }
  }
}
