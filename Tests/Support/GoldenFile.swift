import Foundation

/// The golden screens of one variant in one text file: before each screen a line of `screen`, a tab and its name, which no screen
/// can contain, because a canvas holds no control character. They stand in the order of their names.
///
/// One test draws all screens of a file, so that a run of some tests alone loses none of the others' screens.
public struct GoldenFile: Sendable {
  /// `UPDATE_GOLDENS=1`: files that differ are written anew instead of failing.
  public static let areUpdated = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  private let file: URL

  /// - Parameter name: of the file in the folder `Goldens` beside the test, without its extension.
  public init(_ name: String, beside source: String = #filePath) {
    file = Self.folder(source).appendingPathComponent(name + ".txt")
  }

  /// A text for each screen that differs byte for byte, is drawn but not in the file, or is in the file but not drawn.
  public func differences(from drawn: [(name: String, text: String)]) throws -> [String] {
    let drawn = drawn.sorted { $0.name < $1.name }
    for (name, text) in drawn where text.contains("\t") || !text.hasSuffix("\n") {
      return ["\(name) is no screen: \(text.debugDescription)"]
    }
    let wanted = Data(drawn.map { Self.header + $0.name + "\n" + $0.text }.joined().utf8)
    let kept = try? Data(contentsOf: file)
    guard kept != wanted else { return [] }
    if Self.areUpdated {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try wanted.write(to: file, options: .atomic)
      return []
    }
    let goldens = Self.screens(String(decoding: kept ?? Data(), as: UTF8.self))
    let got = Dictionary(drawn.map { ($0.name, $0.text) }) { first, _ in first }
    let found = Set(goldens.keys).union(got.keys).sorted().compactMap { name -> String? in
      switch (goldens[name], got[name]) {
      case (let golden?, let text?):
        golden.utf8.elementsEqual(text.utf8) ? nil : "\(name) differs. Expected:\n\(golden)Got:\n\(text)"
      case (nil, let text?): "there is no golden of \(name), which is drawn as:\n\(text)"
      case (let golden?, nil): "nothing is drawn as the golden \(name):\n\(golden)"
      case (nil, nil): nil
      }
    }
    let all = found.isEmpty ? ["the screens are not in the order of their names, or one is there twice"] : found
    return all.map { "\(file.lastPathComponent): \($0)\nIf that is meant: make goldens (UPDATE_GOLDENS=1)" }
  }

  /// The files that no test compares; removed when goldens are updated.
  ///
  /// - Parameter names: those that tests compare.
  public static func leftOver(but names: [String], beside source: String = #filePath) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder(source).path)
    let stale = Set(files).subtracting(names.map { $0 + ".txt" }).sorted()
    guard areUpdated else { return stale }
    for name in stale { try FileManager.default.removeItem(at: folder(source).appendingPathComponent(name)) }
    return []
  }

  private static let header = "screen\t"

  private static func folder(_ source: String) -> URL {
    URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent("Goldens")
  }

  private static func screens(_ text: String) -> [String: String] {
    var screens: [String: String] = [:]
    var name = ""
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      let line = String(Substring(line))
      if line.hasPrefix(header) {
        name = String(line.dropFirst(header.count))
        screens[name, default: ""] += ""
      } else {
        screens[name, default: ""] += line + "\n"
      }
    }
    return screens
  }
}
