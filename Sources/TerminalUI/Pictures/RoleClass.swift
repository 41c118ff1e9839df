/// What the style sheets of pictures call the two colours of a role: `f-phoneButton` its ink, `g-phoneButton` its paper.
enum RoleClass {
  // Made once: each cell of each picture asks for them.
  static let inks = Role.allCases.map { "f-\($0)" }
  static let papers = Role.allCases.map { "g-\($0)" }

  static func ink(_ style: Style) -> String { (style.reverse ? papers : inks)[style.role.rawValue] }
}
