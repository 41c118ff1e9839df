import Catalogue

/// Evidence: the key that writes it, and what is said when it is written.
extension Phrase {
  public static let keyEvidence = Phrase("key.evidence", "write evidence")
  public static let evidenceTitle = Phrase("evidence.title", "Evidence")
  public static let evidenceDone = Phrase("evidence.done", "Written for the person who looks into this:")
  public static let evidenceSize = Phrase("evidence.size", "{size} kB")
  public static let evidenceHolds = Phrase(
    "evidence.holds", "Screens of the last minute, keys, messages, states and versions; nothing secret.")
}
