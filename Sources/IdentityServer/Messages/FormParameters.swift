/// Parameters of a query or of a form body (`application/x-www-form-urlencoded`; RFC 6749 appendix B).
///
/// Order is kept, and so are repetitions, because RFC 6749 §3.1 and §3.2 forbid them and somebody has to notice.
struct FormParameters: Sendable {
  private(set) var pairs: [(name: String, value: String)] = []

  /// More pairs than this are no OAuth message.
  static let maximumCount = 100

  init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

  /// What is written in lines: the administrator's templates, and JSON (RFC 8259 §2) as the parameter `claims` is.
  private static let namesOfTexts: Set = ["metadata", "claims"]

  /// - Throws: ``OAuthError`` `invalid_request` for broken escapes, bytes that are no UTF-8, control characters, or too many
  ///   pairs.
  init(formEncoded bytes: some Collection<UInt8>) throws(OAuthError) {
    let parts = bytes.split(separator: UInt8(ascii: "&"))
    guard parts.count <= FormParameters.maximumCount else {
      throw OAuthError(.invalidRequest, "too many parameters")
    }
    for part in parts {
      let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try formDecoded(halves[0])
      let allowed = FormParameters.namesOfTexts.contains(name) ? lineCharacters : ""
      pairs.append((name, halves.count > 1 ? try formDecoded(halves[1], allowing: allowed) : ""))
    }
  }

  /// The value; `nil` when absent, and when empty, which RFC 6749 §3.1 wants treated as absent.
  subscript(name: String) -> String? {
    pairs.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// The first name that occurs more than once.
  var repeated: String? {
    var seen: Set<String> = []
    return pairs.first { !seen.insert($0.name).inserted }?.name
  }

  func count(of name: String) -> Int { pairs.count { $0.name == name } }

  /// The same parameters as one line, as they travel in a query.
  var encoded: String { pairs.map { formEncoded($0.name) + "=" + formEncoded($0.value) }.joined(separator: "&") }
}

/// Undoes form encoding: plus means space, `%XX` a byte. Queries, forms, paths and client credentials all come through here.
///
/// - Parameter allowed: control characters that may stand in it all the same.
/// - Throws: `invalid_request` for broken escapes, for bytes that are no UTF-8, and for control characters.
func formDecoded(_ bytes: some Collection<UInt8>, allowing allowed: String = "") throws(OAuthError) -> String {
  var decoded: [UInt8] = []
  var iterator = bytes.makeIterator()
  while let byte = iterator.next() {
    switch byte {
    case UInt8(ascii: "+"): decoded.append(0x20)
    case UInt8(ascii: "%"):
      guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue) else {
        throw OAuthError(.invalidRequest, "the parameters are not form-encoded")
      }
      decoded.append(high << 4 | low)
    default: decoded.append(byte)
    }
  }
  guard let text = String(validating: decoded, as: UTF8.self) else {
    throw OAuthError(.invalidRequest, "the parameters are not UTF-8")
  }
  guard !text.hasControlCharacters(except: allowed) else {
    throw OAuthError(.invalidRequest, "a parameter has a control character")
  }
  return text
}

/// Percent-encodes all but the unreserved characters of RFC 3986 §2.3, which is right in queries and in forms.
func formEncoded(_ text: String) -> String {
  var encoded = ""
  for byte in text.utf8 {
    switch byte {
    case _ where isBase64URL(byte), UInt8(ascii: "."), UInt8(ascii: "~"):
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let hex = String(byte, radix: 16, uppercase: true)
      encoded += "%" + (hex.count < 2 ? "0" : "") + hex
    }
  }
  return encoded
}

private func hexValue(_ byte: UInt8) -> UInt8? {
  Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
}
