/// How many colours a terminal is given.
public enum ColourMode: String, Hashable, Sendable, CaseIterable {
  /// Attributes alone: `NO_COLOR`, `--no-color`, or a terminal without colours.
  case none
  case ansi16
  case ansi256
  case trueColour
}

/// How a program wants its terminal.
public struct TerminalOptions: Sendable {
  public enum Colour: Hashable, Sendable {
    /// As many colours as the terminal says that it has; none with `NO_COLOR`.
    case auto
    /// At most so many colours, whatever `NO_COLOR` says; fewer if the terminal has fewer.
    case atMost(ColourMode)
  }

  public enum GlyphChoice: Hashable, Sendable {
    /// Unicode in a UTF-8 locale, else ASCII.
    case auto
    case always(Glyphs)
  }

  public var colour: Colour
  public var glyphs: GlyphChoice
  public var theme: Theme
  /// Whether mouse presses and the wheel are reported. Off, the terminal's own selecting works.
  public var mouse: Bool
  /// The terminal is asked nothing, and nothing is used that not every terminal has.
  public var isBasic: Bool
  /// Written to standard error, after the terminal has been restored, when the process crashes. At most 500 bytes.
  public var crashNote: String

  public init(
    colour: Colour = .auto, glyphs: GlyphChoice = .auto, theme: Theme = .curity, mouse: Bool = true,
    isBasic: Bool = false, crashNote: String = ""
  ) {
    (self.colour, self.glyphs, self.theme, self.mouse, self.crashNote) = (colour, glyphs, theme, mouse, crashNote)
    self.isBasic = isBasic
  }
}

/// Why no terminal could be had. The sentences stand in the catalogue by `code`.
public struct TerminalError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Standard input or output is no terminal.
    case notATerminal = "not_a_terminal"
    /// `TERM` is empty or names no terminal that terminfo knows.
    case unknownTerminal = "unknown_terminal"
    /// The terminal cannot place its cursor (`dumb`).
    case unsuitableTerminal = "unsuitable_terminal"
    /// This process has a terminal open already.
    case alreadyOpen = "terminal_already_open"
  }

  public var code: Code
  /// The value of `TERM`, sanitised; empty where it does not matter.
  public var detail: String

  public init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}
