import SharedValues

/// The colours of all roles. A theme is one value: another theme is another file in `Themes`, and nothing else changes.
public struct Theme: Hashable, Sendable {
  /// The paint of one role. `nil` means the terminal's own colour.
  public struct Paint: Hashable, Sendable {
    public var foreground, background: Colour?
    /// Attributes of the role in every mode, in addition to those of the style.
    public var bold, underline: Bool
    /// Attributes that replace the colours on terminals without colours.
    public var plain: Plain
  }

  /// How a role looks without colours.
  public enum Plain: String, Hashable, Sendable { case normal, bold, dim, reverse, underline }
  public let name: String
  /// Whether the theme uses only attributes and shapes, on every terminal.
  public let isMonochrome: Bool
  /// The paint of every role, in their order; ``subscript(_:)`` reads it.
  private let paints: [Paint]

  /// - Parameter paint: called once for every role, so that no theme can forget one.
  public init(name: String, isMonochrome: Bool = false, _ paint: (Role) -> Paint) {
    (self.name, self.isMonochrome) = (name, isMonochrome)
    paints = Role.allCases.map(paint)
  }

  public subscript(role: Role) -> Paint { paints[role.rawValue] }

  /// This theme with a background of its own wherever it has the terminal's.
  var painted: Theme {
    guard !isMonochrome else { return self }
    return Theme(name: name) { role in
      var paint = self[role]
      paint.foreground = paint.foreground ?? Colour(0xE6E8EE, ansi16: 7)
      paint.background = paint.background ?? Colour(0x16181D, ansi16: 0)
      return paint
    }
  }

  public static let curity = Theme(file: "curity")
  public static let highContrast = Theme(file: "high-contrast")
  public static let light = Theme(file: "light")
  /// A theme without colours on every terminal: bold, dim, underlined and reversed text replace the colours.
  public static let mono = Theme(name: "mono", isMonochrome: true) { curity[$0] }

  /// What `--theme` takes. A theme is read when it is first worn.
  public static let names = ["curity", "high-contrast", "light", "mono"]
  public static var all: [Theme] { names.compactMap(named) }

  public static func named(_ name: String) -> Theme? {
    switch name {
    case "curity": .curity
    case "high-contrast": .highContrast
    case "light": .light
    case "mono": .mono
    default: nil
    }
  }

  /// Reads a file of `Themes`: lines of roles, foreground, background and attributes. A role that the file leaves out is Curity's.
  private init(file name: String) {
    var paints: [String: Paint] = [:]
    for line in (Embedded.themes[name + ".txt"] ?? "").lines where !line.isEmpty && !line.hasPrefix(bytes: "#") {
      let words = line.split(scalar: " ")
      for role in words[0].split(scalar: ",") { paints[String(role)] = Paint(words.dropFirst()) }
    }
    self.init(name: name) { paints[$0.stringValue] ?? Theme.curity[$0] }
  }
}

extension Theme.Paint {
  /// `0A5CE0:4 FFFFFF:15 bold plain-reverse`: each colour with its substitute among 16; `-` is the terminal's own.
  fileprivate init(_ words: ArraySlice<Substring>) {
    let colours = words.prefix(2).map { word -> Colour? in
      let parts = word.split(scalar: ":")
      guard parts.count == 2, let hex = UInt32(parts[0], radix: 16), let number = Int(parts[1]) else { return nil }
      return Colour(hex, ansi16: number)
    }
    let plain = words.lazy.compactMap { $0.without(prefix: "plain-").flatMap { Theme.Plain(rawValue: String($0)) } }
    self.init(
      foreground: colours[0], background: colours[1], bold: words.contains("bold"),
      underline: words.contains("underline"), plain: plain.first ?? .normal)
  }
}

/// The look of a cell on the terminal: colour numbers of the mode (-1: the terminal's own) and attributes.
struct Appearance: Hashable {
  var (foreground, background) = (-1, -1)
  var bold, underline, dim, reverse: Bool

  init(_ style: Style, theme: Theme, mode: ColourMode) {
    let paint = theme[style.role]
    bold = style.bold || paint.bold
    underline = style.underline || paint.underline
    // With few colours, dim text would be grey on grey.
    dim = style.dim && mode != .ansi16
    reverse = style.reverse
    if mode == .none || theme.isMonochrome {
      bold = bold || paint.plain == .bold
      underline = underline || paint.plain == .underline
      dim = dim || paint.plain == .dim
      // Reversing twice gives normal text, which still differs from its reversed surroundings.
      reverse = reverse != (paint.plain == .reverse)
    } else {
      foreground = paint.foreground?.number(in: mode) ?? -1
      background = paint.background?.number(in: mode) ?? -1
    }
  }

  /// This appearance for a terminal with eight colours (`TERM` `linux`, `screen`, `xterm`), where bright colours are the others in bold. Black is
  /// never bold, because bold black is dark grey; text on light grey is never bold either.
  var ofEightColours: Appearance {
    var look = self
    if look.foreground == 0 { look.bold = false }
    if look.foreground >= 8 {
      look.foreground -= 8
      look.bold = true
    }
    if look.background >= 8 { look.background -= 8 }
    if look.background == 7 { look.bold = false }
    return look
  }
}
