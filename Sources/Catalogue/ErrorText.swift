import SharedValues

/// What people read of an error, found by its stable code: what failed, why, and what to do about it.
///
/// House rule: starts lower case, ends without a full stop, and the hint names an action. Placeholders: `{field}`,
/// `{expected}`, `{received}`, `{description}`, `{url}`, `{path}`, `{detail}`, `{source}`; an absent one is left empty. What a server says in its
/// own words is `{description}`, quoted, or `{reason}`, which is never empty. `{messages}` is where the reader finds what passed
/// (``Catalogue/errorValues(_:for:)``).
public struct ErrorText: Hashable, Sendable {
  public let code: String
  /// What failed: `the registration was refused`.
  public let title: Phrase
  /// Why: `the server no longer accepts the dcr token`.
  public private(set) var explanation: Phrase
  /// What to do: `start the registration again; a dcr token registers one client only`.
  public let hint: Phrase

  private init?(_ code: String, wordedAs name: String) {
    let texts = PhrasesByName.error
    guard let title = texts[name + ".title"], let explanation = texts[name + ".explanation"],
      let hint = texts[name + ".hint"]
    else { return nil }
    (self.code, self.title, self.explanation, self.hint) = (code, title, explanation, hint)
  }

  /// The text of a code; for a code that only the server knows, a general one that quotes it.
  public static func of(_ code: String) -> ErrorText {
    if let text = ErrorText(code, wordedAs: code) { return text }
    guard var text = ErrorText(code, wordedAs: general) else { fatalError("error.\(general) has no words") }
    text.explanation = text.explanation.filled("code", code)
    return text
  }

  /// The exit status of a program that ends with this code; `nil`: something else decides.
  public static func exit(of code: String) -> Int32? {
    PhrasesByName.error[code + ".exit"].flatMap { Int32($0.english) }
  }

  /// The codes that have a text.
  public static let codes: [String] = PhrasesByName.error.keys.compactMap {
    $0.without(suffix: ".title").map { String($0) }
  }
  .filter { $0 != general }.sorted()

  private static let general = "server_error_of_its_own"
}

/// The text of an error with its values in it, in one language.
public struct ErrorWords: Hashable, Sendable {
  public let title: String
  public let explanation: String
  public let hint: String
}

extension Catalogue {
  /// The one way from an error to words.
  /// - Parameters:
  ///   - known: as for ``errorValues(_:for:)``.
  ///   - hint: replaces that of the text.
  public func words(
    _ code: String, _ known: [String: Term], hint: Phrase? = nil, for reader: ErrorReader
  ) -> ErrorWords {
    let (text, values) = (ErrorText.of(code), errorValues(known, for: reader))
    return ErrorWords(
      title: self(text.title, values), explanation: self(text.explanation, values),
      hint: self(hint ?? text.hint, values))
  }
}
