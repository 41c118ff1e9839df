import Testing

@testable import Asciicast

/// What a recording may do to the terminal that plays it.
@Suite struct PlaybackFilterTests {
  private static func pass(_ text: String) -> String {
    var filter = PlaybackFilter()
    return join(filter.pass(text))
  }

  private static func join(_ pieces: [PlaybackFilter.Piece]) -> String {
    pieces.map { if case .text(let text, _) = $0 { text } else { "<\($0)>" } }.joined()
  }

  @Test(arguments: [
    "hello, Wörld 漢字 😀 ─│┌", "\r\n\t\u{8}", "\u{E}\u{F}", "\u{1B}[m", "\u{1B}[0;1;38;5;200m", "\u{1B}[38;2;1;2;3m",
    "\u{1B}[38:2::1:2:3m", "\u{1B}[H", "\u{1B}[12;40H", "\u{1B}[5A", "\u{1B}[3d", "\u{1B}[7G", "\u{1B}[2J", "\u{1B}[K",
    "\u{1B}[4X", "\u{1B}[2L", "\u{1B}[2M", "\u{1B}[3P", "\u{1B}[3@", "\u{1B}[2;20r", "\u{1B}[r", "\u{1B}[3S",
    "\u{1B}[3T", "\u{1B}[9b", "\u{1B}[4h", "\u{1B}[4l", "\u{1B}[?1h", "\u{1B}[?7l", "\u{1B}[?12;25h", "\u{1B}[?25l",
    "\u{1B}7", "\u{1B}8", "\u{1B}M", "\u{1B}=", "\u{1B}>", "\u{1B}(0", "\u{1B}(B", "\u{1B})0", "\u{1B}[!p", "\u{1B}H",
  ])
  func passes(_ text: String) {
    #expect(Self.pass(text) == text)
  }

  /// Each of these would make the terminal answer as if typed, change something outside the picture, or hide text.
  @Test(arguments: [
    ("clipboard (OSC 52)", "\u{1B}]52;c;cm0gLXJmIC8=\u{7}"),
    ("title (OSC 0)", "\u{1B}]0;owned\u{1B}\\"),
    ("link (OSC 8)", "\u{1B}]8;;https://evil.example\u{1B}\\"),
    ("palette question (OSC 4)", "\u{1B}]4;1;?\u{7}"),
    ("notification (OSC 9)", "\u{1B}]9;hello\u{7}"),
    ("C1 OSC", "\u{9D}52;c;QQ==\u{9C}"),
    ("DECRQSS (DCS)", "\u{1B}P$q\"p\u{1B}\\"),
    ("sixel (DCS)", "\u{1B}Pq#0;2;0;0;0~-\u{1B}\\"),
    ("C1 DCS", "\u{90}$qm\u{9C}"),
    ("kitty picture (APC)", "\u{1B}_Gf=24;AAAA\u{1B}\\"),
    ("PM", "\u{1B}^x\u{1B}\\"),
    ("SOS", "\u{1B}Xx\u{1B}\\"),
    ("a string without its end", "\u{1B}]0;the rest is lost"),
    ("cursor report (DSR)", "\u{1B}[6n"),
    ("private report", "\u{1B}[?15n"),
    ("attributes (DA)", "\u{1B}[c"),
    ("secondary attributes", "\u{1B}[>c"),
    ("tertiary attributes", "\u{1B}[=c"),
    ("DECID", "\u{1B}Z"),
    ("answerback (ENQ)", "\u{5}"),
    ("version (XTVERSION)", "\u{1B}[>q"),
    ("mode question (DECRQM)", "\u{1B}[?2004$p"),
    ("checksum (DECRQCRA)", "\u{1B}[1;1;1;1;9;9*y"),
    ("terminal parameters (DECREQTPARM)", "\u{1B}[x"),
    ("window operation", "\u{1B}[3;0;0t"),
    ("title report", "\u{1B}[21t"),
    ("mouse", "\u{1B}[?1000h\u{1B}[?1002;1006h\u{1B}[?1003h"),
    ("highlight tracking", "\u{1B}[1;1;1;9;9T"),
    ("focus reports", "\u{1B}[?1004h"),
    ("bracketed paste", "\u{1B}[?2004h"),
    ("synchronized output", "\u{1B}[?2026h"),
    ("132 columns (DECCOLM)", "\u{1B}[?3h"),
    ("printing", "\u{1B}[5i"),
    ("keyboard locked (KAM)", "\u{1B}[2h"),
    ("modify keys", "\u{1B}[>4;2m"),
    ("kitty keyboard", "\u{1B}[>1u"),
    ("lights", "\u{1B}[3q"),
    ("cursor shape", "\u{1B}[5 q"),
    ("full reset (RIS)", "\u{1B}c"),
    ("memory lock", "\u{1B}l"),
    ("double size (DECDHL)", "\u{1B}#3"),
    ("other coding system", "\u{1B}%@"),
    ("bell", "\u{7}"),
    ("NUL, XON, XOFF, DEL", "\u{0}\u{11}\u{13}\u{7F}"),
    ("C1 CSI", "\u{9B}6n"),
    ("C1 index", "\u{84}\u{85}\u{8D}"),
    ("huge number", "\u{1B}[99999999999999999999b"),
    ("repeat too often", "\u{1B}[10000b"),
    ("too many colours", "\u{1B}[" + String(repeating: "1;", count: 40) + "m"),
    ("endless sequence", "\u{1B}[" + String(repeating: "1;", count: 400) + "H"),
    ("mark in the middle", "\u{1B}[1?6n"),
    ("bidi override", "\u{202E}\u{2066}\u{61C}"),
    ("invisible", "\u{200B}\u{200D}\u{FEFF}\u{E0041}\u{AD}"),
    ("line separators", "\u{2028}\u{2029}"),
    ("private use", "\u{E000}\u{F8FF}"),
    ("escape at the end", "\u{1B}"),
    ("broken off", "\u{1B}[6\u{18}\u{1B}]0;x\u{1A}"),
  ])
  func drops(_ name: String, _ text: String) {
    #expect(Self.pass(text) == "", "\(name)")
  }

