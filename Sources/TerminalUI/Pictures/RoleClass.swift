/// The CSS classes of a role: `f-phoneButton` for its foreground, `g-phoneButton` for its background.
enum RoleClass {
  // Created once, because each cell of each picture needs them.
  static let inks = Role.allCases.map { "f-\($0)" }
  static let papers = Role.allCases.map { "g-\($0)" }

  static func ink(_ style: Style) -> String { (style.reverse ? papers : inks)[style.role.rawValue] }
}
