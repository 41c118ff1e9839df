import Foundation

/// A folder of this test alone (0700), gone with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array((FileManager.default.temporaryDirectory.path + "/dcr-terminal-XXXXXX").utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ text: String) -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return file
  }
}
