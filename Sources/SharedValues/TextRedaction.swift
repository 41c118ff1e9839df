/// Finds secrets in a text of unknown form: `name=value`, `"name": "value"`, `Bearer value`, parts of a form, elements of XML, and anything
/// like a JWT.
///
/// One pass over the bytes; a text without secrets is unchanged.
struct TextRedaction {
  let redaction: Redaction
  let text: String

  var masked: String {
    guard !redaction.reveal else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      guard bytes[position].isOfName else {
        output.append(bytes[position])
        position += 1
        continue
      }
      let end = TextRedaction.skip(bytes, position, \.isOfName)
      let word = String(decoding: bytes[position..<end], as: UTF8.self)
      if let value = value(after: word, in: bytes, at: end) {
        output += bytes[position..<value.lowerBound]
        output += redaction.mask(String(decoding: bytes[value], as: UTF8.self), name: word).utf8
        position = value.upperBound
      } else if let end = TextRedaction.endOfJWT(in: bytes, at: position) {
        output += redaction.mask(String(decoding: bytes[position..<end], as: UTF8.self), name: "id_token").utf8
        position = end
      } else {
        output += bytes[position..<end]
        position = end
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The range of the secret after `word`; `nil` when `word` is no secret's name, or no value follows.
  private func value(after word: String, in bytes: [UInt8], at start: Int) -> Range<Int>? {
    var position = start
    let isScheme = ["bearer", "basic", "dpop"].contains(word.lowercased())
    if isScheme, position < bytes.count, bytes[position] == UInt8(ascii: " ") {
      position += 1
      let end = TextRedaction.skip(bytes, position, TextRedaction.isCredential)
      // Shorter words after "Bearer" are prose.
      return end - position >= 16 && !TextRedaction.isOfChallenge(bytes[position..<end]) ? position..<end : nil
    }
    guard redaction.hides(word) || redaction.hidesHeader(word) else { return nil }
    let name = start - word.utf8.count..<start
    if let part = TextRedaction.partOfForm(in: bytes, named: name) { return part }
    if let content = TextRedaction.contentOfElement(in: bytes, named: name) { return content }
    position = TextRedaction.skip(bytes, position) { TextRedaction.isQuote($0) || $0 == UInt8(ascii: "\\") }
    position = TextRedaction.skip(bytes, position, TextRedaction.isSpace)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") || bytes[position] == UInt8(ascii: ":") else {
      return nil
    }
    position = TextRedaction.skip(bytes, position + 1, TextRedaction.isSpace)
    position = TextRedaction.skip(bytes, position) { $0 == UInt8(ascii: "\\") }
    guard position < bytes.count else { return nil }
    let end: Int
    if TextRedaction.isQuote(bytes[position]) {
      let quote = bytes[position]
      position += 1
      end = TextRedaction.endOfQuoted(bytes, position, quote)
    } else {
      // A header's value is a scheme with its parameters, hidden to the end of the line.
      let isHeader = redaction.hidesHeader(word)
      end = TextRedaction.skip(bytes, position) {
        !(isHeader ? TextRedaction.isLineEnd($0) : TextRedaction.isDelimiter($0))
      }
    }
    return end > position ? position..<end : nil
  }

  /// The value of a part of a form (`multipart/form-data`, RFC 7578 §4.2): it begins after an empty line and ends before the next boundary.
  /// - Parameter name: where the text has the part's name.
  /// - Returns: `nil`: this is no name of a part, or its value is empty or missing.
  private static func partOfForm(in bytes: [UInt8], named name: Range<Int>) -> Range<Int>? {
    let before = bytes[max(0, name.lowerBound - longestDisposition)..<name.lowerBound]
    let line = before[(before.lastIndex(of: lineFeed).map { $0 + 1 } ?? before.startIndex)...]
    let disposition = String(decoding: line, as: UTF8.self).lowercased()
    guard disposition.hasSuffix(bytes: "name=\"") || disposition.hasSuffix(bytes: "name="),
      disposition.contains("form-data")
    else { return nil }
    func lineEnd(from start: Int, before next: String...) -> Int? {
      (start..<bytes.count).first { end in
        bytes[end] == lineFeed && next.contains { bytes[(end + 1)...].starts(with: $0.utf8) }
      }
    }
    guard let headEnd = lineEnd(from: name.upperBound, before: "\n", "\r\n") else { return nil }
    let start = headEnd + (bytes[headEnd + 1] == carriageReturn ? 3 : 2)
    let boundary = lineEnd(from: start, before: "--")
    let end = boundary.map { $0 > start && bytes[$0 - 1] == carriageReturn ? $0 - 1 : $0 } ?? bytes.count
    return end > start ? start..<end : nil
  }

  /// The text of an XML element, the section of characters (`CDATA`) with which it begins, or all the elements in it.
  /// - Parameter name: where the text has the element's name.
  /// - Returns: `nil`: this is no name in a start tag, or the element has no text.
  private static func contentOfElement(in bytes: [UInt8], named name: Range<Int>) -> Range<Int>? {
    let before = bytes[max(0, name.lowerBound - longestPrefix)..<name.lowerBound]
    guard let tagStart = before.lastIndex(where: { !$0.isOfName && $0 != UInt8(ascii: ":") }),
      bytes[tagStart] == UInt8(ascii: "<"),
      !ofHTML.contains(String(decoding: bytes[name], as: UTF8.self).lowercased())
    else { return nil }
    let tagEnd = skip(bytes, name.upperBound) { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
    guard bytes[tagEnd...].first == UInt8(ascii: ">"), bytes[tagEnd - 1] != UInt8(ascii: "/") else { return nil }
    let start = skip(bytes, tagEnd + 1, isSpace)
    if bytes[start...].starts(with: sectionStart) {
      let first = start + sectionStart.count
      let end = (first..<bytes.count).first { bytes[$0...].starts(with: sectionEnd) } ?? bytes.count
      return end > first ? first..<end : nil
    }
    let next = skip(bytes, start) { $0 != UInt8(ascii: "<") }
    if bytes[next...].starts(with: "</".utf8) { return next > start ? start..<next : nil }
    if next == start, next < bytes.count {
      let endTag = "</".utf8 + bytes[(tagStart + 1)..<name.upperBound]
      return start..<((start..<bytes.count).first { bytes[$0...].starts(with: endTag) } ?? bytes.count)
    }
    // Without an end tag the text was cut, or this is a placeholder in prose, as in “send <token> as a header”.
    let end = skip(bytes, tagEnd + 1) { !isDelimiter($0) }
    return end > tagEnd + 1 ? tagEnd + 1..<end : nil
  }

  /// The bytes before a name that are searched for the beginning of its tag: a prefix may stand between (`<a:token>`).
  private static let longestPrefix = 64
  /// Elements of pages that have the name of a secret, and are none.
  private static let ofHTML: Set = ["code", "form"]
  private static let (sectionStart, sectionEnd) = (Array("<![CDATA[".utf8), Array("]]>".utf8))

  /// The bytes of a line that are searched for `form-data`.
  private static let longestDisposition = 200
  private static let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))

