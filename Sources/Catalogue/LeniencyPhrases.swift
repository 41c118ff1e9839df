/// How an answer was read that is not written as the specifications have it.
extension Phrase {
  public static let leniencyHead = Phrase(
    "leniency.head", "This answer is not written as the specifications have it, and was read all the same:")
  /// For a command, which has no message beside it.
  public static let leniencyWarning = Phrase("leniency.warning", "an answer of the server ({answer}): {sentence}")
  public static let leniencyEmpty = Phrase("leniency.empty", "{name} is empty and counts as absent")
  public static let leniencyUnreadable = Phrase("leniency.unreadable", "{name} cannot be read and counts as absent")
  public static let leniencyPartly = Phrase(
    "leniency.partly", "{name} has values of another type, which were left out")
  public static let leniencyNumberAsText = Phrase(
    "leniency.number-as-text", "{name} is a string, and was read as the number in it")
  public static let leniencyFlagAsText = Phrase(
    "leniency.flag-as-text", "{name} is a string, and was read as the true or false in it")
  public static let leniencyMilliseconds = Phrase(
    "leniency.milliseconds", "{name} is in milliseconds, and was read as such")
  public static let leniencyDate = Phrase("leniency.date", "{name} is a date, and was read as one")
  public static let leniencyTextAsList = Phrase(
    "leniency.text-as-list", "{name} is a string, and was read as the list of its words")
  public static let leniencyListAsText = Phrase(
    "leniency.list-as-text", "{name} is a list, and was read as words with spaces between them")
  public static let leniencyUnmanaged = Phrase(
    "leniency.unmanaged",
    "{name} is no address of the server that registers: the client works, but is not managed there, and the registration access token was dropped"
  )
}

/// Where a client is not managed at the server (RFC 7592).
extension Phrase {
  public static let management = Phrase("settings.management", "Management")
  public static let managementNotOffered = Phrase(
    "settings.management.not-offered", "off: the server gave no address and no token for it")
  public static let managementRefused = Phrase(
    "settings.management.refused", "off: the server names no address that a token may be sent to")
}
