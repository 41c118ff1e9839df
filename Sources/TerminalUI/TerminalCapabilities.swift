import SharedValues

/// What may be used of a terminal that not every terminal has, found out by asking. Nothing waits for the answers. The first round asks for name
/// and attributes, in sequences that every terminal of the kind swallows. Only who tells its name is asked for more, because some draw the rest of a
/// question that they do not know.
struct TerminalCapabilities {
  /// Whether it can show a picture in one step (mode 2026).
  private(set) var synchronizes = false
  private(set) var reportsFocus = false
  /// Whether text can be a link (OSC 8).
  private(set) var showsLinks = false
  /// Whether the window has a title (OSC 0 and 2) that can be saved and restored (XTWINOPS 22 and 23).
  private(set) var takesTitles = false
  /// Whether the background is light; `nil`: unknown.
  private(set) var isLight: Bool?
  /// Nothing more is asked, and later answers are ignored.
  private var isSettled: Bool
  private var stage: Stage
  private let kind: Kind
  private enum Stage { case quiet, introduced, asked }
  private enum Kind { case none, likeXterm, ofItsOwn }
  static let synchronized = 2026
  static let focus = 1004

  /// - Parameters:
  ///   - isBasic: ask nothing.
  ///   - colours: `COLORFGBG`, in which some terminals report their colours: `15;0`, `0;default;15`.
  init(term: String, inTmux: Bool, isBasic: Bool, colours: String = "") {
    kind = isBasic ? .none : TerminalCapabilities.kind(term, inTmux)
    (stage, isSettled) = (.quiet, kind == .none)
    isLight = colours.split(scalar: ";").last.flatMap { Int($0) }.flatMap { number in
      (0..<16).contains(number) ? number == 7 || number > 8 : nil
    }
  }

  /// Whether text in colours for a dark background may be unreadable. Until the terminal has reported its background, it counts as dark, as most are.
  var hidesTextForDark: Bool { isLight ?? isSettled }
  mutating func settle() { isSettled = true }

  private static func kind(_ term: String, _ inTmux: Bool) -> Kind {
    let family = String(term.prefix(whileScalar: { $0 != "-" && $0 != "." }))
    if ["kitty", "foot", "alacritty", "wezterm", "ghostty", "contour"].contains(family) { return .ofItsOwn }
    return ["xterm", "tmux", "konsole", "vte", "mintty", "iTerm2"].contains(family) || inTmux ? .likeXterm : .none
  }

  var isAwaiting: Bool { stage != .quiet }

  /// The question to send at the start; `nil`: none.
  mutating func introduce() -> String? {
    guard kind != .none else { return nil }
    stage = .introduced
    return "\u{1B}[>0q\u{1B}[c"
  }

  /// - Returns: what to send next; `nil`: nothing.
  mutating func receive(_ report: TerminalReport) -> String? {
    switch report {
    case .focus: return nil
    case .name(let name):
      guard stage == .introduced else { return nil }
      (takesTitles, showsLinks) = (true, TerminalCapabilities.knowsLinks(name))
      return nil
    case .attributes:
      let wasIntroduced = stage == .introduced
      stage = .quiet
      guard wasIntroduced, takesTitles || kind == .ofItsOwn else {
        isSettled = true
        return nil
      }
      if kind == .ofItsOwn { (takesTitles, showsLinks) = (true, true) }
      stage = .asked
      return
        "\u{1B}[?\(TerminalCapabilities.synchronized)$p\u{1B}[?\(TerminalCapabilities.focus)$p\u{1B}]11;?\u{1B}\\\u{1B}[c"
    case .mode(TerminalCapabilities.synchronized, isKnown: true): synchronizes = true
    case .mode(TerminalCapabilities.focus, isKnown: true):
      reportsFocus = true
      return switches
    case .mode: break
    // A late answer does not repaint a finished picture.
    case .background where isSettled: break
    case .background(let red, let green, let blue):
      // Perceived brightness (ITU-R BT.601).
      isLight = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
    }
    return nil
  }

  /// The switches to send, also after another program had the terminal.
  var switches: String { reportsFocus ? "\u{1B}[?\(TerminalCapabilities.focus)h" : "" }

  /// Versions of terminals that support links without reporting it.
  private static func knowsLinks(_ name: String) -> Bool {
    let product = name.prefix { $0.isLetter }.lowercased()
    let version = name.drop { !$0.isNumber }.split { !$0.isNumber }.compactMap { Int($0) }
    switch product {
    case "kitty", "foot", "wezterm", "iterm", "konsole", "contour", "ghostty", "mintty": return true
    // 0.50 is reported without dots: 5000.
    case "vte": return version.first ?? 0 >= 5000
    case "tmux": return (version.first ?? 0, version.dropFirst().first ?? 0) >= (3, 4)
    case "xterm": return name.lowercased().hasPrefix(bytes: "xterm.js")
    default: return false
    }
  }
}

/// What a terminal reports about itself, asked or unasked; never typed input.
public enum TerminalReport: Hashable, Sendable {
  /// Whether this program's terminal has the focus (xterm's mode 1004).
  case focus(Bool)
  /// The terminal's program and version: `foot(1.13.1)`, `tmux 3.4` (XTVERSION).
  case name(String)
  /// The primary device attributes (DA1), which nearly every terminal reports: earlier questions get no more answers.
  case attributes
  /// Whether it knows a private mode (DECRPM).
  case mode(Int, isKnown: Bool)
  /// Its background (OSC 11), each part from 0 to 1.
  case background(red: Double, green: Double, blue: Double)
}

extension TerminalReport {
  /// A control sequence without `CSI` and its final byte; `nil`: not one of these reports.
  init?(_ parameters: String, final: UInt8) {
    switch final {
    case UInt8(ascii: "I") where parameters.isEmpty: self = .focus(true)
    case UInt8(ascii: "O") where parameters.isEmpty: self = .focus(false)
    case UInt8(ascii: "c") where parameters.hasPrefix(bytes: "?"): self = .attributes
    case UInt8(ascii: "y"):
      guard let numbers = parameters.without(prefix: "?")?.without(suffix: "$")?.split(scalar: ";").map({ Int($0) }),
        numbers.count == 2, let mode = numbers[0], let value = numbers[1]
      else { return nil }
      // 1 set, 2 reset, 3 permanently set; 0 is unknown, and a mode that is permanently off is useless.
      self = .mode(mode, isKnown: (1...3).contains(value))
    default: return nil
    }
  }

  /// A control string without its introducer and terminator; `nil`: not one of these reports.
  /// - Parameter introducer: `]` of OSC, `P` of DCS.
  init?(string: String, introducer: UInt8) {
    if introducer == UInt8(ascii: "P"), let name = string.without(prefix: ">|") {
      self = .name(String(name.prefix(scalars: 64)))
    } else if introducer == UInt8(ascii: "]"), let colour = string.without(prefix: "11;").flatMap(Self.colour) {
      self = .background(red: colour[0], green: colour[1], blue: colour[2])
    } else {
      return nil
    }
  }

  /// `rgb:ffff/ffff/ffff`, one to four digits each; `rgba:` has a fourth.
  private static func colour(_ text: Substring) -> [Double]? {
    guard let colon = text.firstIndex(ofScalar: ":"), text[..<colon].hasPrefix(bytes: "rgb") else { return nil }
    let parts = text.after(colon).split(scalar: "/").prefix(3)
    let values = parts.compactMap { part -> Double? in
      guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * part.utf8.count)) - 1)
    }
    return values.count == 3 ? values : nil
  }
}
