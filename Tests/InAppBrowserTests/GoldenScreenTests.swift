import Foundation
import HTTPTransport
import SharedValues
import TerminalUI
import TestSupport
import Testing

@testable import InAppBrowser

/// Every screen as text in the largest and the smallest size; one of each kind in the size between them and in ASCII.
///
/// `UPDATE_GOLDENS=1` rewrites them; look at the difference before you keep it.
@Suite struct GoldenScreenTests {
  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  /// One screen of each kind.
  private static let selected: Set = [
    "address-long", "consent", "error-certificate-untrusted", "form-controls", "form-errors", "form-not-encrypted",
    "link-focused", "loading", "login-form", "login-presenter", "long-page", "needs-javascript", "panel",
    "select-open", "signed-out", "silent-login", "system-browser", "table-and-text",
  ]

  private func entry(_ name: String) throws -> BrowserRegistry.Entry {
    try #require(BrowserRegistry.all.first { $0.name == name })
  }

  @Test(arguments: sizes, Glyphs.allCases)
  func `screens look as they did`(size: Size, glyphs: Glyphs) throws {
    let screens = BrowserRegistry.all.map { entry in
      (name: entry.name, text: entry.frame(size: size, glyphs: glyphs).canvas.text + "\n")
    }
    let hasAll = glyphs == .unicode && size != Size(80, 24)
    let compared = hasAll ? screens : screens.filter { Self.selected.contains($0.name) }
    for difference in try GoldenFolder(folder(size, glyphs)).differences(from: compared) {
      Issue.record("\(difference)")
    }
    for (name, text) in screens {
      if glyphs == .ascii { #expect(!text.unicodeScalars.contains { !$0.isASCII }, "\(name)") }
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == size.height + 1, "\(name)")
    }
  }

  @Test func `no golden is left over`() throws {
    let wanted = Self.sizes.flatMap { size in Glyphs.allCases.map { folder(size, $0) } }
    #expect(try GoldenFolder.leftOver(but: wanted) == [], "no test compares these")
    #expect(Self.selected.subtracting(BrowserRegistry.all.map(\.name)) == [])
  }

  private func folder(_ size: Size, _ glyphs: Glyphs) -> String { "\(size.width)x\(size.height)-\(glyphs.rawValue)" }

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
