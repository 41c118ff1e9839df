/// Percent-encoding of texts in URLs and forms.
///
/// Decoding is strict for values that decide something (``decode(_:)``); for all others it keeps what it cannot decode (``repaired(_:)``).
public enum PercentCoding {
  /// The characters that stay unescaped, besides ASCII letters and digits, and the form of a space.
  public enum Style: Sendable {
    /// `-._~` (RFC 3986 §2.3), a space as `%20`: valid in any part of a URL and in a form.
    case unreserved
    /// `-._*`, a space as `+`: a form (URL standard §5.2; RFC 6749 appendix B).
    case form
    /// `-._*`, a space as `%20`, which every reader of a query understands.
    case query
  }

  public enum Defect: Error, Hashable { case escape, notUTF8 }

  public static func encode(_ text: String, _ style: Style) -> String { encode(bytes: text.utf8, style) }

  public static func encode(bytes: some Sequence<UInt8>, _ style: Style) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
      switch byte {
      case _ where byte.isOfName, UInt8(ascii: "."): encoded.append(byte)
      case UInt8(ascii: "~") where style == .unreserved: encoded.append(byte)
      case UInt8(ascii: "*") where style != .unreserved: encoded.append(byte)
      case UInt8(ascii: " ") where style == .form: encoded.append(UInt8(ascii: "+"))
      default: encoded += escape(of: byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func escape(of byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Pairs as a form or a query: `name=value&name=value`.
  public static func encode(_ pairs: some Sequence<(name: String, value: String)>, _ style: Style) -> String {
    pairs.map { encode($0.name, style) + "=" + encode($0.value, style) }.joined(separator: "&")
  }

  /// Decodes a name or a value of a form or a query: a plus means a space, `%XX` a byte.
  public static func decode(_ bytes: some Collection<UInt8>) throws(Defect) -> String {
    let (decoded, isValid) = decoded(bytes)
    guard isValid else { throw .escape }
    guard let text = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  /// The same for values that are only searched or shown: invalid escapes stay as they are, invalid UTF-8 becomes U+FFFD.
  public static func repaired(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: decoded(bytes).bytes, as: UTF8.self)
  }

  private static func decoded(_ bytes: some Collection<UInt8>) -> (bytes: [UInt8], isValid: Bool) {
    var (decoded, isValid) = ([UInt8](), true)
    decoded.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        decoded.append(0x20)
      } else if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexValue),
        let low = rest.dropFirst().first.flatMap(hexValue)
      {
        decoded.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        isValid = isValid && byte != UInt8(ascii: "%")
        decoded.append(byte)
      }
    }
    return (decoded, isValid)
  }

  /// Escapes what a query must not hold (RFC 3986 §3.4), and a percent sign that begins no escape. Everything else stays as it is.
  public static func mended(_ query: some StringProtocol) -> String {
    let bytes = Array(query.utf8)
    let mended = bytes.indices.flatMap { isOfQuery(bytes, $0) ? [bytes[$0]] : escape(of: bytes[$0]) }
    return String(decoding: mended, as: UTF8.self)
  }

  /// Whether the character may stand in a query; a percent sign only as the beginning of an escape.
  public static func isOfQuery(_ bytes: [UInt8], _ place: Int) -> Bool {
    guard bytes[place] == UInt8(ascii: "%") else {
      return (0x21...0x7E).contains(bytes[place]) && !"\"#<>[\\]^`{|}".utf8.contains(bytes[place])
    }
    return place + 2 < bytes.count && hexValue(bytes[place + 1]) != nil && hexValue(bytes[place + 2]) != nil
  }

  static func hexValue(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
}
