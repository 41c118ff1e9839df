/// Why something of the panels was not written to a file.
extension ErrorText {
  static let exportErrors: [ErrorText] = [
    ErrorText(
      "export_no_space", "nothing was written", "there is no room for {path}",
      hint: "make room on the disk, then press the key again"),
    ErrorText(
      "export_unwritable", "nothing was written", "{path}: {detail}",
      hint: "see to it that you may write there, then press the key again"),
    ErrorText(
      "export_gone", "nothing was written", "message {detail} is no longer kept",
      hint: "choose another message"),
  ]
}
