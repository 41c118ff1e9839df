import Foundation

/// The golden screens of one variant: one text file each, so that a difference shows which screen has changed.
///
/// One test draws all screens of a folder, so that running only some tests does not lose the screens of others.
public struct GoldenFolder: Sendable {
  /// `UPDATE_GOLDENS=1`: files that differ are rewritten and do not fail.
  public static let areUpdated = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  private let folder: URL

  /// - Parameter name: the folder's name in `Goldens` beside the test.
  public init(_ name: String, beside source: String = #filePath) {
    folder = Self.goldens(source).appendingPathComponent(name)
  }

  /// A text for each screen that differs in any byte, has no file, or has a file but is not drawn.
  public func differences(from drawn: [(name: String, text: String)]) throws -> [String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var left = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    var found: [String] = []
    for (name, text) in drawn {
      let file = folder.appendingPathComponent(name + ".txt")
      let golden = left.remove(file.lastPathComponent).flatMap { _ in try? Data(contentsOf: file) }
      guard golden != Data(text.utf8) else { continue }
      if Self.areUpdated {
        try Data(text.utf8).write(to: file, options: .atomic)
      } else {
        let expected = golden.map { "differs. Expected:\n" + String(decoding: $0, as: UTF8.self) } ?? "has no golden.\n"
        found.append("\(name) \(expected)Got:\n\(text)")
      }
    }
    for name in left.sorted() {
      if Self.areUpdated {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      } else {
        found.append("\(name) belongs to no screen")
      }
    }
    return found.map { "\(folder.lastPathComponent): \($0)\nIf that is meant: make goldens (UPDATE_GOLDENS=1)" }
  }

  /// The folders that no test compares; updating goldens removes them.
  ///
  /// - Parameter names: the folders that tests compare.
  public static func leftOver(but names: [String], beside source: String = #filePath) throws -> [String] {
    let folders = try FileManager.default.contentsOfDirectory(atPath: goldens(source).path)
    let stale = Set(folders).subtracting(names).sorted()
    guard areUpdated else { return stale }
    for name in stale { try FileManager.default.removeItem(at: goldens(source).appendingPathComponent(name)) }
    return []
  }

  private static func goldens(_ source: String) -> URL {
    URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent("Goldens")
  }
}
