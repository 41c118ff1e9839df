import Foundation

/// A folder of this test alone (0700), gone with it.
public final class TemporaryFolder: Sendable {
  /// Absolute, without a slash at its end.
  public let path: String

  public init() {
    var template = Array((FileManager.default.temporaryDirectory.path + "/dcr-terminal-XXXXXX").utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary folder: \(String(cString: strerror(errno)))")
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file (0600) and the folders it needs. Returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) -> String {
    let file = self(name)
    let folder = (file as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return file
  }
}
