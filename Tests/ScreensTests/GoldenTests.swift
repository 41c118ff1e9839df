import Foundation
import Screens
import TerminalUI
import Testing

/// Every state of the registry as a whole screen, in every size and in both sets of characters.
///
/// `UPDATE_GOLDENS=1 swift test` writes them anew; a golden that is missing, differs or belongs to no state fails.
struct GoldenTests {
  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]
  static let variants = sizes.flatMap { size in Glyphs.allCases.map { Variant(size: size, glyphs: $0) } }

  struct Variant: CustomTestStringConvertible, Sendable {
    var size: Size
    var glyphs: Glyphs
    var folder: URL {
      Goldens.folder.appendingPathComponent("\(size.width)x\(size.height)-\(glyphs.rawValue)")
    }
    var testDescription: String { folder.lastPathComponent }
  }

  @Test(arguments: variants)
  func everyScreenIsAsItWas(_ variant: Variant) throws {
    for (name, state) in StateRegistry.all {
      let look = Look(glyphs: variant.glyphs)
      let text = AppScreen.draw(state, size: variant.size, look: look).text + "\n"
      try Goldens.compare(text, with: variant.folder.appendingPathComponent(name + ".txt"))
    }
  }

  @Test(arguments: variants)
  func noGoldenIsLeftOver(_ variant: Variant) throws {
    let names = Set(StateRegistry.all.map { $0.name + ".txt" })
    let files = try FileManager.default.contentsOfDirectory(atPath: variant.folder.path)
    let stale = Set(files).subtracting(names)
    if Goldens.areUpdated {
      for name in stale { try FileManager.default.removeItem(at: variant.folder.appendingPathComponent(name)) }
    } else {
      #expect(stale.isEmpty, "no state is drawn as these: \(stale.sorted())")
    }
  }

  /// What cells mean, once for each kind of screen: a golden of text alone would not see a wrong colour.
  @Test(arguments: [
    "registration", "authenticated", "banner-server-refused", "messages", "sequence-complete", "server-clients",
  ])
  func rolesAreAsTheyWere(_ name: String) throws {
    let state = try #require(StateRegistry.all.first { $0.name == name }).state
    let map = AppScreen.draw(state, size: Size(110, 30), look: Look()).roleMap + "\n"
    try Goldens.compare(map, with: Goldens.folder.appendingPathComponent("roles/\(name).txt"))
  }
}

/// Reads and writes the files beside this one.
enum Goldens {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
  static let areUpdated = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  static func compare(_ text: String, with file: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if areUpdated {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    guard let golden = try? String(contentsOf: file, encoding: .utf8) else {
      Issue.record("there is no golden \(file.lastPathComponent)", sourceLocation: sourceLocation)
      return
    }
    let name = "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
    #expect(text == golden, "\(name) differs:\n\(text)", sourceLocation: sourceLocation)
  }
}
