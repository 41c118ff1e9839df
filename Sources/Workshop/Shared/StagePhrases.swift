import Catalogue

/// What an audience is told of what was done beside the flow.
extension Phrase {
  public static let stopRevoked = Phrase("stop.revoked", "One installation is stopped")
  public static let stopRevokedText = Phrase(
    "stop.revoked.text",
    "One key at the server: this client's id and secret no longer count, and neither do its tokens. All the others go on."
  )
  public static let stopSessionEnded = Phrase("stop.session-ended", "The session at the server has ended")
  public static let stopSessionEndedText = Phrase(
    "stop.session-ended.text",
    "That browser's next login asks for the password. What apps have been granted stays valid.")
  public static let stopDamaged = Phrase("stop.damaged", "One byte changed, and it is refused")
  public static let stopDamagedText = Phrase(
    "stop.damaged.text",
    "Of a copy: the file itself is as it was. Authenticated encryption notices every change before anything is used.")
  public static let stopBreakIn = Phrase("stop.break-in", "A thief with the file alone")
  public static let stopBreakInText = Phrase(
    "stop.break-in.text", "What opens the keystore is not in it. Without that, the copy is worth nothing.")
  public static let stopGuessed = Phrase("stop.guessed", "A thief with a good guess")
  public static let stopGuessedText = Phrase(
    "stop.guessed.text", "The copy has opened: its passphrase is the first one that every thief tries.")
  public static let stopPhones = Phrase("stop.phones", "Several phones")
  public static let stopPhonesText = Phrase(
    "stop.phones.text", "Each has a keystore, a browser and a client of its own. The server is the same for all.")
  public static let stopCloned = Phrase("stop.cloned", "A copy of the whole phone is the same client")
  public static let stopClonedText = Phrase(
    "stop.cloned.text",
    "The server cannot tell them apart: a secret can be copied. A key that never leaves its hardware could not.")
}
