extension JSON {
  /// Parses a whole text. See ``JSON`` for what is refused.
  public static func parse(_ bytes: [UInt8]) throws(ParseError) -> JSON {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw ParseError(reason: .notUTF8, offset: 0) }
    var parser = JSONParser(bytes: bytes)
    return try parser.document()
  }

  public static func parse(_ text: String) throws(ParseError) -> JSON { try parse(Array(text.utf8)) }
}

struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var sought: [JSONPlace]
  /// How many steps of the sought place have been found, and the offset of the last one.
  private var steps = 0
  private(set) var found = 0

  init(bytes: [UInt8], sought: [JSONPlace] = []) { (self.bytes, self.sought) = (bytes, sought) }

  mutating func document() throws(JSON.ParseError) -> JSON {
    // Some editors and servers write a byte order mark, which a reader may ignore (RFC 8259 §8.1).
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    found = position
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw failure(.trailingText) }
    return value
  }

  private mutating func value(depth: Int) throws(JSON.ParseError) -> JSON {
    guard depth < JSON.maximumDepth else { throw failure(.tooDeep) }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws(JSON.ParseError) -> JSON {
    position += 1
    var members: [JSON.Member] = []
    var names = SeenNames()
    skipSpace()
    if skip("}") { return .object([]) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw failure(.syntax) }
      let start = position
      let name = try string()
      guard names.insert(name) else { throw JSON.ParseError(reason: .duplicateMember, offset: start, member: name) }
      skipSpace()
      guard skip(":") else { throw failure(.syntax) }
      skipSpace()
      members.append(JSON.Member(name, try part(.member(name), at: start, depth: depth)))
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw failure(.syntax) }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSON.ParseError) -> JSON {
    position += 1
    var values: [JSON] = []
    skipSpace()
    if skip("]") { return .array([]) }
    repeat {
      skipSpace()
      values.append(try part(.element(values.count), at: position, depth: depth))
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw failure(.syntax) }
    return .array(values)
  }

  /// The value of a member or an element. Notes where it begins if it is the next step to the sought place.
  private mutating func part(
    _ step: @autoclosure () -> JSONPlace, at start: Int, depth: Int
  ) throws(JSON.ParseError) -> JSON {
    guard steps < sought.count, depth == steps, sought[steps] == step() else { return try value(depth: depth + 1) }
    steps += 1
    found = steps == sought.count ? start : position
    let value = try value(depth: depth + 1)
    sought = []
    return value
  }

  private mutating func string() throws(JSON.ParseError) -> String {
    position += 1
    var text: [UInt8] = []
    while true {
      guard let byte = peek else { throw failure(.syntax) }
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
      case 0..<0x20: throw failure(.syntax)
      default: text.append(byte)
      }
    }
  }

  private mutating func escape() throws(JSON.ParseError) -> [UInt8] {
    guard let byte = peek else { throw failure(.syntax) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"): return Array(String(try unicodeEscape()).utf8)
    default: throw failure(.syntax)
    }
  }

  /// RFC 8259 §7: characters beyond the basic plane are written as a surrogate pair; a lone surrogate is no character.
  private mutating func unicodeEscape() throws(JSON.ParseError) -> Unicode.Scalar {
    let high = try hexQuad()
    guard (0xD800...0xDBFF).contains(high) else {
      guard let scalar = Unicode.Scalar(high) else { throw failure(.syntax) }
      return scalar
    }
    guard skip("\\"), skip("u") else { throw failure(.syntax) }
    let low = try hexQuad()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw failure(.syntax) }
    return scalar
  }

  private mutating func hexQuad() throws(JSON.ParseError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw failure(.syntax) }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else { throw failure(.syntax) }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSON.ParseError) -> String {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard text.utf8.count <= 40 else { throw JSON.ParseError(reason: .number, offset: start) }
    return text
  }

  private mutating func digits() throws(JSON.ParseError) {
    let start = position
    while peek?.isASCIIDigit == true { position += 1 }
    guard position > start else { throw failure(.syntax) }
  }

  private mutating func literal(_ word: String, _ value: JSON) throws(JSON.ParseError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw failure(.syntax) }
    position += word.utf8.count
    return value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private func failure(_ reason: JSON.ParseError.Reason) -> JSON.ParseError {
    JSON.ParseError(reason: reason, offset: position)
  }
}

/// A set is only made for large objects: creating a program's first set takes longer than reading the small ones at the start.
private struct SeenNames {
  private var few: [String] = []
  private var many: Set<String>?

  mutating func insert(_ name: String) -> Bool {
    if many != nil { return many?.insert(name).inserted ?? false }
    guard !few.contains(name) else { return false }
    few.append(name)
    if few.count > 32 { many = Set(few) }
    return true
  }
}
