import Testing

@testable import TerminalUI

/// The app asks a terminal for its abilities and uses only those that it reports.
@Suite struct TerminalCapabilitiesTests {
  private func terminal(_ term: String, inTmux: Bool = false, basic: Bool = false) -> TerminalCapabilities {
    TerminalCapabilities(term: term, inTmux: inTmux, isBasic: basic)
  }

  @Test func nothingIsAskedOfAConsoleOrOnRequest() {
    for term in ["linux", "screen", "screen-256color", "vt220", "dumb", "", "ansi"] {
      var capabilities = terminal(term)
      #expect(capabilities.introduce() == nil && !capabilities.isAwaiting, "\(term)")
    }
    var basic = terminal("xterm-256color", basic: true)
    #expect(basic.introduce() == nil)
  }

  /// Some terminals print the rest of an unknown query, so only a terminal that has reported its name is asked further.
  @Test func aTerminalWithoutANameIsAskedNoFurther() {
    var capabilities = terminal("xterm-256color")
    #expect(capabilities.introduce() == "\u{1B}[>0q\u{1B}[c")
    #expect(capabilities.receive(.attributes) == nil && !capabilities.isAwaiting)
    #expect(!capabilities.takesTitles && !capabilities.showsLinks && !capabilities.synchronizes)
  }

  @Test(
    arguments: [
      ("15;0", false), ("0;15", true), ("0;default;7", true), ("12;8", false), ("0;11", true),
      ("15;default", nil), ("", nil), ("0;99", nil), ("white", nil),
    ] as [(String, Bool?)])
  func coloursOfTheEnvironmentTellTheBackground(_ text: String, _ isLight: Bool?) {
    let capabilities = TerminalCapabilities(term: "screen", inTmux: false, isBasic: false, colours: text)
    #expect(capabilities.isLight == isLight && capabilities.hidesTextForDark == (isLight ?? true))
  }

  /// A terminal that can be asked counts as dark until it has reported its background or had enough time.
  @Test func anUnknownBackgroundIsNotReliedOn() {
    #expect(terminal("linux").hidesTextForDark)
    var mute = terminal("xterm-256color")
    _ = mute.introduce()
    #expect(!mute.hidesTextForDark)
    mute.settle()
    #expect(mute.hidesTextForDark)
    // tmux 3.3 reports its name but no background.
    var tmux = terminal("tmux-256color")
    _ = tmux.introduce()
    for report in [TerminalReport.name("tmux 3.3a"), .attributes] { _ = tmux.receive(report) }
    #expect(!tmux.hidesTextForDark)
    _ = tmux.receive(.attributes)
    #expect(tmux.hidesTextForDark)
    var dark = terminal("foot")
    _ = dark.introduce()
    for report in [TerminalReport.attributes, .background(red: 0, green: 0, blue: 0), .attributes] {
      _ = dark.receive(report)
    }
    #expect(!dark.hidesTextForDark)
    dark.settle()
    #expect(!dark.hidesTextForDark)
  }

