import Glibc

/// The encoding of a page and of its forms (HTML standard, "determining the character encoding"; Encoding standard). glibc
/// converts.
struct CharacterEncoding: Hashable, Sendable {
  let name: String
  /// glibc's name.
  private let system: String

  static let utf8 = CharacterEncoding(name: "UTF-8", system: "UTF-8")
  static let windows1252 = CharacterEncoding(name: "windows-1252", system: "CP1252")
  private static let utf16 = CharacterEncoding(name: "UTF-16LE", system: "UTF-16LE")
  private static let utf16BE = CharacterEncoding(name: "UTF-16BE", system: "UTF-16BE")

  /// Checks the byte order mark, then `Content-Type`, then the page's `<meta>`, then whether the bytes are valid UTF-8.
  static func detect(_ body: [UInt8], contentType: String) -> CharacterEncoding {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if body.starts(with: [0xFE, 0xFF]) { return .utf16BE }
    if body.starts(with: [0xFF, 0xFE]) { return .utf16 }
    if let named = charset(in: contentType).flatMap({ known[$0] }) { return named }
    let start = String(decoding: body.prefix(2048), as: UTF8.self).lowercased()
    // A <meta> that can be read is not in UTF-16, whatever it says.
    if start.contains("<meta"), let named = charset(in: start).flatMap({ known[$0] }) { return named.sent }
    return String(validating: body, as: UTF8.self) == nil ? .windows1252 : .utf8
  }

  func decode(_ body: [UInt8]) -> String {
    let unit = sent == self ? 1 : 2
    let bytes =
      self == .utf8
      ? body : CharacterEncoding.converted(body, from: system, to: "UTF-8") { _ in (unit, Array("\u{FFFD}".utf8)) }
    return String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
  }

  /// HTML standard, "picking an encoding for the form": the first accepted one, else the page's; UTF-16 is never sent.
  static func ofForm(accepting labels: String?, on page: CharacterEncoding) -> CharacterEncoding {
    let accepted = (labels ?? "").lowercased().split(whereScalar: { " \t\n\r\u{C},".unicodeScalars.contains($0) })
      .lazy.compactMap { known[String($0)] }.first
    return (accepted ?? page).sent
  }

  private var sent: CharacterEncoding { [.utf16, .utf16BE].contains(self) ? .utf8 : self }

  /// The bytes with character references for what this encoding lacks, as browsers send them.
  func encode(_ text: String) -> [UInt8] {
    guard self != .utf8 else { return Array(text.utf8) }
    return CharacterEncoding.converted(Array(text.utf8), from: "UTF-8", to: system) { rest in
      let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first ?? "?"
      return (UTF8.width(scalar), Array("&#\(scalar.value);".utf8))
    }
  }

  /// - Parameter replacement: for the rest of the input, which begins with something that has no counterpart: how many bytes
  ///   that is, and what stands for it.
  private static func converted(
    _ bytes: [UInt8], from source: String, to target: String,
    replacement: (ArraySlice<UInt8>) -> (count: Int, bytes: [UInt8])
  ) -> [UInt8] {
    guard let converter = iconv_open(target, source), Int(bitPattern: converter) != -1 else { return bytes }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var buffer = [CChar](repeating: 0, count: 65_536)
    var result: [UInt8] = []
    input.withUnsafeMutableBufferPointer { input in
      var (next, left) = (input.baseAddress, input.count)
      while true {
        let isEnd = left == 0
        let reason = buffer.withUnsafeMutableBufferPointer { buffer in
          var (end, room) = (buffer.baseAddress, buffer.count)
          // The last call gives what was held back because something could have combined with it.
          let count =
            isEnd ? iconv(converter, nil, nil, &end, &room) : iconv(converter, &next, &left, &end, &room)
          let reason = count == -1 ? errno : 0
          result += buffer.prefix(buffer.count - room).map { UInt8(bitPattern: $0) }
          return reason
        }
        // The input ends in the middle of a character.
        if isEnd || reason == EINVAL { return }
        guard reason == EILSEQ else { continue }
        let (count, instead) = replacement(bytes[(bytes.count - left)...])
        result += instead
        (next, left) = (next.map { $0 + count }, left - count)
      }
    }
    return result
  }

  private static func charset(in text: String) -> String? {
    guard let found = text.byteRange(of: "charset=", ignoringCase: true) else { return nil }
    let rest = text[found.upperBound...].drop(whileScalar: { $0 == "\"" || $0 == "'" || $0 == " " })
    let label = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return label.isEmpty ? nil : label.lowercased()
  }

  /// By label, in lower case.
  private static let known: [String: CharacterEncoding] = {
    let others = [
      ("Shift_JIS", "CP932", "shift-jis sjis x-sjis ms932 windows-31j"), ("EUC-JP", "EUC-JP", "x-euc-jp"),
      ("GBK", "GB18030", "gb2312 x-gbk"), ("gb18030", "GB18030", ""), ("Big5", "BIG5-HKSCS", "big5-hkscs"),
      ("EUC-KR", "CP949", "ks_c_5601-1987 ksc5601 windows-949"), ("windows-874", "CP874", "tis-620 iso-8859-11"),
      ("windows-1254", "CP1254", "iso-8859-9 cp1254"), ("KOI8-R", "KOI8-R", "koi8"), ("KOI8-U", "KOI8-U", ""),
    ]
    let numbered =
      [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map { ("ISO-8859-\($0)", "ISO-8859-\($0)", "") }
      + [1250, 1251, 1253, 1255, 1256, 1257, 1258].map { ("windows-\($0)", "CP\($0)", "cp\($0)") }
    var known: [String: CharacterEncoding] = [:]
    for (name, system, labels) in others + numbered {
      for label in [name.lowercased()] + labels.split(scalar: " ").map(String.init) {
        known[label] = CharacterEncoding(name: name, system: system)
      }
    }
    for label in ["utf-8", "utf8", "unicode-1-1-utf-8"] { known[label] = .utf8 }
    for label in ["utf-16", "utf-16le"] { known[label] = .utf16 }
    known["utf-16be"] = .utf16BE
    for label in ["iso-8859-1", "latin1", "iso8859-1", "windows-1252", "us-ascii", "ascii", "cp1252", "l1"] {
      known[label] = .windows1252
    }
    return known
  }()
}
