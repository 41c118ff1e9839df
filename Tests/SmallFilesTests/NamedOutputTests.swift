import Foundation
import TestSupport
import Testing

@testable import SmallFiles

/// Writing to a path of the command line.
struct NamedOutputTests {
  private let folder = TemporaryFolder()

  private func kind(_ name: String) -> mode_t {
    var status = stat()
    return lstat(folder(name), &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  @Test func aFileIsReplacedAndALinkToOneToo() throws {
    try SmallFile.writeNamed(folder("file"), by: [1, 2, 3])
    try SmallFile.writeNamed(folder("file"), by: [4])
    try #require(symlink(folder("file"), folder("link")) == 0)
    try SmallFile.writeNamed(folder("link"), by: [5])
    #expect(SmallFile.whole(folder("file"), limit: 10) == [4])
    #expect(SmallFile.whole(folder("link"), limit: 10, follows: false) == [5])
    #expect(!SmallFile.isStream(folder("file")) && !SmallFile.isStream(folder("missing")))
  }

  @Test(.timeLimit(.minutes(1))) func aPipeGetsTheBytesAndStays() throws {
    try #require(mkfifo(folder("pipe"), 0o600) == 0)
    let reader = open(folder("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try SmallFile.writeNamed(folder("pipe"), by: [7, 8])
    #expect(try SystemFileOperations().contents(of: reader, named: "pipe", upTo: 10) == [7, 8])
    #expect(kind("pipe") == S_IFIFO && SmallFile.isStream(folder("pipe")))
  }

  /// A link, because a failure would replace the device itself where root runs the tests.
  @Test(arguments: ["/dev/null", "/proc/self/fd/1"]) func aDeviceAndStandardOutputStay(target: String) throws {
    try #require(symlink(target, folder("link")) == 0)
    try SmallFile.writeNamed(folder("link"), by: [])
    #expect(kind("link") == S_IFLNK && SmallFile.isStream(folder("link")))
  }

  @Test func aFullDeviceAndAFolderAreErrors() throws {
    try #require(symlink("/dev/full", folder("full")) == 0)
    #expect(throws: SystemError(number: ENOSPC)) { try SmallFile.writeNamed(folder("full"), by: [1]) }
    #expect(throws: SystemError(number: EISDIR)) { try SmallFile.writeNamed(folder.path, by: [1]) }
    #expect(throws: SystemError(number: EISDIR)) { try SmallFile.writeNamed(folder("."), by: [1]) }
  }
}