  /// The text around a dropped sequence is unchanged, wherever the recording was cut into events.
  @Test(arguments: [
    ("a\u{1B}]52;c;QQ==\u{7}b", "ab"), ("a\u{1B}]0;x\u{1B}\\b", "ab"), ("a\u{1B}Pq\u{7}x", "ax"),
    ("a\u{1B}[6nb\u{1B}[1mc", "ab\u{1B}[1mc"),
    ("a\u{1B}]0;\u{1B}[2Jb", "a\u{1B}[2Jb"), ("\u{1B}[?1000;25hx", "\u{1B}[?25hx"),
    ("a\u{1B}[1\r2Hb", "a\r\u{1B}[12Hb"),
    ("\u{1B}[\u{1B}[1mx", "\u{1B}[1mx"), ("\u{1B}[1é;2Hx", ";2Hx"),
  ])
  func leavesTheRest(_ text: String, _ expected: String) {
    #expect(Self.pass(text) == expected)
    for cut in text.unicodeScalars.indices {
      var filter = PlaybackFilter()
      let parts = [String(text.unicodeScalars[..<cut]), String(text.unicodeScalars[cut...])]
      #expect(parts.map { Self.join(filter.pass($0)) }.joined() == expected)
    }
  }

  /// Random input yields only what the list allows.
  @Test func onlyAllowedSequencesPass() {
    var seed: UInt64 = 7
    let alphabet = Array(
      "\u{1B}\u{1B}\u{1B}[[[]P_?>=!$ ;;0124569hlmnctqrJHTpué\u{9B}\u{9D}\u{90}\u{7}\\\u{5}\u{18}".unicodeScalars)
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.unicodeScalars.append(alphabet[Int(seed >> 33) % alphabet.count])
      }
      let passed = Self.pass(text)
      // The filter passes its own output unchanged, so dropping a part has not formed a new sequence.
      #expect(Self.pass(passed) == passed)
      #expect(!passed.contains("n") || !passed.contains(/\e\[[0-9;?]*[nctq]/))
      #expect(!passed.unicodeScalars.contains { ["\u{5}", "\u{7}", "\u{9B}", "\u{9D}", "\u{90}"].contains($0) })
    }
  }

  @Test(arguments: ["\u{1B}[?1049h", "\u{1B}[?47h", "\u{1B}[?1047h", "\u{1B}[?25;1049h"])
  func theAlternateScreenBelongsToThePlayer(_ text: String) {
    var filter = PlaybackFilter()
    #expect(filter.pass(text) == [.enter])
    #expect(filter.pass(text.replacing("h", with: "l")) == [.leave])
  }
}
