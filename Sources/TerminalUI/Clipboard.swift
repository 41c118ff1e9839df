import FoundationEssentials

/// The terminal's clipboard, using OSC 52 of xterm's ctlseqs document.
enum Clipboard {
  /// Common terminals refuse or cut longer texts.
  static let longest = 74_994

  /// The sequence that copies a text; `nil`: the text is too long. The text is base64, so it cannot contain a control sequence.
  ///
  /// - Parameter inTmux: tmux forwards only what is wrapped for it (`allow-passthrough`), and puts the plain sequence into its own buffer
  ///   (`set-clipboard`).
  static func sequence(_ text: String, inTmux: Bool) -> String? {
    let encoded = Data(text.utf8).base64EncodedString()
    guard encoded.utf8.count <= longest else { return nil }
    let plain = "\u{1B}]52;c;\(encoded)\u{7}"
    return inTmux ? plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\" : plain
  }
}
