import CLibIDN2

/// Converts hosts with non-ASCII characters to A-labels and back (RFC 5891, UTS #46 without its transitional part).
enum InternationalHost {
  /// The name with A-labels. An ASCII name stays unchanged, unless it has an `xn--` label that cannot be decoded: such a name
  /// cannot be registered.
  ///
  /// - Returns: `nil` when a label is invalid.
  static func ascii(_ name: String) -> String? {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) || name.contains("xn--") else { return name }
    return converted(name) {
      idn2_to_ascii_8z($0, &$1, Int32(bitPattern: IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue))
    }
  }

  /// The name in Unicode; `nil` when a label cannot be decoded.
  static func decoded(_ host: String) -> String? { converted(host) { idn2_to_unicode_8z8z($0, &$1, 0) } }

  private static func converted(
    _ name: String, _ convert: (UnsafePointer<CChar>, inout UnsafeMutablePointer<CChar>?) -> Int32
  ) -> String? {
    // The library would stop at the first zero.
    guard !name.utf8.contains(0) else { return nil }
    var made: UnsafeMutablePointer<CChar>?
    defer { idn2_free(made) }
    guard name.withCString({ convert($0, &made) }) == IDN2_OK.rawValue, let made else { return nil }
    return String(cString: made)
  }
}
