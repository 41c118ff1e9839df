import Testing

@testable import TerminalUI

@Suite struct InputParserTests {
  @Test(arguments: [
    ("a", [Key.character("a")]), ("é", [.character("é")]), ("日", [.character("日")]), ("👍", [.character("👍")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{1B}[Z", [.backtab]), ("\u{7F}", [.backspace]),
    ("\u{8}", [.backspace]), ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}OB", [.down]),
    ("\u{1B}[C", [.right]), ("\u{1B}OD", [.left]), ("\u{1B}[H", [.home]), ("\u{1B}OF", [.end]), ("\u{1B}[1~", [.home]),
    ("\u{1B}[4~", [.end]), ("\u{1B}[7~", [.home]), ("\u{1B}[8~", [.end]), ("\u{1B}[5~", [.pageUp]),
    ("\u{1B}[6~", [.pageDown]), ("\u{1B}[2~", [.insert]), ("\u{1B}[3~", [.delete]), ("\u{1B}OP", [.function(1)]),
    ("\u{1B}[11~", [.function(1)]), ("\u{1B}[[A", [.function(1)]), ("\u{1B}[15~", [.function(5)]),
    ("\u{1B}[17~", [.function(6)]), ("\u{1B}[24~", [.function(12)]), ("\u{1}", [.control("a")]),
    ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{1C}", [.control("\\")]), ("\u{0}", [.control(" ")]),
    ("\u{1B}[1;5A", [.up]), ("\u{1B}[3;2~", [.delete]), ("ab", [.character("a"), .character("b")]),
    ("\u{1B}x", [.escape, .character("x")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
  ])
  func keys(_ input: String, _ expected: [Key]) {
    var parser = InputParser()
    #expect(parser.feed(input.utf8) == expected.map { .key($0) })
    #expect(!parser.isWaiting)
  }

  @Test func bytesMayComeOneByOne() {
    let input = "x\u{1B}[A\u{1B}[<0;5;6Mé\u{1B}[200~pasted\u{1B}[201~\u{1B}[15~日"
    var whole = InputParser()
    var parts = InputParser()
    var found: [TerminalEvent] = []
    for byte in input.utf8 { found += parts.feed([byte]) }
    let expected = whole.feed(input.utf8)
    #expect(found == expected)
    #expect(expected.count == 7)
  }

  @Test func aLoneEscapeIsTheKeyOnceTheDelayIsOver() {
    var parser = InputParser()
    #expect(parser.feed([0x1B]) == [])
    #expect(parser.isWaiting)
    #expect(parser.timeOut() == [.key(.escape)])
    #expect(!parser.isWaiting)
    #expect(parser.feed("[A".utf8) == [.key(.character("[")), .key(.character("A"))])
  }

  @Test func anUnfinishedSequenceIsNotTyped() {
    var parser = InputParser()
    #expect(parser.feed("\u{1B}[1;".utf8) == [])
    #expect(parser.timeOut() == [.key(.escape)])
    #expect(parser.feed("a".utf8) == [.key(.character("a"))])
  }

  @Test(arguments: [
    "\u{1B}[99~", "\u{1B}[5n", "\u{1B}[>0;10;1c", "\u{1B}[1;1R", "\u{1B}Oz",
  ])
  func unknownSequencesAreSwallowedWhole(_ input: String) {
    var parser = InputParser()
    #expect(parser.feed((input + "k").utf8) == [.key(.character("k"))])
  }

  /// A sequence that is too long gives the same events whether it comes at once or in portions. Found by the fuzzer.
  @Test(arguments: [
    "\u{1B}[1;" + String(repeating: ":", count: 61) + "-.[r",
    "\u{1B}]8;" + String(repeating: "x", count: 600) + "\u{7}k",
  ])
  func aTooLongSequenceIsTheSameInPortions(_ input: String) {
    var (whole, pieces) = (InputParser(), InputParser())
    let events = whole.feed(input.utf8)
    #expect(input.utf8.flatMap { pieces.feed([$0]) } == events)
    #expect(whole.timeOut() == pieces.timeOut())
  }

  @Test func endlessSequencesEnd() {
    var parser = InputParser()
    _ = parser.feed(("\u{1B}[" + String(repeating: "1;", count: 10_000)).utf8)
    _ = parser.timeOut()
    #expect(parser.feed("k".utf8).last == .key(.character("k")))
  }

  @Test func brokenUTF8IsDropped() {
    var parser = InputParser()
    #expect(parser.feed([0xFF, 0xC3, 0x28, 0x80, 0xED, 0xA0, 0x80, 0x6B]).last == .key(.character("k")))
    #expect(parser.feed([0xC2, 0x9B, 0x6B]) == [.key(.character("k"))])
  }

  @Test(arguments: [
    ("\u{1B}[<0;3;4M", MouseEvent(.press, at: Point(2, 3))), ("\u{1B}[<0;3;4m", MouseEvent(.release, at: Point(2, 3))),
    ("\u{1B}[<64;1;1M", MouseEvent(.scrollUp, at: Point(0, 0))),
    ("\u{1B}[<65;1;1M", MouseEvent(.scrollDown, at: Point(0, 0))),
    ("\u{1B}[<16;200;99M", MouseEvent(.press, at: Point(199, 98))),
  ])
  func mouse(_ input: String, _ expected: MouseEvent) {
    var parser = InputParser()
    #expect(parser.feed(input.utf8) == [.mouse(expected)])
  }

  @Test(arguments: ["\u{1B}[<0;0;4M", "\u{1B}[<0;4M", "\u{1B}[<35;4;4M", "\u{1B}[<2;4;4M", "\u{1B}[<0;99999;1M"])
  func otherMouseReportsAreIgnored(_ input: String) {
    var parser = InputParser()
    #expect(parser.feed(input.utf8) == [])
  }

  @Test func aPasteIsOneEvent() {
    var parser = InputParser()
    #expect(
      parser.feed("\u{1B}[200~a\rb\r\n\u{1B}[Aq\u{1B}[201~z".utf8)
        == [.paste("a\nb\n\u{1B}[Aq"), .key(.character("z"))])
  }

  @Test func aHugePasteIsCut() {
    var parser = InputParser()
    var events = parser.feed("\u{1B}[200~".utf8)
    let portion = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    for _ in 0..<20 { events += parser.feed(portion) }
    events += parser.feed("\u{1B}[201~".utf8)
    #expect(events == [.paste(String(repeating: "x", count: InputParser.pasteLimit))])
  }
}
