import Foundation
import HTTPTransport
import SharedValues
import TerminalUI
import Testing

@testable import InAppBrowser

/// Whole screens as text. `UPDATE_GOLDENS=1` writes them anew; look at the difference before you keep it.
@Suite struct GoldenScreenTests {
  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  private func entry(_ name: String) throws -> BrowserRegistry.Entry {
    try #require(BrowserRegistry.all.first { $0.name == name })
  }

  @Test(arguments: BrowserRegistry.all, sizes)
  func `screens look as they did`(entry: BrowserRegistry.Entry, size: Size) throws {
    for glyphs in Glyphs.allCases {
      let text = entry.frame(size: size, glyphs: glyphs).canvas.text + "\n"
      try Golden.expect(text, name: "\(entry.name)-\(size.width)x\(size.height)-\(glyphs.rawValue)")
      if glyphs == .ascii { #expect(!text.unicodeScalars.contains { !$0.isASCII }) }
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == size.height + 1)
    }
  }

  @Test func `no golden is left over`() throws {
    let wanted = Set(
      BrowserRegistry.all.flatMap { entry in
        Self.sizes.flatMap { size in
          Glyphs.allCases.map { "\(entry.name)-\(size.width)x\(size.height)-\($0.rawValue).txt" }
        }
      })
    let stale = Set(try FileManager.default.contentsOfDirectory(atPath: Golden.folder.path)).subtracting(wanted)
    if Golden.areUpdated {
      for name in stale { try FileManager.default.removeItem(at: Golden.folder.appendingPathComponent(name)) }
    } else {
      #expect(stale.isEmpty, "no state is drawn as these: \(stale.sorted())")
    }
  }

  @Test func `a terminal that is too small says so`() throws {
    let frame = try entry("login-form").frame(size: Size(39, 15))
    #expect(frame.canvas.text.contains("40x15"))
    #expect(frame.hits.targets.isEmpty)
  }

  @Test(arguments: BrowserRegistry.all, sizes)
  func `everything that can be pressed lies on the screen`(entry: BrowserRegistry.Entry, size: Size) {
    let frame = entry.frame(size: size)
    #expect(!frame.hits.targets.isEmpty)
    for target in frame.hits.targets {
      #expect(target.rect.intersection(frame.canvas.bounds) == target.rect)
    }
  }

  @Test func `a typed password shows as dots only`() throws {
    let text = try entry("login-typed").frame(size: Size(110, 30)).canvas.text
    #expect(text.contains("••••••••••"))
    #expect(!text.contains("not-to-be-seen"))
  }
}

enum Golden {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
  static let areUpdated = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// Compares with the file of that name beside the tests.
  static func expect(_ text: String, name: String) throws {
    let file = folder.appendingPathComponent(name + ".txt")
    if areUpdated {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let golden = try #require(try? String(contentsOf: file, encoding: .utf8), "no golden \(name)")
    #expect(text == golden, "\(name) differs:\n\(text)")
  }
}
