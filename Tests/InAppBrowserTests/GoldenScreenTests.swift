import Foundation
import HTTPTransport
import SharedValues
import TerminalUI
import Testing

@testable import InAppBrowser

/// Whole screens as text. `UPDATE_GOLDENS=1` writes them anew; look at the difference before you keep it.
@Suite struct GoldenScreenTests {
  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  @Test(arguments: BrowserScenario.allCases, sizes)
  func `screens look as they did`(scenario: BrowserScenario, size: Size) throws {
    for glyphs in Glyphs.allCases {
      let text = scenario.frame(size: size, glyphs: glyphs).canvas.text + "\n"
      try Golden.expect(text, name: "\(scenario.rawValue)-\(size.width)x\(size.height)-\(glyphs.rawValue)")
      if glyphs == .ascii { #expect(!text.unicodeScalars.contains { !$0.isASCII }) }
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == size.height + 1)
    }
  }

  @Test func `a terminal that is too small says so`() {
    let state = BrowserScenario.loginForm.state
    let frame = BrowserScreen.draw(state, size: Size(39, 15), glyphs: .unicode, text: .init())
    #expect(frame.canvas.text.contains("40x15"))
    #expect(frame.hits.targets.isEmpty)
  }

  @Test(arguments: BrowserScenario.allCases, sizes)
  func `everything that can be pressed lies on the screen`(scenario: BrowserScenario, size: Size) {
    let frame = scenario.frame(size: size, glyphs: .unicode)
    #expect(!frame.hits.targets.isEmpty)
    for target in frame.hits.targets {
      #expect(target.rect.intersection(frame.canvas.bounds) == target.rect)
    }
  }

  @Test func `a typed password shows as dots only`() {
    var state = BrowserScenario.loginForm.state
    let size = Size(110, 30)
    for key in [Key.tab] + "topsecret".map(Key.character) {
      _ = state.apply(.key(key), to: BrowserScreen.draw(state, size: size, glyphs: .unicode, text: .init()))
    }
    let text = BrowserScreen.draw(state, size: size, glyphs: .unicode, text: .init()).canvas.text
    #expect(text.contains("•••••••••"))
    #expect(!text.contains("topsecret"))
  }
}

enum Golden {
  /// Compares with the file of that name beside the tests.
  static func expect(_ text: String, name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
    let file = folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let golden = try #require(try? String(contentsOf: file, encoding: .utf8), "no golden \(name)")
    #expect(text == golden, "\(name) differs:\n\(text)")
  }
}
