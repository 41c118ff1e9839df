extension Swedish {
  static let doctorPhrases: StaticString = #"""
    doctor.terminal.unknown.hint = sätt TERM till vad din terminal är, t.ex. TERM=xterm-256color, eller använd --plain
    """#
}
