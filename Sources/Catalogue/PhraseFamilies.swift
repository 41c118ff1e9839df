import SharedValues

/// Phrases that are found by a name from the protocol. `nil`: the name has none.
extension Phrase {
  /// A standard claim in words (OpenID Connect Core §2 and §5.1).
  public static func claim(_ name: String) -> Phrase? { PhrasesByName.claim[name] }

  /// What this phrase's subject is called elsewhere: the palette finds it by these words, too, and does not show them.
  public var synonyms: Phrase? { PhrasesByName.words[key] }

  public static func theme(_ name: String) -> Phrase? {
    [Phrase.themeCurity, .themeHighContrast, .themeLight, .themeMono].first { $0.key == "theme.\(name)" }
  }
}

extension Catalogue {
  /// What the embedded server notes about a request that it has answered. The server writes English, for its log too; a person reads it in
  /// the language of the screen. A code, and what is not known here, stays as it is.
  public func serverNote(_ note: String) -> String {
    if let phrase = PhrasesByName.serverNote[note] { return self(phrase) }
    if let alert = note.without(prefix: "handshake refused: "),
      let phrase = PhrasesByName.serverNote["handshake refused"]
    {
      return self(phrase) + ": " + alert
    }
    guard let error = note.without(prefix: "redirect with ") else { return note }
    return self(.redirectWithError, ["error": String(error)])
  }
}