  private static func endOfQuoted(_ bytes: [UInt8], _ start: Int, _ quote: UInt8) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != quote { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(position, bytes.count)
  }

  /// base64url of `{"` begins with `eyJ`; two dots make it a JWS, four a JWE.
  private static func endOfJWT(in bytes: [UInt8], at start: Int) -> Int? {
    guard bytes[start...].starts(with: Array("eyJ".utf8)) else { return nil }
    let end = skip(bytes, start) { $0.isOfName || $0 == UInt8(ascii: ".") }
    let dots = bytes[start..<end].lazy.filter { $0 == UInt8(ascii: ".") }.count
    return dots >= 2 && end - start >= 32 ? end : nil
  }

  private static func skip(_ bytes: [UInt8], _ start: Int, _ isSkipped: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex { !isSkipped($0) } ?? bytes.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  private static func isCredential(_ byte: UInt8) -> Bool { byte.isOfName || "./+=~".utf8.contains(byte) }

  /// Whether these are parameters of a server's `WWW-Authenticate`, which follow the scheme as a token would (RFC 9110 §11.6.1).
  private static func isOfChallenge(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return ofChallenges.contains(String(decoding: bytes[..<mark], as: UTF8.self))
  }

  private static let ofChallenges: Set<String> = [
    "realm", "scope", "error", "error_description", "error_uri", "acr_values", "max_age", "resource_metadata", "algs",
  ]

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte < 0x20 || isQuote(byte) || byte == UInt8(ascii: "<") }

  private static func isDelimiter(_ byte: UInt8) -> Bool { byte <= 0x20 || "&,;<>\"'}])#".utf8.contains(byte) }
}
