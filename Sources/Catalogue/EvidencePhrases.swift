/// Evidence: the key that writes it, and what is said when it is written.
extension Phrase {
  public static let keyEvidence = Phrase("key.evidence", "write evidence")
  public static let evidenceTitle = Phrase("evidence.title", "Evidence")
  public static let evidenceDone = Phrase("evidence.done", "Written for whoever looks into this:")
  public static let evidenceSize = Phrase("evidence.size", "{size} kB")
  public static let evidenceHolds = Phrase(
    "evidence.holds", "Screens of the last minute, keys, messages, states and versions; nothing secret.")
}

extension ErrorText {
  /// What `replay` raises.
  public static let replayErrors: [ErrorText] = [
    ErrorText(
      "bundle_unreadable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "name a file evidence-….zip, as the key E writes it in the app"),
    ErrorText(
      "bundle_unusable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "take the file as the app wrote it, neither packed anew nor changed"),
    ErrorText(
      "bundle_wrong", "the evidence cannot be replayed", "{path}: {file}, line {line}: {detail}",
      hint: "take the file as the app wrote it; docs/evidence.md has the format"),
    ErrorText(
      "bundle_version", "the evidence cannot be replayed",
      "{path} is of version {received} of the format; this program knows version {expected}",
      hint: "replay it with the DCR Terminal that wrote it"),
    ErrorText(
      "bundle_not_replayable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "read what is in it; README.txt says what each file is"),
  ]
}
