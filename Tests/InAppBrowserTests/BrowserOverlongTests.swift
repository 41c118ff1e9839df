import Catalogue
import TerminalUI
import Testing

@testable import InAppBrowser

/// No translation is cut off on the browser's screens where English is not, in any size. Text of pages, hosts, cookies and
/// addresses are data and may be cut.
@Suite struct BrowserOverlongTests {
  private func cut(_ entry: BrowserRegistry.Entry, _ size: Size, _ language: Language) -> [String] {
    let text = Catalogue(language)
    let state = entry.state(size: size, text: text)
    return TruncatedTexts.of { BrowserScreen.draw(state, size: size, glyphs: .unicode, text: text) }.cut
  }

  @Test(arguments: [Language.german, .swedish])
  func `a translation has room where the English has`(_ language: Language) {
    var found: [String: String] = [:]
    for size in GoldenScreenTests.sizes {
      for entry in BrowserRegistry.all {
        let (english, translated) = (cut(entry, size, .english), cut(entry, size, language))
        guard translated.count > english.count else { continue }
        for text in translated where !english.contains(text) {
          found[text] = "\(size.width)x\(size.height) \(entry.name)"
        }
      }
    }
    #expect(found == [:], "shorten one of these in Words/\(language.rawValue).txt")
  }

  @Test(arguments: [Language.english, .german, .swedish])
  func `the certificate's values stand in one column`(_ language: Language) throws {
    let (size, text) = (Size(110, 30), Catalogue(language))
    let entry = try #require(BrowserRegistry.all.first { $0.state(size: size, text: text).certificate != nil })
    let state = entry.state(size: size, text: text)
    let certificate = try #require(state.certificate)
    let rows = BrowserScreen.draw(state, size: size, glyphs: .unicode, text: text).canvas.text.lines.map(String.init)
    func column(_ label: String, _ value: String) throws -> Int {
      let row = try #require(rows.first { $0.contains("│ \(label) ") })
      let start = try #require(row.firstRange(of: value.prefix(9)))
      return row.distance(from: row.startIndex, to: start.lowerBound)
    }
    let subject = try column(text(.browserSubject), certificate.subjectName)
    #expect(try column(text(.browserIssuer), certificate.issuerName) == subject)
    #expect(try column("SHA-256", BrowserScreen.grouped(certificate.sha256)) == subject)
  }
}
