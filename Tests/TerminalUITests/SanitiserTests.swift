import Testing

@testable import TerminalUI

/// The single place of sanitising: no control character from a server gets into a cell.
@Suite struct SanitiserTests {
  @Test func everyScalarMakesHarmlessCells() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for glyph in Sanitiser.glyphs(String(scalar)) { check(glyph, from: scalar) }
    }
  }

  private func check(_ glyph: Glyph, from scalar: Unicode.Scalar) {
    let kept = Array(glyph.text.unicodeScalars)
    #expect(kept.count == 1 && (1...2).contains(glyph.width), "U+\(String(scalar.value, radix: 16))")
    guard let first = kept.first else { return }
    switch first.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .nonspacingMark,
      .enclosingMark:
      Issue.record("U+\(String(scalar.value, radix: 16)) reaches the screen")
    default: break
    }
  }

  @Test func inASCIIEveryScalarMakesPrintableASCII() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for glyph in Sanitiser.glyphs(String(scalar), .ascii) {
        let isPrintable =
          glyph.width == 1 && glyph.text.utf8.count == 1 && (0x20..<0x7F).contains(glyph.text.utf8.first!)
        if !isPrintable { Issue.record("U+\(String(value, radix: 16)) became \(glyph)") }
      }
    }
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "�[31mred"), ("a\u{7}b", "a�b"), ("del\u{7F}", "del�"), ("\u{9B}2J", "�2J"),
    ("line\nbreak\r\ttab", "line break  tab"), ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
    ("user\u{202E}gpj.exe", "usergpj.exe"), ("\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}", "x"),
    ("pass\u{200B}word\u{FEFF}\u{AD}", "password"), ("tag\u{E0041}\u{E007F}", "tag"), ("p\u{E000}q", "p�q"),
    ("\u{FFFF}", "�"), ("\u{301}lone", "�lone"), ("\u{301}\u{302}\u{303}x", "�x"), ("a\u{A0}b", "a b"),
    ("\u{3164}", ""), ("\u{1F1F8}\u{1F1EA}", "SE"), ("\u{1F44D}\u{1F3FD}", "\u{1F44D}"),
    ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{1F4BB}"), ("\u{2764}\u{FE0F}", "\u{2764}"),
  ])
  func theSanitisedText(_ text: String, _ expected: String) {
    #expect(shown(text) == expected)
  }

  @Test func marksStayOnTheirCharacterUpToALimit() {
    #expect(Array(Sanitiser.glyphs("e\u{301}x")) == [Glyph(text: "e\u{301}", width: 1), Glyph(text: "x", width: 1)])
    let stack = "Z" + String(repeating: "\u{334}", count: 10_000) + "!"
    let glyphs = Array(Sanitiser.glyphs(stack))
    #expect(glyphs.count == 2)
    #expect(glyphs[0].text.unicodeScalars.count == 1 + Sanitiser.markLimit)
  }

  @Test func nothingCombinesWithAReplacement() {
    #expect(shown("\u{1B}\u{301}x") == "�x")
  }

  @Test func aWideCharacterKeepsItsColumnsInASCII() {
    #expect(Sanitiser.glyphs("日本", .ascii).map(\.text).joined() == "????")
  }

  @Test(arguments: [
    ("Jörg Åström", "Jorg Astrom"), ("Zoë Łódź", "Zoe Lodz"), ("“a” – b…", "\"a\" - b."), ("▸ • · ✓", "> * - v"),
    ("RFC 6749 §2.2", "RFC 6749 s2.2"),
  ])
  func lettersAndSignsHaveASCIISubstitutes(_ text: String, _ expected: String) {
    #expect(Sanitiser.glyphs(text, .ascii).map(\.text).joined() == expected)
  }

  private func shown(_ text: String) -> String { Sanitiser.glyphs(text).map(\.text).joined() }
}
