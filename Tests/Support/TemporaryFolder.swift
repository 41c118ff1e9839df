import Foundation
import Synchronization

/// A private folder (0700) that is deleted with this object, or when the program ends if a started task keeps it alive.
public final class TemporaryFolder: Sendable {
  /// Absolute, without a trailing slash.
  public let path: String

  public init() {
    var template = Array((FileManager.default.temporaryDirectory.path + "/dcr-terminal-XXXXXX").utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary folder: \(String(cString: strerror(errno)))")
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    TemporaryFolder.leftovers.add(path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    TemporaryFolder.leftovers.remove(path)
  }

  private static let leftovers = Leftovers()

  private final class Leftovers: Sendable {
    private let paths = Mutex<Set<String>>([])

    init() { atexit { TemporaryFolder.leftovers.removeAll() } }

    func add(_ path: String) { _ = paths.withLock { $0.insert(path) } }
    func remove(_ path: String) { _ = paths.withLock { $0.remove(path) } }
    func removeAll() { for path in paths.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) } }
  }

  /// The path of a file in the folder.
  public func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file (0600) and creates its folders. Returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) -> String {
    let file = self(name)
    let folder = (file as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return file
  }
}
