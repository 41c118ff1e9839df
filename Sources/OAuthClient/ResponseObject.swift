import SharedValues

/// A JSON object from a server whose members are read with their types judged. `null` counts as absent.
///
/// Members that the flow does not need have been read tolerantly before (``AnswerMember``), so that they have their type here or are absent.
struct ResponseObject {
  /// The longest text for headers and forms, in bytes.
  static let longest = 65_536
  /// Seconds from 1970 up to the year 9999.
  static let times = 0.0...253_402_300_799.0

  let json: JSON
  let source: String
  /// The code for a member of another type; ID tokens have their own.
  var wrongType: ProtocolError.Code = .responseMemberWrongType
  var malformed: ProtocolError.Code = .responseMemberMalformed

  init(_ json: JSON, source: String) { (self.json, self.source) = (json, source) }

  init(_ body: [UInt8], reading answer: AnswerMember.Answer?, source: String) throws(ProtocolError) {
    let parsed: JSON
    do { parsed = try JSON.parse(body) } catch { throw ResponseObject.failure(error, source: source) }
    guard parsed.objectValue != nil else {
      throw ProtocolError(.responseNotObject, expected: .check(.jsonObject), received: parsed.kind, source: source)
    }
    self.init(answer.map { parsed.reading(as: $0).json } ?? parsed, source: source)
  }

  func string(_ name: String) throws(ProtocolError) -> String? {
    guard let value = present(name) else { return nil }
    guard let text = value.stringValue else { throw typeError(name, expected: .check(.string), value) }
    return text
  }

  /// A string for headers or forms: printable ASCII, of bounded length.
  func text(_ name: String, maximum: Int, spaces: Bool) throws(ProtocolError) -> String? {
    guard let text = try string(name) else { return nil }
    let isPrintable = spaces ? text.isVisibleASCII : text.isTokenText
    guard text.utf8.count <= maximum, isPrintable else {
      // A text that is only too long has no other characters in it.
      let length: CheckTerm = isPrintable ? .bytes : .bytesWithOthers
      throw ProtocolError(
        malformed, field: name, expected: .check(.printableASCIIUpTo, maximum),
        received: text.isEmpty ? .check(.emptyString) : .check(length, text.utf8.count), source: source)
    }
    return text
  }

  func secret(_ name: String, spaces: Bool = false) throws(ProtocolError) -> Secret? {
    try text(name, maximum: ResponseObject.longest, spaces: spaces).map { Secret($0) }
  }

  func bool(_ name: String) throws(ProtocolError) -> Bool? {
    guard let value = present(name) else { return nil }
    guard let flag = value.boolValue else { throw typeError(name, expected: .check(.flag), value) }
    return flag
  }

  func strings(_ name: String) throws(ProtocolError) -> [String]? {
    guard let value = present(name) else { return nil }
    guard let list = value.stringArray else { throw typeError(name, expected: .check(.strings), value) }
    return list
  }

  /// A list that is present must have this value. An absent one is no refusal.
  func judge(_ name: String, has value: String, _ code: ProtocolError.Code, source: String) throws(ProtocolError) {
    guard let list = try strings(name), !list.contains(value) else { return }
    throw ProtocolError(
      code, field: name, expected: .value(value), quoting: list.joined(separator: " ").quotable(100), source: source)
  }

  /// Seconds since 1970, up to the year 9999 (RFC 7519 §2: fractions are allowed).
  func seconds(_ name: String) throws(ProtocolError) -> Double? {
    guard let value = present(name) else { return nil }
    guard let number = value.doubleValue else { throw typeError(name, expected: .check(.seconds), value) }
    guard ResponseObject.times.contains(number) else {
      throw ProtocolError(
        malformed, field: name, expected: .check(.secondsSince1970), received: .check(.numberOutOfRange), source: source
      )
    }
    return number
  }

  /// The value of a member that must be present.
  func required<Value>(
    _ value: Value?, _ code: ProtocolError.Code, _ name: String, _ expected: Term
  ) throws(ProtocolError) -> Value {
    guard let value else { throw ProtocolError(code, field: name, expected: expected, source: source) }
    return value
  }

  func typeError(_ name: String, expected: Term, _ value: JSON) -> ProtocolError {
    ProtocolError(wrongType, field: name, expected: expected, received: value.kind, source: source)
  }

  private func present(_ name: String) -> JSON? {
    guard let value = json[name], value != .null else { return nil }
    return value
  }

  private static func failure(_ error: JSON.ParseError, source: String) -> ProtocolError {
    switch error.reason {
    case .duplicateMember:
      ProtocolError(
        .responseDuplicateMember, field: error.member?.asName(60), expected: .check(.singleMembers), source: source)
    case .tooDeep:
      ProtocolError(.responseTooDeep, expected: .check(.nestingUpTo, JSON.maximumDepth), source: source)
    case .syntax, .notUTF8, .number, .trailingText:
      ProtocolError(.responseMalformedJSON, expected: .value("JSON"), received: error.term, source: source)
    }
  }
}

extension JSON {
  var kind: Term {
    switch self {
    case .null: .value("null")
    case .bool: .check(.flag)
    case .number: .check(.number)
    case .string: .check(.string)
    case .array(let values): .check(.arrayOf, values.count)
    case .object: .check(.object)
    }
  }
}
