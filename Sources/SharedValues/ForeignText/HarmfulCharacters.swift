/// What a stranger's text must not bring to a terminal, a page or a file.
extension Unicode.Scalar {
  /// Whether it is a control character other than tab and line feed, or changes the direction of a line.
  public var isControlling: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether it is any control character, or an invisible one that reorders or hides text.
  public var isHarmful: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xFFFE, 0xFFFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
