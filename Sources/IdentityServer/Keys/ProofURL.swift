import SharedValues

/// The URL of a request as a DPoP proof names it in `htu`. RFC 9449 §4.3 ignores query and fragment and normalises URLs
/// by syntax and scheme (RFC 3986 §6.2.2 and §6.2.3) before comparing.
enum ProofURL {
  static let maximumBytes = 2048

  /// - Returns: the same text for all equivalent https and http URLs; `nil` for anything else.
  static func normalised(_ text: String) -> String? {
    guard text.utf8.count <= maximumBytes, let url = AbsoluteURL(text), let host = url.host,
      ["https", "http"].contains(url.scheme)
    else { return nil }
    let port = url.port == (url.scheme == "https" ? 443 : 80) ? nil : url.port
    return "\(url.scheme)://\(host)" + (port.map { ":\($0)" } ?? "") + withoutDots(unescaped(url.path))
  }

  /// RFC 3986 §6.2.2.1 and §6.2.2.2: escaped unreserved characters are decoded; other escapes get upper case digits.
  private static func unescaped(_ path: String) -> String {
    var result: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self).uppercased()
      rest = rest.dropFirst(2)
      if let value = UInt8(digits, radix: 16), isUnreserved(value) {
        result.append(value)
      } else {
        result += Array("%\(digits)".utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    Base64URL.contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }

  /// RFC 3986 §5.2.4; an empty path becomes `/` (§6.2.3).
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(scalar: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      guard segment == "." || segment == ".." else {
        kept.append(segment)
        continue
      }
      if segment == ".." { _ = kept.popLast() }
      if index == segments.count - 1 { kept.append("") }
    }
    return "/" + kept.joined(separator: "/")
  }
}
