/// How many colours a terminal gets, fewest first. `none`, attributes only: `NO_COLOR`, `--no-color`, or a terminal without colours.
public enum ColourMode: String, Hashable, Sendable, CaseIterable { case none, ansi16, ansi256, trueColour }

public struct TerminalOptions: Sendable {
  public enum Colour: Hashable, Sendable {
    /// As many colours as terminfo lists; none with `NO_COLOR`.
    case auto
    /// At most this many colours, whatever `NO_COLOR` says; fewer if the terminal has fewer.
    case atMost(ColourMode)
  }

  public var colour: Colour
  /// `nil`: Unicode in a UTF-8 locale, else ASCII.
  public var glyphs: Glyphs?
  public var theme: Theme
  /// Whether to use only what every terminal has and ask the terminal nothing.
  public var isBasic: Bool
  /// Written to standard error, after the terminal has been restored, when the process crashes. At most 500 bytes.
  public var crashNote: String

  public init(
    colour: Colour = .auto, glyphs: Glyphs? = nil, theme: Theme = .curity, isBasic: Bool = false, crashNote: String = ""
  ) {
    (self.colour, self.glyphs, self.theme) = (colour, glyphs, theme)
    (self.isBasic, self.crashNote) = (isBasic, crashNote)
  }
}

/// Why there is no usable terminal. The catalogue has the sentences by `code`.
public struct TerminalError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case notATerminal = "not_a_terminal"
    /// `TERM` is empty or names no terminal that terminfo knows.
    case unknownTerminal = "unknown_terminal"
    /// The terminal cannot position its cursor (`dumb`).
    case unsuitableTerminal = "unsuitable_terminal"
    case alreadyOpen = "terminal_already_open"
  }

  public var code: Code
  /// The value of `TERM`, sanitised; empty if it is irrelevant.
  public var detail: String
  public init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}