  @Test func reportedAbilitiesAreUsed() {
    var capabilities = terminal("xterm-256color")
    _ = capabilities.introduce()
    #expect(capabilities.receive(.name("kitty(0.26.5)")) == nil)
    #expect(capabilities.receive(.attributes) == "\u{1B}[?2026$p\u{1B}[?1004$p\u{1B}]11;?\u{1B}\\\u{1B}[c")
    #expect(capabilities.isAwaiting && capabilities.takesTitles && capabilities.showsLinks)
    #expect(capabilities.receive(.mode(2026, isKnown: true)) == nil && capabilities.synchronizes)
    #expect(capabilities.switches == "")
    #expect(
      capabilities.receive(.mode(1004, isKnown: true)) == "\u{1B}[?1004h" && capabilities.switches == "\u{1B}[?1004h")
    #expect(capabilities.receive(.background(red: 1, green: 1, blue: 0.9)) == nil && capabilities.isLight == true)
    #expect(capabilities.receive(.attributes) == nil && !capabilities.isAwaiting)
  }

  @Test func unknownAbilitiesAreNotUsed() {
    var capabilities = terminal("foot")
    _ = capabilities.introduce()
    _ = capabilities.receive(.attributes)
    #expect(
      capabilities.receive(.mode(2026, isKnown: false)) == nil
        && capabilities.receive(.mode(1004, isKnown: false)) == nil)
    #expect(!capabilities.synchronizes && !capabilities.reportsFocus && capabilities.isLight == nil)
  }

  @Test(arguments: [
    ("kitty(0.26.5)", true), ("foot(1.13.1)", true), ("WezTerm 20230712", true), ("VTE(7203)", true),
    ("VTE(4800)", false),
    ("tmux 3.3a", false), ("tmux 3.4", true), ("tmux next-3.5", true), ("XTerm(379)", false), ("xterm.js(5.5.0)", true),
    ("Konsole 22.12.3", true), ("nobody 9", false), ("", false),
  ])
  func onlyTerminalsWithLinksGetThem(_ name: String, _ expected: Bool) {
    var capabilities = terminal("xterm-256color")
    _ = capabilities.introduce()
    _ = capabilities.receive(.name(name))
    #expect(capabilities.showsLinks == expected)
  }

  // MARK: What comes in

  @Test(arguments: [
    ("\u{1B}[I", TerminalReport.focus(true)), ("\u{1B}[O", .focus(false)), ("\u{1B}[?62;22c", .attributes),
    ("\u{1B}[?2026;2$y", .mode(2026, isKnown: true)), ("\u{1B}[?2026;0$y", .mode(2026, isKnown: false)),
    ("\u{1B}[?1004;4$y", .mode(1004, isKnown: false)), ("\u{1B}P>|foot(1.13.1)\u{1B}\\", .name("foot(1.13.1)")),
    ("\u{1B}]11;rgb:ffff/0000/8080\u{1B}\\", .background(red: 1, green: 0, blue: Double(0x8080) / 65535)),
    ("\u{1B}]11;rgb:00/ff/00\u{7}", .background(red: 0, green: 1, blue: 0)),
    ("\u{1B}]11;rgba:0/0/f/8\u{7}", .background(red: 0, green: 0, blue: 1)),
  ])
  func answersAreNeverTyped(_ input: String, _ report: TerminalReport) {
    var parser = InputParser()
    #expect(parser.feed("a\(input)b".utf8) == [.key(.character("a")), .report(report), .key(.character("b"))])
    // The answer may be cut anywhere, and the rest may come late.
    for cut in 3..<input.utf8.count {
      var parser = InputParser()
      _ = parser.feed(input.utf8.prefix(cut))
      if input.utf8.dropFirst().first != UInt8(ascii: "[") { #expect(parser.isBeingTold) }
      #expect(parser.feed(input.utf8.dropFirst(cut)) == [.report(report)])
    }
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:zz/00/00\u{7}", "\u{1B}]52;c;QQ==\u{7}", "\u{1B}]4;1;rgb:0/0/0\u{1B}\\", "\u{1B}P>nothing\u{1B}\\",
    "\u{1B}[?9999;9;9$y",
    "\u{1B}]11;\(String(repeating: "x", count: 600))",
  ])
  func unrequestedReportsAreSwallowed(_ input: String) {
    var parser = InputParser()
    #expect(parser.feed(input.utf8.prefix(512)).isEmpty)
    #expect(parser.timeOut() == [])
    #expect(parser.feed("q".utf8) == [.key(.character("q"))])
  }

  @Test func bracketsAfterEscapeAreKeys() {
    var parser = InputParser()
    #expect(parser.feed("\u{1B}]".utf8) == [] && !parser.isBeingTold)
    #expect(parser.timeOut() == [.key(.escape), .key(.character("]"))])
    #expect(parser.feed("\u{1B}Px".utf8) == [.key(.escape), .key(.character("P")), .key(.character("x"))])
  }
}

