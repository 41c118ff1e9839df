/// A JSON value that keeps what a server sent: member order, unknown members, numbers as written.
///
/// Parsing is strict, because the text is hostile: RFC 8259 grammar, valid UTF-8, no duplicate member names (RFC 8259 §4
/// leaves them undefined, which attackers use), at most ``maximumDepth`` levels.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// Deeper nesting is refused; no OAuth message needs more than a few levels.
  public static let maximumDepth = 32

  /// Why a text is not acceptable JSON. `offset` counts bytes from the start.
  public struct ParseError: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
      case syntax = "a syntax error", duplicateMember = "the same member twice", tooDeep = "nested too deeply",
        notUTF8 = "not UTF-8"
      case number = "a number too long", trailingText = "more text after its end"
    }
    public var reason: Reason
    public var offset: Int
    /// The duplicated member's name, where that is the reason.
    public var member: String?
  }
}

extension JSON.ParseError: TermConvertible {
  public var term: Term { "at byte \(offset) (\(Term.english(reason.rawValue)))" }
}

extension JSON {
  /// The member's value; `nil` when absent or when this is no object. `null` is returned as ``JSON/null``.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
  public var objectValue: [Member]? { if case .object(let value) = self { value } else { nil } }
  /// A whole number within Int's range; `nil` for fractions and anything else.
  public var intValue: Int? {
    guard case .number(let text) = self else { return nil }
    if let value = Int(text) { return value }
    guard let value = Double(text), value == value.rounded(), abs(value) < 9e15 else { return nil }
    return Int(value)
  }
  /// A finite number; `nil` for one beyond the range of a Double (RFC 8259 §6), and for any other value.
  public var doubleValue: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// An array of strings only.
  public var stringArray: [String]? {
    guard case .array(let values) = self else { return nil }
    let strings = values.compactMap(\.stringValue)
    return strings.count == values.count ? strings : nil
  }

  /// This object with the member set, or removed by `nil`. A replaced member keeps its place; a new one comes last.
  public func setting(_ name: String, _ value: JSON?) -> JSON {
    guard case .object(var members) = self else { return self }
    let index = members.firstIndex { $0.name == name }
    switch (index, value) {
    case (let index?, let value?): members[index].value = value
    case (let index?, nil): members.remove(at: index)
    case (nil, let value?): members.append(Member(name, value))
    case (nil, nil): break
    }
    return .object(members)
  }

  /// This object with the members of another one, which win.
  public func merging(_ other: JSON) -> JSON {
    (other.objectValue ?? []).reduce(self) { $0.setting($1.name, $1.value) }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
  public static func strings(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }
}
