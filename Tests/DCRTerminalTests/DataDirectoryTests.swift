import Foundation
import Testing
import TestSupport

@testable import DCRTerminal
@testable import Edge

struct DataDirectoryTests {
  private func mode(_ path: String) -> UInt32 {
    var info = stat()
    return stat(path, &info) == 0 ? UInt32(info.st_mode) & 0o777 : 0
  }

  @Test func itIsCreatedForThisUserOnly() throws {
    let folder = TemporaryFolder()
    let data = try DataDirectory(path: folder.path + "/deep/er/data", device: "tablet")
    for path in [data.path, data.path + "/devices", data.devicePath, data.serverPath] {
      #expect(mode(path) == 0o700)
    }
    #expect(data.devicePath == folder.path + "/deep/er/data/devices/tablet")
  }

  @Test func aFolderThatOthersMayWriteToIsRefusedUnlessItIsEmpty() throws {
    let folder = TemporaryFolder()
    chmod(folder.path, 0o777)
    _ = try DataDirectory(path: folder.path, device: "phone")
    #expect(mode(folder.path) == 0o700)
    chmod(folder.path, 0o777)
    let error = #expect(throws: CommandError.self) { try DataDirectory(path: folder.path, device: "phone") }
    #expect(error?.code.rawValue == "data_dir_open_to_others")
    #expect(error?.status == .cannotWrite)
  }

  @Test func readingCreatesAndChangesNothing() throws {
    let folder = TemporaryFolder()
    let data = try DataDirectory(path: folder("data"), device: "phone", making: false)
    #expect(!FileManager.default.fileExists(atPath: data.path))
    chmod(folder.path, 0o777)
    _ = try DataDirectory(path: folder.path, device: "phone", making: false)
    #expect(mode(folder.path) == 0o777)
    folder.write("devices/phone/keystore.age", "somebody else's")
    let error = #expect(throws: CommandError.self) {
      try DataDirectory(path: folder.path, device: "phone", making: false)
    }
    #expect(error?.code.rawValue == "data_dir_open_to_others")
  }

  @Test func aFileAtItsPathIsRefused() {
    let folder = TemporaryFolder()
    let file = folder.write("data", "")
    let error = #expect(throws: CommandError.self) { try DataDirectory(path: file, device: "phone") }
    #expect(error?.code.rawValue == "data_dir_unwritable")
    #expect(error?.status == .cannotWrite)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aReadOnlyFolderIsRefused() {
    let folder = TemporaryFolder()
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    let error = #expect(throws: CommandError.self) { try DataDirectory(path: folder.path, device: "phone") }
    #expect(error?.code.rawValue == "data_dir_unwritable")
  }

  @Test(arguments: ["", ".", "..", "a/b", "../x", "-x", ".hidden", "ä", "a b", String(repeating: "x", count: 65)])
  func aDeviceNameIsOneHarmlessFolder(_ name: String) {
    let folder = TemporaryFolder()
    let error = #expect(throws: CommandError.self) { try DataDirectory(path: folder.path, device: name) }
    #expect(error?.code.rawValue == "device_name")
    #expect(error?.status == .usage)
  }

  @Test func itsPathFollowsTheDesktopsRules() {
    #expect(DataDirectory.defaultPath(["XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/dcr-terminal")
    #expect(DataDirectory.defaultPath(["XDG_DATA_HOME": "x", "HOME": "/h"]) == "/h/.local/share/dcr-terminal")
    #expect(DataDirectory.defaultPath(["HOME": "/h"]) == "/h/.local/share/dcr-terminal")
  }
}
