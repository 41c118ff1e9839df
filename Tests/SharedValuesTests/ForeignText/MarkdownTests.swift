import SharedValues
import Testing

@Suite struct MarkdownTests {
  /// CommonMark 0.31 §4.1, §4.3, §5.2: spaces before a block's first character do not matter, and scalars that a renderer drops count as absent.
  @Test(arguments: [
    ("===", "\\==="), (" ===", "\\==="), ("\n---", "\\---"), ("     - x", "\\- x"), ("    code", "code"),
    ("\u{200B}+ x", "\\+ x"),
    ("1. x", "1\\. x"), ("  12. x", "12\\. x"), ("\u{2060}1\u{200B}. x", "1\\. x"), ("\u{D4E}- x", "\u{D4E}- x"),
    ("a - b", "a - b"), ("a.b", "a.b"), (".x", ".x"), ("1 . x", "1 . x"), ("1.5", "1\\.5"), ("v1.5", "v1.5"),
  ])
  func noTextBeginsABlock(_ text: String, _ expected: String) {
    #expect(Escape.markdown(text).unicodeScalars.elementsEqual(expected.unicodeScalars), "\(Escape.markdown(text))")
  }
}
