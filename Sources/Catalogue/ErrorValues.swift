import SharedValues

/// Somebody else's words in a sentence of this product: in quotation marks, which they cannot close, so that they neither end the sentence
/// nor go on in its name.
public enum Quoted {
  public static func words(_ text: String) -> String { "\"" + text.replacingBytes(of: "\"", with: "'") + "\"" }

  /// At the end of a sentence, or in the middle of one: `("…")`; nothing where nothing was said.
  public static func aside(_ text: String) -> String { text.isEmpty ? "" : "(\(words(text)))" }
}

/// What somebody who reads an error has at hand: a hint names nothing else.
public enum ErrorReader: Hashable, Sendable {
  /// The full screen, with its panels.
  case screen
  /// Lines: a command, or the app with `--plain`.
  case lines
}

extension Catalogue {
  /// What the texts of an error are filled with (``ErrorText``), in this language. What is not known leaves nothing behind.
  /// - Parameter known: by the names of the placeholders. `description` is what a server says in its own words, and always quoted.
  public func errorValues(_ known: [String: Term], for reader: ErrorReader) -> [String: String] {
    let names = ["field", "expected", "received", "url", "path", "detail", "source"]
    var values = Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
    for (name, value) in known { values[name] = self(value) }
    let said = Quoted.aside(known["description"].map(fact) ?? "")
    values["description"] = said
    values["reason"] = said.isEmpty ? self(.gaveNoReason) : said
    values["messages"] = self(reader == .screen ? .inMessages : .inArchive)
    return values
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
