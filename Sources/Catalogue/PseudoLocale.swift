/// Accented, and a third longer. What stays plain is not in the catalogue; what lacks its closing bracket has been cut off.
enum PseudoLocale {
  /// `Client ID` becomes `[Çļîéñţ ÎÐ ~~]`. Placeholders and commands (`like this`) keep their spelling.
  static func text(_ english: String) -> String {
    var text = ""
    var letters = 0
    var kept: Character?
    for character in english {
      if let end = kept {
        text.append(character)
        if character == end { kept = nil }
        continue
      }
      switch character {
      case "{": kept = "}"
      case "`": kept = "`"
      default: break
      }
      letters += 1
      text.append(accented[character] ?? character)
    }
    let padding = String(repeating: "~", count: (letters + 2) / 3)
    return "[\(text) \(padding)]"
  }

  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"))
}
