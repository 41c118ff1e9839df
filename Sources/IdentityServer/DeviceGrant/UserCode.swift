/// The code that a person carries from a device to the verification page (RFC 8628 §6.1): eight letters from an alphabet of twenty.
///
/// The alphabet has no vowels, so that codes form no words, and no letters that look like digits or like each other.
/// 20^8 is 34.5 bits of entropy: enough together with ``Provider/codeThrottle`` and a short lifetime (§5.1).
struct UserCode: Hashable, Sendable {
  static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".unicodeScalars)
  static let length = 8
  /// Longer input is refused unread; a person never types that much.
  private static let maximumTyped = 64

  /// The letters alone, in upper case, for comparison.
  let letters: String

  private init(letters: String) { self.letters = letters }

  /// Every letter is equally likely: bytes beyond the last multiple of twenty are discarded.
  static func fresh() -> UserCode {
    var letters = String.UnicodeScalarView()
    while letters.count < length {
      for byte in Primitives.random(2 * length) where byte < 240 && letters.count < length {
        letters.append(alphabet[Int(byte) % alphabet.count])
      }
    }
    return UserCode(letters: String(letters))
  }

  /// Reads what a person typed: case does not matter, and characters other than letters and digits are skipped.
  ///
  /// - Returns: `nil` for text that cannot be a code of this server.
  init?(typed text: String) {
    let scalars = text.unicodeScalars
    guard scalars.prefix(UserCode.maximumTyped + 1).count <= UserCode.maximumTyped else { return nil }
    let letters = scalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map {
      ("a"..."z").contains($0) ? Unicode.Scalar(UInt8($0.value) - 32) : $0
    }
    guard letters.count == UserCode.length, letters.allSatisfy(UserCode.alphabet.contains) else { return nil }
    self.letters = String(String.UnicodeScalarView(letters))
  }

  /// As shown and sent, `WDJB-MJHT`: in two halves, which are easier to remember.
  var shown: String { letters.prefix(4) + "-" + letters.suffix(4) }
}
