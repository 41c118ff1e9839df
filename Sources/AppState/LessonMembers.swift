import SharedValues

/// Takes the members of one JSON object one by one, and knows at the end which nobody asked for.
struct LessonMembers {
  let place: [JSONPlace]
  private let object: JSON
  private var asked: Set<String> = []

  init(_ object: JSON, at place: [JSONPlace]) throws(LessonFault) {
    guard object.objectValue != nil else { throw LessonFault(place: place, code: "wrong", expected: "an object") }
    self.object = object
    self.place = place
  }

  func fault(_ name: String, _ expected: String, code: String = "wrong") -> LessonFault {
    LessonFault(place: place + [.member(name)], code: code, expected: expected)
  }

  func has(_ name: String) -> Bool { object[name] != nil }

  private mutating func take(_ name: String) -> JSON? {
    asked.insert(name)
    return object[name]
  }

  private mutating func need(_ name: String, _ expected: String) throws(LessonFault) -> JSON {
    guard let value = take(name) else { throw fault(name, expected, code: "missing") }
    return value
  }

  // MARK: Texts

  /// Prose or a template: 1 to `limit` characters, none of them a control character.
  mutating func text(_ name: String, limit: Int = 2000) throws(LessonFault) -> String {
    let value = try need(name, "a text")
    return try LessonMembers.text(value, limit, place + [.member(name)])
  }

  mutating func optionalText(_ name: String, limit: Int = 2000) throws(LessonFault) -> String? {
    guard let value = take(name) else { return nil }
    return try LessonMembers.text(value, limit, place + [.member(name)])
  }

  mutating func texts(_ name: String, limit: Int = 300, count: ClosedRange<Int>) throws(LessonFault) -> [String] {
    try list(name, count).map { (item) throws(LessonFault) in try LessonMembers.text(item.value, limit, item.place) }
  }

  static func text(_ value: JSON, _ limit: Int, _ place: [JSONPlace]) throws(LessonFault) -> String {
    guard let text = value.stringValue, !text.isEmpty, text.utf8.count <= limit * 4, text.count <= limit else {
      throw LessonFault(place: place, code: "wrong", expected: "a text of 1 to \(limit) characters")
    }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
      default: true
      }
    }
    guard isPlain else { throw LessonFault(place: place, code: "wrong", expected: "a text without control characters") }
    return text
  }

  /// A name such as an id, a device or a variable.
  mutating func name(_ name: String) throws(LessonFault) -> String {
    let text = try text(name, limit: 40)
    guard LessonMembers.isName(text) else { throw fault(name, "letters, digits and hyphens") }
    return text
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ default: Choice? = nil
  ) throws(LessonFault) -> Choice where Choice.RawValue == String {
    let expected = "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
    guard let value = take(name) else {
      if let `default` { return `default` }
      throw fault(name, expected, code: "missing")
    }
    guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else { throw fault(name, expected) }
    return choice
  }

  // MARK: Others

  mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(LessonFault) -> Int {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = try need(name, expected).intValue, range.contains(number) else { throw fault(name, expected) }
    return number
  }

  mutating func flag(_ name: String) throws(LessonFault) -> Bool {
    guard let value = take(name) else { return false }
    guard let flag = value.boolValue else { throw fault(name, "true or false") }
    return flag
  }

  /// Any JSON: what a request sends or a template consists of.
  mutating func json(_ name: String) throws(LessonFault) -> JSON { try need(name, "an object") }

  mutating func object(_ name: String) throws(LessonFault) -> LessonMembers {
    try LessonMembers(try need(name, "an object"), at: place + [.member(name)])
  }

  mutating func optionalObject(_ name: String) throws(LessonFault) -> LessonMembers? {
    guard let value = take(name) else { return nil }
    return try LessonMembers(value, at: place + [.member(name)])
  }

  mutating func list(
    _ name: String, _ count: ClosedRange<Int>
  ) throws(LessonFault) -> [(value: JSON, place: [JSONPlace])] {
    let expected = "a list of \(count.lowerBound) to \(count.upperBound)"
    guard let value = take(name) else {
      if count.contains(0) { return [] }
      throw fault(name, expected, code: "missing")
    }
    guard let items = value.arrayValue, count.contains(items.count) else { throw fault(name, expected) }
    return items.enumerated().map { ($1, place + [.member(name), .element($0)]) }
  }

  /// An object of texts, numbers and flags, as texts.
  mutating func pairs(_ name: String) throws(LessonFault) -> [LabPair] {
    guard let value = take(name) else { return [] }
    guard let members = value.objectValue, members.count <= 30 else { throw fault(name, "an object of texts") }
    var pairs: [LabPair] = []
    for member in members {
      let here = place + [.member(name), .member(member.name)]
      switch member.value {
      case .string(let text) where text.isEmpty: pairs.append(LabPair(member.name, ""))
      case .string: pairs.append(LabPair(member.name, try LessonMembers.text(member.value, 2000, here)))
      case .number(let text): pairs.append(LabPair(member.name, text))
      case .bool(let flag): pairs.append(LabPair(member.name, flag ? "true" : "false"))
      default: throw LessonFault(place: here, code: "wrong", expected: "a text, a number, true or false")
      }
    }
    return pairs
  }

  /// - Throws: `unknown_member` for the first member that nobody asked for.
  func finish() throws(LessonFault) {
    for member in object.objectValue ?? [] where !asked.contains(member.name) {
      throw LessonFault(
        place: place + [.member(member.name)], code: "unknown_member",
        expected: "one of " + asked.sorted().joined(separator: ", "))
    }
  }
}
