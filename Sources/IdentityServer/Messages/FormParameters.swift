/// Parameters of a query or of a form body (`application/x-www-form-urlencoded`; RFC 6749 appendix B).
///
/// Keeps the order and repetitions. RFC 6749 §3.1 and §3.2 forbid repetitions, so they must be detectable.
struct FormParameters: Sendable {
  private(set) var pairs: [(name: String, value: String)] = []

  /// More pairs are refused; OAuth messages have far fewer.
  static let maximumCount = 100

  init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

  /// Those that have a value.
  init(known pairs: KeyValuePairs<String, String?>) {
    self.pairs = pairs.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Parameters that may have line breaks: the administrator's templates, and JSON (RFC 8259 §2) such as `claims`.
  private static let namesOfTexts: Set = ["metadata", "claims"]

  /// Broken escapes, invalid UTF-8, control characters and too many pairs are `invalid_request`.
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

  /// The value; `nil` when it is absent or empty, which RFC 6749 §3.1 treats the same.
  subscript(name: String) -> String? { pairs.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value } }

  /// The first name that is repeated but must not be. `resource` may be (RFC 8707 §2).
  var repeated: String? {
    var seen: Set<String> = []
    return pairs.first { $0.name != "resource" && !seen.insert($0.name).inserted }?.name
  }

  func values(_ name: String) -> [String] { pairs.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }
  func count(of name: String) -> Int { pairs.count { $0.name == name } }

  var encoded: String { PercentCoding.encode(pairs, .unreserved) }
  func address(of path: String) -> String { pairs.isEmpty ? path : path + "?" + encoded }
}

/// Broken escapes, invalid UTF-8 and control characters are `invalid_request`.
/// - Parameter allowed: control characters that are allowed.
func formDecoded(_ bytes: some Collection<UInt8>, allowing allowed: String = "") throws(OAuthError) -> String {
  let text: String
  do { text = try PercentCoding.decode(bytes) } catch {
    throw OAuthError(.invalidRequest, "the parameters are not \(error == .escape ? "form-encoded" : "UTF-8")")
  }
  guard !text.hasControlCharacters(except: allowed) else {
    throw OAuthError(.invalidRequest, "a parameter has a control character")
  }
  return text
}