/// Sections of RFCs and known texts become links; nothing else does.
@Suite struct HyperlinkTests {
  private func canvas(_ rows: String...) -> Canvas {
    var canvas = Canvas(Size(60, rows.count))
    for (y, row) in rows.enumerated() { canvas.put(row, at: Point(0, y), Style(.text)) }
    return canvas
  }

  @Test func sectionsLeadToTheirDocument() {
    let runs = Hyperlinks.runs(in: canvas("see RFC 7591 §3.1.2. And RFC 6749, RFC x, aRFC 12"), known: [])
    #expect(runs.map(\.text) == ["RFC 7591 §3.1.2", "RFC 6749"])
    #expect(
      runs.map(\.url) == [
        "https://www.rfc-editor.org/rfc/rfc7591#section-3.1.2", "https://www.rfc-editor.org/rfc/rfc6749",
      ])
    #expect(runs[0].at == Point(4, 0) && runs[0].width == 15)
  }

  @Test func aKnownTextIsFoundAcrossLineBreaks() {
    let path = "/home/me/exports/sequence-1.svg"
    let known = [KnownLink(path, to: "file://host\(path)")]
    #expect(Hyperlinks.runs(in: canvas("at \(path)"), known: known).map(\.text) == [path])
    let broken = Hyperlinks.runs(in: canvas("  /home/me/exports/", "  sequence-1.svg"), known: known)
    #expect(broken.map(\.text) == ["/home/me/exports/", "sequence-1.svg"] && Set(broken.map(\.url)).count == 1)
    #expect(Hyperlinks.runs(in: canvas("  /home/me/exports/…"), known: known).isEmpty)
    #expect(Hyperlinks.runs(in: canvas(path), known: [KnownLink(path, to: "file://x/\u{1B}]8;;evil")]).isEmpty)
  }

  @Test func aServersAddressIsNoLink() {
    #expect(Hyperlinks.runs(in: canvas("https://evil.example/RFC"), known: []).isEmpty)
  }

  /// The same cells and colours between the two ends of the link, with the cursor restored.
  @Test func aLinkIsPaintedOverTheSameText() {
    var painter = LinkPainter()
    let picture = canvas("RFC 7636 §4")
    let runs = Hyperlinks.runs(in: picture, known: [])
    let look = { (style: Style) in Appearance(style, theme: .curity, mode: .ansi256) }
    let text = painter.sequence(picture, runs, isFresh: true, mode: .ansi256, look)
    #expect(
      text
        == "\u{1B}7\u{1B}]8;id=1;https://www.rfc-editor.org/rfc/rfc7636#section-4\u{1B}\\\u{1B}[1;1H\u{1B}[0mRFC 7636 §4"
        + "\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}8")
    // An unchanged text that is no longer a link is painted once without it.
    #expect(
      painter.sequence(picture, [], isFresh: false, mode: .ansi256, look)
        == "\u{1B}7\u{1B}[1;1H\u{1B}[0mRFC 7636 §4\u{1B}[0m\u{1B}8")
    #expect(painter.sequence(picture, [], isFresh: false, mode: .ansi256, look) == "")
  }

  @Test func coloursAreThoseOfTheTerminal() {
    let style = Style(.phoneButtonFocused)
    #expect(Appearance(style, theme: .curity, mode: .none).sequence(.none) == "\u{1B}[0;1;7m")
    #expect(Appearance(style, theme: .curity, mode: .ansi16).sequence(.ansi16) == "\u{1B}[0;1;97;44m")
    #expect(
      Appearance(style, theme: .curity, mode: .trueColour).sequence(.trueColour)
        == "\u{1B}[0;1;38;2;255;255;255;48;2;10;92;224m")
  }
}
