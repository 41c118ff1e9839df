/// Control characters (Unicode's category Cc: U+0000 to U+001F, U+007F to U+009F) are not allowed in any name, code, token, password
/// or address of the protocols here (RFC 6749 appendix A, RFC 7617 §2, RFC 8265 §4.2). NUL is also dangerous: it ends C
/// strings, so SQLite would read `id` followed by NUL as `id`.
extension StringProtocol {
  /// - Parameter allowed: control characters that are allowed, such as line breaks in a multi-line text.
  func hasControlCharacters(except allowed: String = "") -> Bool {
    unicodeScalars.contains { scalar in
      (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
        && !allowed.unicodeScalars.contains(scalar)
    }
  }
}

/// Tab, line feed, carriage return.
let lineCharacters = "\t\n\r"
