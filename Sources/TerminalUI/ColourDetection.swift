import SharedValues

/// Chooses a terminal's colour mode. Pure: environment and terminfo's values are arguments.
enum ColourDetection {
  /// - Parameter colours: the number of colours in terminfo; 0 for none.
  static func mode(_ choice: TerminalOptions.Colour, environment: [String: String], colours: Int) -> ColourMode {
    let ability: ColourMode =
      switch colours {
      case ..<8: .none
      case ..<256: .ansi16
      case 256: .ansi256
      default: .trueColour
      }
    switch choice {
    case .auto:
      // no-color.org: present and not empty, whatever its value.
      return environment["NO_COLOR", default: ""].isEmpty ? ability : .none
    case .atMost(let mode): return ColourMode.allCases.first { $0 == mode || $0 == ability } ?? ability
    }
  }

  /// The names under which terminfo may list the same terminal with 24-bit colours, best first; Debian's ncurses-term contains them.
  static func directNames(environment: [String: String]) -> [String] {
    guard ["truecolor", "24bit"].contains(environment["COLORTERM", default: ""].lowercased()) else { return [] }
    let family = environment["TERM", default: ""].prefix(whileScalar: { $0 != "-" && $0 != "." })
    switch family {
    case "tmux", "screen": return ["tmux-direct"]
    case "xterm": return ["xterm-direct"]
    case "alacritty", "kitty", "foot", "konsole", "vte", "wezterm", "ghostty", "contour":
      return ["\(family)-direct", "xterm-direct"]
    default: return []
    }
  }
}
