/// What things are called elsewhere: the palette finds them by these words, too, and shows none of them.
extension Phrase {
  private static let wordsAppearance = Phrase(
    "words.appearance", "theme colour color dark light contrast language German Swedish movement")
  private static let wordsSettings = Phrase(
    "words.settings", "options preferences password passphrase passcode lock issuer server")
  private static let wordsSignOut = Phrase("words.sign-out", "log out logout leave")
  private static let wordsSignIn = Phrase("words.sign-in", "log in login sign in password")
  private static let wordsTokens = Phrase("words.tokens", "stolen lost block disable")
  private static let wordsForget = Phrase("words.forget", "delete unregister erase start over reset")
  private static let wordsBrowserData = Phrase("words.browser-data", "cookies session history")
  private static let wordsPhones = Phrase("words.phones", "second phone another new device tablet switch")
  private static let wordsRevoke = Phrase("words.revoke", "stolen lost phone block disable")
  private static let wordsArchive = Phrase("words.archive", "export save download file log HAR")
  private static let wordsDiagram = Phrase("words.diagram", "export save picture image drawing")
  private static let wordsEvidence = Phrase("words.evidence", "export screenshot picture record report bundle proof")
  private static let wordsGallery = Phrase("words.gallery", "screenshots pictures")
  private static let wordsReveal = Phrase("words.reveal", "show unmask tokens password")
  private static let wordsFaults = Phrase("words.faults", "errors failures offline broken network")
  private static let wordsClock = Phrase("words.clock", "time date expire expiry later")
  private static let wordsLesson = Phrase("words.lesson", "learn course tour lab tutorial training")

  /// By the key of what is found. Some of it is declared by tools.
  private static let otherWords: [String: Phrase] = [
    "appearance": wordsAppearance,
    "button.settings": wordsSettings,
    "key.settings": wordsSettings,
    "button.sign-out": wordsSignOut,
    "button.start-authentication": wordsSignIn,
    "button.revoke-tokens": wordsTokens,
    "button.forget-device": wordsForget,
    "button.clear-browser-data": wordsBrowserData,
    "key.phones": wordsPhones,
    "key.revoke-client": wordsRevoke,
    "key.archive": wordsArchive,
    "key.diagram": wordsDiagram,
    "key.evidence": wordsEvidence,
    "key.gallery": wordsGallery,
    "key.reveal": wordsReveal,
    "key.faults": wordsFaults,
    "key.clock": wordsClock,
    "key.lesson": wordsLesson,
  ]

  /// Other words for the same, in the language of the catalogue.
  public var synonyms: Phrase? { Phrase.otherWords[key] }
}
