/// Takes the members of one JSON object of a file one by one; the members that are left at the end are unknown to the format.
///
/// For files that people write: lessons, faults. Strict: types, lengths and numbers are bounded; a failure's place gives its line.
public struct DocumentMembers {
  public let place: [JSONPlace]
  public let object: JSON
  private var asked: Set<String> = []

  public init(_ object: JSON, at place: [JSONPlace]) throws(DocumentFault) {
    guard object.objectValue != nil else { throw DocumentFault(place: place, code: "wrong", expected: "an object") }
    (self.object, self.place) = (object, place)
  }

  /// - Parameter part: of the member, where only that is wrong.
  public func fault(
    _ name: String, at part: JSONPlace? = nil, _ expected: Term, code: String = "wrong"
  ) -> DocumentFault {
    DocumentFault(place: place + [.member(name)] + (part.map { [$0] } ?? []), code: code, expected: expected)
  }

  /// Whether the member is present. The name counts as known to the format.
  public mutating func has(_ name: String) -> Bool { take(name) != nil }

  /// The member as it is; `nil` when it is absent. The name counts as known to the format.
  public mutating func take(_ name: String) -> JSON? {
    asked.insert(name)
    return object[name]
  }

  private mutating func need(_ name: String, _ expected: Term) throws(DocumentFault) -> JSON {
    guard let value = take(name) else { throw fault(name, expected, code: "missing") }
    return value
  }

  /// Prose or a template: 1 to `limit` characters, without control characters.
  public mutating func text(_ name: String, limit: Int = 2000) throws(DocumentFault) -> String {
    try DocumentMembers.text(need(name, "a text"), limit, place + [.member(name)])
  }

  public mutating func optionalText(_ name: String, limit: Int = 2000) throws(DocumentFault) -> String? {
    has(name) ? try text(name, limit: limit) : nil
  }

  public mutating func texts(_ name: String, limit: Int = 300, count: ClosedRange<Int>) throws(DocumentFault)
    -> [String]
  {
    try list(name, count).map { (item) throws(DocumentFault) in try DocumentMembers.text(item.value, limit, item.place)
    }
  }

  public static func text(_ value: JSON, _ limit: Int, _ place: [JSONPlace]) throws(DocumentFault) -> String {
    guard let text = value.stringValue, !text.isEmpty, text.utf8.count <= limit * 4, text.count <= limit else {
      throw DocumentFault(place: place, code: "wrong", expected: "a text of 1 to \(limit) characters")
    }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      // U+200C and U+200D join letters, and the parts of an emoji.
      case 0..<0x20, 0x7F...0x9F, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
      default: true
      }
    }
    guard isPlain else {
      throw DocumentFault(place: place, code: "wrong", expected: "a text without control characters")
    }
    return text
  }

  /// A name, such as an id, a device or a variable.
  public mutating func name(_ name: String) throws(DocumentFault) -> String {
    let text = try text(name, limit: 40)
    guard DocumentMembers.isName(text) else {
      throw fault(name, "a name of letters, digits, hyphens and underscores, without a hyphen at its beginning")
    }
    return text
  }

  public static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy(\.isOfName)
  }

  public mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ default: Choice? = nil
  ) throws(DocumentFault) -> Choice where Choice.RawValue == String {
    let expected: Term = "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))"
    guard let value = take(name) else {
      if let `default` { return `default` }
      throw fault(name, expected, code: "missing")
    }
    guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else { throw fault(name, expected) }
    return choice
  }

  public mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(DocumentFault) -> Int {
    let expected: Term =
      range.count == 1 ? "the number \(range.lowerBound)" : "a number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = try need(name, expected).intValue, range.contains(number) else { throw fault(name, expected) }
    return number
  }

  /// Like ``number(_:_:)``; `nil` when the member is absent.
  public mutating func optionalNumber(_ name: String, _ range: ClosedRange<Int>) throws(DocumentFault) -> Int? {
    has(name) ? try number(name, range) : nil
  }

  public mutating func flag(_ name: String) throws(DocumentFault) -> Bool {
    guard let value = take(name) else { return false }
    guard let flag = value.boolValue else { throw fault(name, "true or false") }
    return flag
  }

  /// Any JSON: the body of a request or the content of a template.
  public mutating func json(_ name: String) throws(DocumentFault) -> JSON { try need(name, "an object") }

  public mutating func object(_ name: String) throws(DocumentFault) -> DocumentMembers {
    try DocumentMembers(try need(name, "an object"), at: place + [.member(name)])
  }

  public mutating func optionalObject(_ name: String) throws(DocumentFault) -> DocumentMembers? {
    has(name) ? try object(name) : nil
  }

  public mutating func list(
    _ name: String, _ count: ClosedRange<Int>
  ) throws(DocumentFault) -> [(value: JSON, place: [JSONPlace])] {
    let expected: Term = "a list of \(count.lowerBound) to \(count.upperBound)"
    guard let value = take(name) else {
      if count.contains(0) { return [] }
      throw fault(name, expected, code: "missing")
    }
    guard let items = value.arrayValue, count.contains(items.count) else { throw fault(name, expected) }
    return items.enumerated().map { ($1, place + [.member(name), .element($0)]) }
  }

  /// The objects of a list. Members that `read` does not take are unknown to the format.
  public mutating func objects<Value>(
    _ name: String, _ count: ClosedRange<Int>, _ read: (inout DocumentMembers) throws(DocumentFault) -> Value
  ) throws(DocumentFault) -> [Value] {
    try list(name, count).map { (item) throws(DocumentFault) in
      try DocumentMembers(item.value, at: item.place).whole(read)
    }
  }

  /// Like ``objects(_:_:_:)``, for one object; `nil` when the member is absent.
  public mutating func optionalObject<Value>(
    _ name: String, _ read: (inout DocumentMembers) throws(DocumentFault) -> Value
  ) throws(DocumentFault) -> Value? { try optionalObject(name)?.whole(read) }

  /// What `read` makes of the object, if it takes all members.
  public func whole<Value>(
    _ read: (inout DocumentMembers) throws(DocumentFault) -> Value
  ) throws(DocumentFault) -> Value {
    var members = self
    let value = try read(&members)
    try members.finish()
    return value
  }

  /// - Throws: `unknown_member` for the first member that was not taken.
  public func finish() throws(DocumentFault) { if let first = unknownMembers.first { throw first } }

  /// A fault for each member that was not taken.
  public var unknownMembers: [DocumentFault] {
    (object.objectValue ?? []).filter { !asked.contains($0.name) }.map { member in
      fault(member.name, "one of \(asked.sorted().joined(separator: ", "))", code: "unknown_member")
    }
  }
}
