import Catalogue
import Foundation
import TerminalUI
import Testing

@testable import Screens

/// No word of the program is cut, on any screen, in any size and language.
struct OverlongTests {
  private static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  @Test(arguments: [Language.english, .german, .swedish])
  func nothingIsCut(_ language: Language) {
    var found: [String: Set<String>] = [:]
    for size in Self.sizes {
      for (name, state) in StateRegistry.all {
        let look = Look(catalogue: Catalogue(language))
        for text in CutTexts.of({ AppScreen.draw(state, size: size, look: look) }).cut {
          found[text, default: []].insert("\(size.width)x\(size.height) \(name)")
        }
      }
    }
    if let path = ProcessInfo.processInfo.environment["CUT_TEXTS"] {
      let lines = found.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value.count) \($0.value.sorted().prefix(3))" }
      try? lines.joined(separator: "\n").write(toFile: path + language.rawValue, atomically: true, encoding: .utf8)
    }
    #expect(found.keys.sorted() == [])
  }
}
