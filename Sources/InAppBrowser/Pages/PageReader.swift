enum PageReader {
  static func page(_ response: HTTPResponse, url: WebURL) throws(BrowserError) -> WebPage {
    let header = response.headers[first: "Content-Type"] ?? ""
    let encoding = CharacterEncoding.detect(response.body, contentType: header)
    switch response.contentType {
    case "text/html", "application/xhtml+xml",
      "" where response.body.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "<"):
      return PageBuilder.page(html: encoding.decode(response.body), url: url, status: response.status, in: encoding)
    case let type where response.body.isEmpty || type.hasPrefix(bytes: "text/") || type.hasSuffix(bytes: "json"):
      var page = WebPage(url: url, status: response.status, title: "")
      let text = encoding.decode(response.body)
      if !text.isEmpty { page.blocks = [.preformatted(text)] }
      return page
    case let type: throw BrowserError(.unsupportedContent, ["received": type, "url": url.origin])
    }
  }
}

/// Decodes a body into text (HTML standard, "determining the character encoding").
enum CharacterEncoding: Hashable, Sendable {
  case utf8, windows1252, utf16, utf16BE

  /// Checks the byte order mark, then `Content-Type`, then the page's `<meta>`, then whether the bytes are valid UTF-8.
  static func detect(_ body: [UInt8], contentType: String) -> CharacterEncoding {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if body.starts(with: [0xFE, 0xFF]) { return .utf16BE }
    if body.starts(with: [0xFF, 0xFE]) { return .utf16 }
    if let named = charset(in: contentType).flatMap(named) { return named }
    let start = String(decoding: body.prefix(2048), as: UTF8.self).lowercased()
    // A <meta> that can be read is not in UTF-16, whatever it says.
    if start.contains("<meta"), let named = charset(in: start).flatMap(named) { return named.sent }
    return String(validating: body, as: UTF8.self) == nil ? .windows1252 : .utf8
  }

  func decode(_ body: [UInt8]) -> String {
    switch self {
    case .utf8: return String(decoding: body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...], as: UTF8.self)
    case .utf16, .utf16BE:
      let units = stride(from: 1, to: body.count, by: 2).map { place in
        let (one, two) = (UInt16(body[place - 1]), UInt16(body[place]))
        return self == .utf16 ? two << 8 | one : one << 8 | two
      }
      return String(decoding: units.first == 0xFEFF ? units[1...] : units[...], as: UTF16.self)
    case .windows1252:
      return String(String.UnicodeScalarView(body.map { CharacterEncoding.windows1252Scalars[Int($0)] }))
    }
  }

  /// HTML standard, "picking an encoding for the form": the first accepted one, else the page's; UTF-16 is never sent.
  static func ofForm(accepting labels: String?, on page: CharacterEncoding) -> CharacterEncoding {
    let accepted = (labels ?? "").lowercased().split(whereScalar: { " \t\n\r\u{C},".unicodeScalars.contains($0) })
      .lazy.compactMap { named(String($0)) }.first
    return (accepted ?? page).sent
  }

  private var sent: CharacterEncoding { self == .windows1252 ? .windows1252 : .utf8 }

  var name: String { self == .windows1252 ? "windows-1252" : "UTF-8" }

  /// The text with character references for what this encoding lacks, as browsers send it.
  func sendable(_ text: String) -> String {
    guard self == .windows1252 else { return text }
    return text.unicodeScalars.map { CharacterEncoding.windows1252Bytes[$0] == nil ? "&#\($0.value);" : String($0) }
      .joined()
  }

  func encode(_ text: String) -> [UInt8] {
    guard self == .windows1252 else { return Array(text.utf8) }
    return sendable(text).unicodeScalars.compactMap { CharacterEncoding.windows1252Bytes[$0] }
  }

  private static let windows1252Bytes = Dictionary(
    uniqueKeysWithValues: windows1252Scalars.enumerated().map { ($1, UInt8($0)) })

  private static func named(_ label: String) -> CharacterEncoding? {
    switch label {
    case "utf-8", "utf8", "unicode-1-1-utf-8": .utf8
    case "utf-16", "utf-16le": .utf16
    case "utf-16be": .utf16BE
    case "iso-8859-1", "latin1", "iso8859-1", "windows-1252", "us-ascii", "ascii", "cp1252", "l1": .windows1252
    default: nil
    }
  }

  private static func charset(in text: String) -> String? {
    guard let found = text.byteRange(of: "charset=", ignoringCase: true) else { return nil }
    let rest = text[found.upperBound...].drop(whileScalar: { $0 == "\"" || $0 == "'" || $0 == " " })
    let label = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return label.isEmpty ? nil : label.lowercased()
  }

  private static let windows1252Scalars: [Unicode.Scalar] = {
    let high: [UInt32] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
      0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0x9D, 0x017E, 0x0178,
    ]
    return (0..<256).map { byte in
      let code = (0x80..<0xA0).contains(byte) ? high[byte - 0x80] : UInt32(byte)
      return Unicode.Scalar(code) ?? "\u{FFFD}"
    }
  }()
}
