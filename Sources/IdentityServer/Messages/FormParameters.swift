import SharedValues

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
    guard parts.count <= FormParameters.maximumCount else { throw OAuthError(.invalidRequest, "too many parameters") }
    for part in parts {
      let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try formDecoded(halves[0])
      let allowed = FormParameters.namesOfTexts.contains(name) ? lineCharacters : ""
      pairs.append((name, halves.count > 1 ? try formDecoded(halves[1], allowing: allowed) : ""))
    }
  }

  /// The value; `nil` when absent, and when empty, which RFC 6749 §3.1 wants treated as absent.
  subscript(name: String) -> String? { pairs.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value } }

  /// The first name that occurs more than once and must not. `resource` may (RFC 8707 §2).
  var repeated: String? {
    var seen: Set<String> = []
    return pairs.first { $0.name != "resource" && !seen.insert($0.name).inserted }?.name
  }

  /// Every value that is not empty.
  func values(_ name: String) -> [String] { pairs.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

  func count(of name: String) -> Int { pairs.count { $0.name == name } }

  /// The same parameters as one line, as they travel in a query.
  var encoded: String { PercentCoding.encode(pairs, .unreserved) }
}

/// Undoes form encoding: plus means space, `%XX` a byte. Queries, forms, paths and client credentials all come through here.
///
/// - Parameter allowed: control characters that may stand in it all the same.
/// - Throws: `invalid_request` for broken escapes, for bytes that are no UTF-8, and for control characters.
func formDecoded(_ bytes: some Collection<UInt8>, allowing allowed: String = "") throws(OAuthError) -> String {
  let text: String
  do { text = try PercentCoding.decode(bytes) } catch {
    switch error {
    case .escape: throw OAuthError(.invalidRequest, "the parameters are not form-encoded")
    case .notUTF8: throw OAuthError(.invalidRequest, "the parameters are not UTF-8")
    }
  }
  guard !text.hasControlCharacters(except: allowed) else {
    throw OAuthError(.invalidRequest, "a parameter has a control character")
  }
  return text
}
