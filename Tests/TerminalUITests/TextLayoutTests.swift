import TestValues
import Testing

@testable import TerminalUI

@Suite struct TextLayoutTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("ｱ", 1), ("Ａ", 2), ("👍", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("→", 1), ("█", 1), ("🔒", 2), ("±", 1), ("\u{1B}", 1), ("\u{200B}", 0),
  ])
  func widths(_ text: String, _ expected: Int) {
    #expect(TextLayout.width(text) == expected)
  }

  @Test(arguments: [
    ("Perform an initial login to register the app", 20, ["Perform an initial", "login to register", "the app"]),
    ("a  b", 10, ["a  b"]), ("", 5, [""]), ("one\n\ntwo", 9, ["one", "", "two"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("ab cdefgh", 4, ["ab", "cdef", "gh"]), ("abc def", 3, ["abc", "def"]), ("abc   def", 3, ["abc", "def"]),
    ("日本語", 4, ["日本", "語"]), ("日", 1, [""]), ("  in", 6, ["  in"]), ("x\r\ny", 3, ["x", "y"]),
    ("end ", 4, ["end"]), ("aa bb cc", 5, ["aa bb", "cc"]),
  ])
  func wrapping(_ text: String, _ width: Int, _ expected: [String]) {
    #expect(TextLayout.wrap(text, width: width) == expected)
  }

  @Test func noLineIsWiderThanAsked() {
    let text = "The dcr token 日本語 authorizes exactly one thing: creating this instance's own client."
    for width in 1...40 {
      let lines = TextLayout.wrap(text, width: width)
      #expect(lines.allSatisfy { TextLayout.width($0) <= width })
    }
  }

  @Test func noCharacterIsLostByWrapping() {
    let text = "The dcr token authorizes exactly one thing"
    for width in 1...40 {
      #expect(TextLayout.wrap(text, width: width).joined().replacing(" ", with: "") == text.replacing(" ", with: ""))
    }
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello!", 5, "hell…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("ab", 1, "…"), ("ab", 0, ""),
  ])
  func clipping(_ text: String, _ width: Int, _ expected: String) {
    #expect(TextLayout.clip(text, to: width) == expected)
  }

  @Test func clippingWithoutRoomForTheEllipsis() {
    #expect(TextLayout.clip("abcdef", to: 2, ellipsis: "...") == "ab")
    #expect(TextLayout.clip("abcdef", to: 5, ellipsis: "...") == "ab...")
  }
}

/// ASCII text is wrapped by a faster method, which must break lines where the general one does.
@Suite struct ASCIIWrapTests {
  @Test func asciiBreaksWhereOtherTextBreaks() {
    var generator = SplitMix(state: 7)
    for _ in 0..<4000 {
      let length = Int.random(in: 0..<40, using: &generator)
      let text = String((0..<length).map { _ in "e  a-".randomElement(using: &generator) ?? " " })
      let width = Int.random(in: 1..<12, using: &generator)
      let slow = TextLayout.wrap(text.replacing("e", with: "é") + "é", width: width)
      let fast = TextLayout.wrap(text + "e", width: width)
      #expect(fast == slow.map { $0.replacing("é", with: "e") }, "\(text.debugDescription) in \(width)")
    }
  }

  @Test func whatFollowsLabelsStandsInOneColumn() {
    #expect(TextLayout.labels(["Für", "Ausgestellt für"], atLeast: 11) == ["Für             ", "Ausgestellt für "])
    #expect(TextLayout.labels(["For", "Issued to"], atLeast: 11) == ["For        ", "Issued to  "])
    #expect(TextLayout.labels([], atLeast: 11).isEmpty)
  }
}
