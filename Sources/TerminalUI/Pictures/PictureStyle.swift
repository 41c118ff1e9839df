/// The colours of the roles of a ``CanvasPicture``: a theme in a colour mode.
public struct PictureStyle: Hashable, Sendable {
  /// The style's name in options and folders: `curity`, `curity-256`, `mono`.
  public let name: String
  /// The rules of all roles in order, for foreground and background, without their scope.
  private let inks, papers: [String]
  /// Every theme with all colours, with 256, with 16 and without; a theme without colours only once.
  public static let all = all(Theme.all)

  public static func all(_ themes: [Theme]) -> [PictureStyle] {
    themes.flatMap { theme in
      (theme.isMonochrome ? [.trueColour] : [ColourMode.trueColour, .ansi256, .ansi16, .none]).map {
        PictureStyle(theme, $0)
      }
    }
  }

  public init(_ theme: Theme, _ mode: ColourMode) {
    name =
      switch mode {
      case .trueColour: theme.name
      case .ansi256: theme.name + "-256"
      case .ansi16: theme.name + "-16"
      case .none: theme.name + "-no-colours"
      }
    let rules = Role.allCases.map { PictureStyle.rules($0, theme, mode) }
    (inks, papers) = (rules.map(\.ink), rules.map(\.paper))
  }

  /// The style sheet.
  /// - Parameters:
  ///   - scope: a selector before every rule, including its space; may be empty.
  ///   - roles: those that have rules; `nil`: all.
  public func css(_ scope: String = "", of roles: Set<Role>? = nil) -> String {
    let rules = Role.allCases.filter { roles?.contains($0) ?? true }.map { rule(of: $0, scope) }.joined()
    // Without crisp edges, thin lines appear between neighbours of one colour.
    return """
      \(scope).paper{fill:\(PictureStyle.paper)}\
      \(scope).words{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}\
      \(scope).bold{font-weight:bold}\(scope).under{text-decoration:underline}\(scope).dim{opacity:.7}\
      \(scope).line,\(scope).heavy{fill:none!important;stroke-width:1.3}\(scope).heavy{stroke-width:2.4}\
      \(rules)\
      \(scope)path:not(.line):not(.heavy){stroke:none}\(scope)text{stroke:none!important}\
      \(scope)path:not(.line):not(.heavy){shape-rendering:crispEdges}
      """
  }

  public func rule(of role: Role, _ scope: String = "") -> String {
    "\(scope).\(inks[role.rawValue])\(scope).\(papers[role.rawValue])"
  }

  private static func rules(_ role: Role, _ theme: Theme, _ mode: ColourMode) -> (ink: String, paper: String) {
    let paint = theme[role]
    var (ink, paper) = (colour(paint.foreground, mode) ?? ink, colour(paint.background, mode) ?? paper)
    var more = paint.bold ? ";font-weight:bold" : ""
    if paint.underline { more += ";text-decoration:underline" }
    if mode == .none || theme.isMonochrome {
      (ink, paper) = (PictureStyle.ink, PictureStyle.paper)
      switch paint.plain {
      case .normal: break
      case .bold: more += ";font-weight:bold"
      case .dim: more += ";opacity:.7"
      case .underline: more += ";text-decoration:underline"
      case .reverse: swap(&ink, &paper)
      }
    }
    return (
      "\(RoleClass.inks[role.rawValue]){fill:\(ink);stroke:\(ink)\(more)}",
      "\(RoleClass.papers[role.rawValue]){fill:\(paper);stroke:\(paper)}"
    )
  }

  /// xterm's default values of the 16 colours; users may choose others.
  static let xterm: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// Substitutes for the terminal's own colours.
  private static let ink = "#d4d4d4"
  private static let paper = "#1e1e1e"

  private static func colour(_ colour: Colour?, _ mode: ColourMode) -> String? {
    guard let colour else { return nil }
    let hex =
      switch mode {
      case .trueColour, .none: colour.hex
      case .ansi256: of256(colour.ansi256)
      case .ansi16: xterm[colour.ansi16]
      }
    return "#" + String(1 << 24 | hex, radix: 16).dropFirst()
  }

  /// xterm's cube (16-231) and greys (232-255).
  private static func of256(_ number: Int) -> UInt32 {
    if number >= 232 { return UInt32(8 + 10 * (number - 232)) * 0x10101 }
    let steps = Colour.cubeSteps.map { UInt32($0) }
    return steps[(number - 16) / 36] << 16 | steps[(number - 16) / 6 % 6] << 8 | steps[(number - 16) % 6]
  }
}

/// The CSS classes of a role: `f-phoneButton` for its foreground, `g-phoneButton` for its background.
enum RoleClass {
  // Created once, because each cell of each picture needs them.
  static let inks = Role.allCases.map { "f-\($0)" }
  static let papers = Role.allCases.map { "g-\($0)" }
  static func ink(_ style: Style) -> String { (style.reverse ? papers : inks)[style.role.rawValue] }
}
