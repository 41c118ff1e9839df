import Testing

@testable import TerminalUI

@Suite struct CanvasTests {
  private let style = Style(.text)

  @Test func putReturnsTheColumnsThatItTook() {
    var canvas = Canvas(Size(10, 1))
    #expect(canvas.put("日本x", at: Point(1, 0), style) == 5)
    #expect(canvas.text == " 日本x")
  }

  @Test(arguments: [
    ("hello", 5, "hello", 5), ("hello!", 5, "hell…", 5), ("日本語", 5, "日本…", 5), ("日本語", 4, "日…", 3), ("日本", 1, "…", 1),
    ("a", 0, "", 0), ("", 5, "", 0), ("ab日", 3, "ab…", 3),
  ])
  func longTextIsCutAtItsWidth(_ text: String, _ width: Int, _ expected: String, _ used: Int) {
    var canvas = Canvas(Size(20, 1))
    #expect(canvas.put(text, at: Point(0, 0), style, width: width) == used)
    #expect(canvas.text == expected)
  }

  @Test func aCutTextLeavesNothingBehindItsEllipsis() {
    var canvas = Canvas(Size(6, 1))
    canvas.put("日日日", at: Point(0, 0), style, width: 4)
    #expect(canvas.row(0) == "日…")
    #expect(canvas[3, 0].text == " ")
  }

  @Test func theRightEdgeCutsTexts() {
    var canvas = Canvas(Size(4, 1))
    #expect(canvas.put("hello", at: Point(1, 0), style) == 3)
    #expect(canvas.text == " he…")
    #expect(canvas.put("x", at: Point(4, 0), style) == 0)
  }

  @Test func textLeftOfTheCanvasIsCountedButNotDrawn() {
    var canvas = Canvas(Size(4, 1))
    #expect(canvas.put("ab日c", at: Point(-3, 0), style) == 5)
    #expect(canvas.text == " c")
    canvas.put("abc", at: Point(0, 1), style)
    canvas.put("abc", at: Point(0, -1), style)
    #expect(canvas.text == " c")
  }

  @Test(arguments: [(1, "日x 語"), (2, "日 x語"), (3, "日本x")])
  func overwritingHalfOfAWideCharacterBlanksTheOther(_ column: Int, _ expected: String) {
    var canvas = Canvas(Size(6, 1))
    canvas.put("日本語", at: Point(0, 0), style)
    canvas.put("x", at: Point(column == 3 ? 4 : column + 1, 0), style)
    #expect(canvas.row(0).replacing(" ", with: "") == expected.replacing(" ", with: ""))
    checkHalves(canvas)
  }

  @Test func halvesOfWideCharactersNeverStandAlone() {
    // Every pair of a narrow and a wide text, at every position.
    for first in 0..<5 {
      for second in -1..<6 {
        for text in ["x", "語", "xy", "語x"] {
          var canvas = Canvas(Size(6, 1))
          canvas.put("日本", at: Point(first, 0), style)
          canvas.put(text, at: Point(second, 0), style)
          checkHalves(canvas)
        }
      }
    }
  }

  private func checkHalves(_ canvas: Canvas) {
    for x in 0..<canvas.size.width where canvas[x, 0].text.isEmpty {
      #expect(x > 0 && TextLayout.width(canvas[x - 1, 0].text) == 2, "half a character at \(x) in \(canvas.text)")
    }
    for x in 0..<canvas.size.width where TextLayout.width(canvas[x, 0].text) == 2 {
      #expect(x + 1 < canvas.size.width && canvas[x + 1, 0].text.isEmpty, "no room for \(x) in \(canvas.text)")
    }
  }

  @Test func boxesHaveLinesAndTitles() {
    var canvas = Canvas(Size(12, 3))
    canvas.box(canvas.bounds, style, .rounded, title: "Phone")
    #expect(canvas.text == "╭─ Phone ──╮\n│          │\n╰──────────╯")
    canvas.box(canvas.bounds, style, .heavy, title: "A long title")
    #expect(canvas.row(0) == "┏━ A lon… ━┓")
    canvas.box(Rect(1, 1, 1, 1), style, .square)
    #expect(canvas.row(1) == "┃          ┃")
  }

  @Test func anASCIICanvasHoldsOnlyASCII() {
    var canvas = Canvas(Size(12, 3), glyphs: .ascii)
    canvas.box(canvas.bounds, style, .rounded, title: "Zoë")
    canvas.put("日x…", at: Point(1, 1), style)
    #expect(canvas.text == "+- Zoe ----+\n|??x.      |\n+----------+")
  }

  @Test func aBoxMayHangOverTheEdge() {
    var canvas = Canvas(Size(4, 2))
    canvas.box(Rect(-1, 0, 6, 4), style, .square, title: "too wide")
    canvas.fill(Rect(-5, -5, 100, 100), style, "x")
    #expect(canvas.text == "xxxx\nxxxx")
  }

  @Test func fillingWithAWideCharacterLeavesNoHalf() {
    var canvas = Canvas(Size(5, 1))
    canvas.fill(canvas.bounds, style, "日")
    #expect(canvas.text == "日日")
    checkHalves(canvas)
  }

  @Test func restyleKeepsTheText() {
    var canvas = Canvas(Size(3, 1))
    canvas.put("abc", at: Point(0, 0), style)
    canvas.restyle(Rect(1, 0, 1, 1), Style(.selection))
    #expect(canvas.text == "abc")
    #expect(canvas.roleMap == ".\(Role.selection.letter).")
  }

  @Test func blitCutsWideCharactersAtBothEdges() {
    var small = Canvas(Size(4, 1))
    small.put("日本", at: Point(0, 0), style)
    small.cursor = Point(1, 0)
    var canvas = Canvas(Size(6, 1))
    canvas.fill(canvas.bounds, style, "-")
    canvas.blit(small, at: Point(-1, 0))
    #expect(canvas.text == " 本---")
    #expect(canvas.cursor == Point(0, 0))
    canvas.fill(canvas.bounds, style, "-")
    canvas.blit(small, at: Point(3, 0))
    #expect(canvas.text == "---日")
    checkHalves(canvas)
  }

  @Test func everyRoleHasItsOwnLetter() {
    #expect(Set(Role.allCases.map(\.letter)).count == Role.allCases.count)
    #expect(!Role.allCases.contains { $0.letter == "?" })
  }

  @Test func negativeSizesAreEmpty() {
    var canvas = Canvas(Size(-3, 4))
    canvas.put("x", at: Point(0, 0), style)
    #expect(canvas.cells.isEmpty)
  }
}
