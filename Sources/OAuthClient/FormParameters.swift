/// Parameters in `application/x-www-form-urlencoded` (RFC 6749 appendix B): request bodies, queries, redirects.
struct FormParameters {
  /// How a space is written: `+` in bodies and credentials, `%20` in queries, where every reader understands it.
  enum Space: String { case plus = "+", percent = "%20" }

  enum Defect: Error { case malformed, duplicate(name: String) }

  private(set) var pairs: [(name: String, value: String)]

  init(_ pairs: [(String, String)] = []) { self.pairs = pairs.map { (name: $0.0, value: $0.1) } }

  /// Reads a query strictly: whole escapes, valid UTF-8, and no name twice (RFC 6749 §3.1).
  /// Parameters without a value count as absent, as §3.1 demands.
  init(parsing query: String) throws(Defect) {
    pairs = []
    var names: Set<String> = []
    for part in query.split(separator: "&", omittingEmptySubsequences: true) {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = FormParameters.decode(halves[0]),
        let value = FormParameters.decode(halves.count > 1 ? halves[1] : "")
      else { throw .malformed }
      guard names.insert(name).inserted else { throw .duplicate(name: name) }
      if !value.isEmpty { pairs.append((name: name, value: value)) }
    }
  }

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  mutating func append(_ name: String, _ value: String?) {
    if let value { pairs.append((name: name, value: value)) }
  }

  func encoded(space: Space) -> String {
    pairs.map { FormParameters.encode($0.name, space: space) + "=" + FormParameters.encode($0.value, space: space) }
      .joined(separator: "&")
  }

  /// Letters, digits and `-._*` stand as they are; everything else is escaped as UTF-8.
  static func encode(_ text: String, space: Space) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "*"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): encoded += space.rawValue
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        encoded += byte < 16 ? "%0" + hex : "%" + hex
      }
    }
    return encoded
  }

  static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
