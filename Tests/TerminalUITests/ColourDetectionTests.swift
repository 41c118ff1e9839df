import Testing

@testable import TerminalUI

@Suite struct ColourDetectionTests {
  @Test(arguments: [
    (0, ColourMode.none), (2, .none), (8, .ansi16), (16, .ansi16), (88, .ansi16), (256, .ansi256),
    (1 << 24, .trueColour),
  ])
  func theTerminalsColoursDecideTheMode(_ colours: Int, _ expected: ColourMode) {
    #expect(ColourDetection.mode(.auto, environment: [:], colours: colours) == expected)
  }

  @Test func noColorCountsUnlessItIsEmpty() {
    #expect(ColourDetection.mode(.auto, environment: ["NO_COLOR": "0"], colours: 256) == .none)
    #expect(ColourDetection.mode(.auto, environment: ["NO_COLOR": ""], colours: 256) == .ansi256)
  }

  @Test func anExplicitChoiceWinsButCannotExceedTheTerminal() {
    #expect(ColourDetection.mode(.atMost(.none), environment: [:], colours: 256) == .none)
    #expect(ColourDetection.mode(.atMost(.ansi16), environment: ["NO_COLOR": "1"], colours: 256) == .ansi16)
    #expect(ColourDetection.mode(.atMost(.trueColour), environment: [:], colours: 8) == .ansi16)
  }

  @Test func trueColourIsLookedForWhereItIsAnnounced() {
    func names(_ term: String, _ colorterm: String) -> [String] {
      ColourDetection.directNames(environment: ["TERM": term, "COLORTERM": colorterm])
    }
    #expect(names("xterm-256color", "truecolor") == ["xterm-direct"])
    #expect(names("xterm-kitty", "24bit") == ["xterm-direct"])
    #expect(names("alacritty", "truecolor") == ["alacritty-direct", "xterm-direct"])
    #expect(names("tmux-256color", "truecolor") == ["tmux-direct"])
    #expect(names("xterm-256color", "") == [])
    #expect(names("vt100", "truecolor") == [])
  }
}
