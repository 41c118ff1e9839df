import SharedValues

/// What people read of an error, found by its stable code: what failed, why, and what to do about it.
///
/// House rule: starts lower case, ends without a full stop, and the hint names an action. Placeholders: `{field}`,
/// `{expected}`, `{received}`, `{description}`, `{url}`, `{path}`, `{detail}`, `{source}`; an absent one is left empty. What a server says in its
/// own words is `{description}`, quoted, or `{reason}`, which is never empty. `{messages}` is where the reader finds what passed
/// (``Catalogue/errorValues(_:for:)``).
public struct ErrorText: Hashable, Sendable {
  let code: String
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

  public static let codes: [String] = PhrasesByName.error.keys.compactMap {
    $0.without(suffix: ".title").map { String($0) }
  }
  .filter { $0 != general }.sorted()

  private static let general = "server_error_of_its_own"

  /// Protocol names that look like words.
  private static let protocolNames: Set<String> = [
    "iss", "aud", "sub", "azp", "exp", "iat", "nbf", "nonce", "alg", "scope", "claims", "userinfo",
  ]

  /// Error texts are in lower case without a full stop; on a screen they become sentences.
  public static func sentence(_ text: String, end: String = "") -> String {
    let trimmed = text.split(scalar: " ").joined(separator: " ")
    guard let first = trimmed.first, let last = trimmed.last else { return "" }
    // Names like `client_id`, URLs and file names keep their spelling.
    let word = trimmed.prefix(whileScalar: { $0 != " " }).trimming { ":,".unicodeScalars.contains($0) }
    let isName =
      word.contains(where: { "_/.:".contains($0) }) || word.dropFirst().contains(where: \.isUppercase)
      || word.hasPrefix(bytes: "dcr-") || protocolNames.contains(word)
    let start = isName ? String(first) : first.uppercased()
    return start + trimmed.dropFirst() + (last.isLetter || last.isNumber || "\"')`”“".contains(last) ? end : "")
  }
}

public struct ErrorWords: Hashable, Sendable {
  public let title: String
  public let explanation: String
  public let hint: String
}

/// Somebody else's words in quotation marks, which they cannot close: they neither end the sentence nor go on in its name.
public enum Quoted {
  public static func words(_ text: String) -> String { "\"" + text.replacingBytes(of: "\"", with: "'") + "\"" }
  static func aside(_ text: String) -> String { text.isEmpty ? "" : "(\(words(text)))" }
}

/// What somebody who reads an error has at hand: a hint names nothing else.
public enum ErrorReader: Hashable, Sendable {
  /// The full screen, with its panels.
  case screen
  case lines
}

extension Catalogue {
  /// What the texts of an error are filled with (``ErrorText``), in this language. What is not known leaves nothing behind.
  /// - Parameter known: by the names of the placeholders. `description` is what a server says in its own words, and always quoted.
  func errorValues(_ known: [String: Term], for reader: ErrorReader) -> [String: String] {
    let names = ["field", "expected", "received", "url", "path", "detail", "source"]
    var values = Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
    for (name, value) in known { values[name] = self(value) }
    let said = Quoted.aside(known["description"].map(fact) ?? "")
    values["description"] = said
    values["reason"] = said.isEmpty ? self(.gaveNoReason) : said
    values["messages"] = self(reader == .screen ? .inMessages : .inArchive)
    return values
  }

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

extension Phrase {
  /// What a program of this product says in a line of this kind, in whatever language it speaks; `nil`: the line is of another kind.
  public func words(in line: some StringProtocol) -> String? {
    let line = String(line)
    return Language.spoken.lazy.compactMap {
      line.without(prefix: Catalogue($0)(self).prefix(whileScalar: { $0 != "{" }))
    }.first.map { String($0) }
  }
}
