import ForeignText

/// Which of the colour modes a terminal gets. Pure: the environment and what terminfo said come in as values.
enum ColourDetection {
  /// - Parameter colours: what terminfo says the terminal has; 0 for none.
  static func mode(_ choice: TerminalOptions.Colour, environment: [String: String], colours: Int) -> ColourMode {
    let ability = ability(colours: colours)
    switch choice {
    case .auto:
      // no-color.org: present and not empty, whatever its value.
      return environment["NO_COLOR", default: ""].isEmpty ? ability : .none
    case .atMost(let mode): return order(mode) < order(ability) ? mode : ability
    }
  }

  /// The names under which terminfo may know the same terminal with 24-bit colours, best first.
  ///
  /// They come with Debian's ncurses-term. Without them 256 colours are used, as `TERM` itself says.
  static func directNames(environment: [String: String]) -> [String] {
    guard announcesTrueColour(environment) else { return [] }
    let term = environment["TERM", default: ""]
    let family = term.prefix(whileScalar: { $0 != "-" && $0 != "." })
    let asXterm: Set<Substring> = [
      "xterm", "alacritty", "kitty", "foot", "konsole", "vte", "wezterm", "ghostty", "contour",
    ]
    switch family {
    case "tmux", "screen": return ["tmux-direct"]
    case _ where asXterm.contains(family):
      return family == "xterm" ? ["xterm-direct"] : ["\(family)-direct", "xterm-direct"]
    default: return []
    }
  }

  private static func ability(colours: Int) -> ColourMode {
    switch colours {
    case ..<8: .none
    case ..<256: .ansi16
    case 256: .ansi256
    default: .trueColour
    }
  }

  private static func announcesTrueColour(_ environment: [String: String]) -> Bool {
    ["truecolor", "24bit"].contains(environment["COLORTERM", default: ""].lowercased())
  }

  private static func order(_ mode: ColourMode) -> Int { ColourMode.allCases.firstIndex(of: mode) ?? 0 }
}
