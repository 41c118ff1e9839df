import SharedValues

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
