import Foundation
import TestSupport
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Edge

/// Only one app at a time uses a device.
struct DeviceLockTests {
  private func data(_ folder: TemporaryFolder, device: String = "phone") throws -> DataDirectory {
    try DataDirectory(path: folder.path + "/data", device: device)
  }

  @Test func theSecondAppLearnsWhoHoldsTheLock() throws {
    let folder = TemporaryFolder()
    let first = try DeviceLock(try data(folder))
    let error = #expect(throws: CommandError.self) { try DeviceLock(try data(folder)) }
    #expect(error?.code.rawValue == "device_in_use")
    #expect(error?.status == .tryLater)
    #expect(error?.report().contains("(process \(getpid()))") == true)
    #expect(error?.hint().contains("--device") == true)
    first.release()
    try DeviceLock(try data(folder)).release()
  }

  @Test func anotherDeviceHasItsOwnLock() throws {
    let folder = TemporaryFolder()
    let first = try DeviceLock(try data(folder))
    try DeviceLock(try data(folder, device: "tablet")).release()
    first.release()
  }

  @Test func theLockFileIsPrivateAndNoLink() throws {
    let folder = TemporaryFolder()
    let data = try data(folder)
    try DeviceLock(data).release()
    var info = stat()
    #expect(stat(data.lockFile, &info) == 0 && info.st_mode & 0o777 == 0o600)
    try FileManager.default.removeItem(atPath: data.lockFile)
    try FileManager.default.createSymbolicLink(atPath: data.lockFile, withDestinationPath: "/etc/passwd")
    #expect(throws: CommandError.self) { try DeviceLock(data) }
  }
}
