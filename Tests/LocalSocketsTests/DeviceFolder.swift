import Foundation

/// A device's folder that is deleted with the test.
final class DeviceFolder {
  let path: String
  private let root: String

  /// - Parameter long: the path is longer than a socket's path may be.
  init(long: Bool = false) throws {
    root = NSTemporaryDirectory() + "uri-dispatch-" + UUID().uuidString
    path = root + (long ? String(repeating: "/a-rather-long-folder-name", count: 8) : "") + "/phone"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var socketPath: String { path + "/uri.sock" }

  func exists(_ name: String = "uri.sock") -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path + "/" + name)) != nil
  }
}
