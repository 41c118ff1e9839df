/// What a check expected or found, as a value: this product's own words with the values in them, or somebody else's text. It becomes a sentence
/// where a person reads it, in that person's language (``Catalogue``).
public indirect enum Term: Sendable {
  /// A value of the protocol, a number, a path: the same in every language.
  case value(String)
  /// Somebody else's words: in quotation marks within a sentence.
  case quoted(String)
  /// Words of this product, and what fills their placeholders, in the order of the English text.
  case words(any Wording, [Term])
}

public protocol Wording: Sendable { var key: String { get } }

/// The English text, its placeholders empty: `a text of 1 to {} characters`.
private struct EnglishWording: Wording { let key: String }

public protocol TermConvertible: Sendable { var term: Term { get } }

extension Term: TermConvertible { public var term: Term { self } }

extension String: TermConvertible { public var term: Term { .value(self) } }

extension Int: TermConvertible { public var term: Term { .value("\(self)") } }

extension Term {
  /// English words without values, from where they can only be a text.
  public static func english(_ words: String) -> Term { .words(EnglishWording(key: words), []) }

  /// The same with other values and quoted words.
  public func mapValues(_ change: (String) -> String) -> Term {
    switch self {
    case .value(let text): .value(change(text))
    case .quoted(let text): .quoted(change(text))
    case .words(let words, let values): .words(words, values.map { $0.mapValues(change) })
    }
  }
}

extension Term: Hashable {
  public static func == (one: Term, other: Term) -> Bool {
    switch (one, other) {
    case (.value(let one), .value(let other)), (.quoted(let one), .quoted(let other)): one == other
    case (.words(let one, let values), .words(let other, let others)): one.key == other.key && values == others
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Term: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words = ""
    fileprivate var values: [Term] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ text: String) { words += text }

    public mutating func appendInterpolation(_ value: some TermConvertible) {
      words += "{}"
      values.append(value.term)
    }
  }

  public init(stringLiteral words: String) { self = .english(words) }
  public init(stringInterpolation text: StringInterpolation) {
    self = .words(EnglishWording(key: text.words), text.values)
  }
}

extension Wording {
  /// The key with texts in its empty placeholders.
  public func filled(_ texts: [String]) -> String {
    var (text, rest) = ("", Substring(key))
    for value in texts {
      guard let place = rest.byteRange(of: "{}") else { return ([key] + texts).joined(separator: " ") }
      text += rest[..<place.lowerBound] + value
      rest = rest[place.upperBound...]
    }
    return text + rest
  }
}

extension Term: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value(let text), .quoted(let text): text
    case .words(let words, let values): words.filled(values.map(\.description))
    }
  }
}
