import FoundationEssentials

/// The clipboard of the terminal, by what xterm's ctlseqs document calls OSC 52.
enum Clipboard {
  /// Longer texts are refused or cut by common terminals.
  static let longest = 74_994

  /// The sequence that asks for it; `nil` for a text that is too long. The text travels in base64, so nothing of it is a
  /// control sequence itself.
  ///
  /// - Parameter inTmux: tmux hands on only what is wrapped for it (its `allow-passthrough`); it takes the plain sequence
  ///   for its own buffer as well (`set-clipboard`).
  static func sequence(_ text: String, inTmux: Bool) -> String? {
    let encoded = Data(text.utf8).base64EncodedString()
    guard encoded.utf8.count <= longest else { return nil }
    let plain = "\u{1B}]52;c;\(encoded)\u{7}"
    return inTmux ? plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\" : plain
  }
}
