extension German {
  static let doctorPhrases: StaticString = #"""
    doctor.terminal.unknown.hint = setzen Sie TERM auf Ihr Terminal, z. B. TERM=xterm-256color, oder nehmen Sie --plain
    """#
}
