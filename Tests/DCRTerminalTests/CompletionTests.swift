import Foundation
import TestSupport
import Testing

@testable import DCRTerminal

/// Tab offers names from the data directory that the unfinished command line names, and never prints an error.
struct CompletionTests {
  @Test(arguments: [
    ["run", "--data-dir", "DIR", "--device", ""], ["run", "--data-dir", "=", "DIR", "--device"],
    ["run", "--data-dir=DIR"],
  ])
  func devicesAreThoseOfTheNamedFolder(_ words: [String]) throws {
    let folder = TemporaryFolder()
    for name in ["phone", "tablet", ".hidden"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/devices/" + name, withIntermediateDirectories: true)
    }
    let names = CompletionNames(words.map { $0.replacingOccurrences(of: "DIR", with: folder.path) }, environment: [:])
    #expect(names.devices == ["phone", "tablet"])
  }

  @Test func aMissingFolderOffersNothing() {
    let names = CompletionNames(["clients", "show"], environment: ["XDG_DATA_HOME": "/nonexistent"])
    #expect(names.devices.isEmpty && names.testRuns.isEmpty && names.listed(by: "clients").isEmpty)
    #expect(CompletionNames.files("/nonexistent/", endingIn: ".json").isEmpty)
  }

  @Test func filesAreOfferedByTheirEnding() throws {
    let folder = TemporaryFolder()
    folder.write("a.json", "")
    folder.write("b.txt", "")
    folder.write("sub/c.json", "")
    let prefix = folder.path + "/"
    #expect(CompletionNames.files(prefix, endingIn: ".json") == [prefix + "a.json", prefix + "sub/"])
  }
}
