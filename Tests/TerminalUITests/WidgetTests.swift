import Testing

@testable import TerminalUI

@Suite struct WidgetTests {
  @Test func buttonsAreBlocks() {
    var canvas = Canvas(Size(16, 5))
    #expect(canvas.button("Sign Out", in: Rect(0, 0, 16, 3), focused: false) == Rect(0, 0, 16, 3))
    canvas.button("Retry", in: Rect(0, 3, 16, 1), focused: true)
    canvas.button("A label too long", in: Rect(0, 4, 10, 1), focused: true)
    #expect(
      canvas.text == """

            Sign Out

        [  ▸ Retry ◂   ]
        [▸A lab…◂]
        """)
    for (row, role) in [Role.phoneButton, .phoneButton, .phoneButton, .phoneButtonFocused].enumerated() {
      #expect((0..<16).allSatisfy { canvas[$0, row].style.role == role }, "\(row)")
    }
  }

  @Test func checkboxes() {
    var canvas = Canvas(Size(12, 3), glyphs: .ascii)
    #expect(canvas.checkbox("Remember", at: Point(0, 0), width: 12, ticked: true, focused: false) == Rect(0, 0, 12, 1))
    canvas.checkbox("One", at: Point(0, 1), width: 12, ticked: true, focused: true, round: true)
    canvas.checkbox("Two", at: Point(0, 2), width: 12, ticked: false, focused: false, round: true)
    #expect(canvas.text == "[x] Remember\n(*) One\n( ) Two")
  }

  @Test func aFieldShowsItsTextAndTheCursor() {
    var canvas = Canvas(Size(12, 1))
    canvas.textField(TextEditor("jörg"), in: Rect(0, 0, 12, 1), focused: true)
    #expect(canvas.text == "▏jörg      ▕")
    #expect(canvas.cursor == Point(5, 0))
  }

  @Test func aPasswordIsDots() {
    var canvas = Canvas(Size(12, 1))
    canvas.textField(TextEditor("日ö!"), in: Rect(0, 0, 12, 1), focused: true, secure: true)
    #expect(canvas.text == "▏•••       ▕")
    #expect(canvas.cursor == Point(4, 0))
  }

  @Test func anEmptyFieldShowsItsPlaceholder() {
    var canvas = Canvas(Size(12, 1))
    canvas.textField(TextEditor(), in: Rect(0, 0, 12, 1), focused: false, placeholder: "User name")
    #expect(canvas.text == "▏User name ▕")
    #expect(canvas.cursor == nil)
  }

  /// The cursor would cover the placeholder's first letter.
  @Test func aPlaceholderIsReadBesideTheCursor() {
    var canvas = Canvas(Size(12, 1), glyphs: .ascii)
    canvas.textField(TextEditor(), in: Rect(0, 0, 12, 1), focused: true, placeholder: "User name")
    #expect(canvas.text == "[ User name]")
    #expect(canvas.cursor == Point(1, 0))
  }

  @Test func theCursorIsAlwaysWithinItsField() {
    for text in ["abcdefghijklmnop", "日本語日本語日本語", "a\u{301}b\u{200B}c日d\u{1F469}\u{200D}\u{1F4BB}efghijk"] {
      var editor = TextEditor(text)
      for _ in 0...text.count {
        var canvas = Canvas(Size(12, 1))
        canvas.textField(editor, in: Rect(2, 0, 8, 1), focused: true)
        #expect((3...8).contains(canvas.cursor?.x ?? -1), "\(text) \(editor.cursor)")
        _ = editor.apply(.left)
      }
    }
  }

  @Test func aScrolledFieldIsMarked() {
    var canvas = Canvas(Size(8, 1))
    canvas.textField(TextEditor("abcdefghij"), in: Rect(0, 0, 8, 1), focused: true)
    #expect(canvas.text == "‹fghij ▕")
  }

  @Test func theFooterDropsTheLeastImportantItem() {
    let items = [
      FooterItem("↵", "start", id: 1, priority: 5), FooterItem("Tab", "panel", id: 2),
      FooterItem("?", "help", id: 3, priority: 3),
      FooterItem("q", "quit", id: 4, priority: 9),
    ]
    func footer(_ width: Int) -> (String, HitMap<Int>) {
      var canvas = Canvas(Size(width, 1))
      var hits = HitMap<Int>()
      canvas.footer(items, in: canvas.bounds, hits: &hits)
      return (canvas.text, hits)
    }
    #expect(footer(40).0 == " ↵ start  Tab panel  ? help  q quit")
    #expect(footer(30).0 == " ↵ start  ? help  q quit")
    #expect(footer(20).0 == " ↵ start  q quit")
    #expect(footer(10).0 == " q quit")
    #expect(footer(4).0 == "")
    #expect(footer(30).1[Point(11, 0)] == 3)
    #expect(footer(30).1[Point(9, 0)] == nil)
  }

  /// A short key fills the room that a more important one is too long for.
  @Test func theFooterLeavesNoRoomForAKeyThatFits() {
    let items = [
      FooterItem("↵", "open", id: 1, priority: 5), FooterItem("Space", "send this message", id: 2, priority: 4),
      FooterItem("Esc", "back", id: 3, priority: 1), FooterItem("q", "quit", id: 4, priority: 9),
    ]
    var canvas = Canvas(Size(30, 1))
    var hits = HitMap<Int>()
    canvas.footer(items, in: canvas.bounds, hits: &hits)
    #expect(canvas.text == " ↵ open  Esc back  q quit")
  }

  /// Help is shortened before the action is.
  @Test func theFooterShortensHelpBeforeTheAction() {
    let items = [
      FooterItem("↵", "Access-Token erneuern", id: 1, priority: 5),
      FooterItem("?", "Hilfe", id: 2, priority: 3, isEssential: true),
      FooterItem("q", "Ende", id: 3, priority: 4, isEssential: true),
    ]
    func footer(_ width: Int) -> String {
      var canvas = Canvas(Size(width, 1))
      var hits = HitMap<Int>()
      canvas.footer(items, in: canvas.bounds, hits: &hits)
      return canvas.text
    }
    #expect(footer(42) == " ↵ Access-Token erneuern  ? Hilfe  q Ende")
    #expect(footer(40) == " ↵ Access-Token erneuern ? Hilfe q Ende")
    #expect(footer(39) == " ↵ Access-Token erneuern ? q Ende")
    #expect(footer(33) == " ↵ Access-Toke…  ? Hilfe  q Ende")
  }

  @Test func tabsMarkTheSelectedOneAndFit() {
    func tabs(_ width: Int, _ selected: Int) -> String {
      var canvas = Canvas(Size(60, 1))
      var hits = HitMap<Int>()
      canvas.tabs(
        ["1 Messages", "2 Sequence", "3 State"], selected: selected, at: Point(0, 0), width: width, hits: &hits
      ) { $0 }
      return canvas.text
    }
    #expect(tabs(40, 1) == " 1 Messages [2 Sequence] 3 State")
    // Tabs first move closer, with a space between them, and then lose their names.
    #expect(tabs(31, 1) == "1 Messages [2 Sequence] 3 State")
    #expect(tabs(31, 0) == "[1 Messages] 2 Sequence 3 State" && tabs(31, 2) == "1 Messages 2 Sequence [3 State]")
    #expect(tabs(20, 1) == " 1 [2 Sequence] 3")
    #expect(tabs(12, 1) == "[2 Sequence]")
    #expect(tabs(6, 1) == "[2 Se…")
  }

  @Test func hitsFindTheLastDrawnArea() {
    var hits = HitMap<String>()
    hits.add(Rect(0, 0, 10, 10), "page")
    hits.add(Rect(2, 2, 3, 1), "button")
    hits.add(Rect(0, 0, 0, 5), "nothing")
    #expect(hits[Point(3, 2)] == "button")
    #expect(hits[Point(5, 2)] == "page")
    #expect(hits[Point(10, 2)] == nil)
    var outer = HitMap<String>()
    outer.add(hits, at: Point(5, 1), within: Rect(0, 0, 80, 24))
    #expect(outer[Point(7, 3)] == "button")
    #expect(outer.targets.last { $0.id == "button" }?.rect == Rect(7, 3, 3, 1))
  }

  @Test func scrollingStaysInRange() {
    let window = ScrollWindow(contentHeight: 30, height: 10)
    #expect(window.scrolled(by: -5).offset == 0)
    #expect(window.scrolled(by: .max).offset == 20)
    #expect(window.scrolled(by: 7).rows == 7..<17)
    #expect(window.revealing(12..<13).offset == 3)
    #expect(window.scrolled(by: 15).revealing(3..<5).offset == 3)
    #expect(window.revealing(5..<25).offset == 5)
    #expect(ScrollWindow(contentHeight: 3, height: 10, offset: 7).offset == 0)
    #expect(!ScrollWindow(contentHeight: 10, height: 10).scrolls)
    #expect(ScrollWindow(contentHeight: 30, height: 0, offset: -1).rows == 0..<0)
  }

  @Test func theThumbReachesBothEnds() {
    for content in [11, 30, 1000] {
      let window = ScrollWindow(contentHeight: content, height: 10)
      #expect(window.thumb.lowerBound == 0 && !window.thumb.isEmpty)
      #expect(window.scrolled(by: content).thumb.upperBound == 10)
    }
  }
}
