/// The code that a person carries from a device to the verification page (RFC 8628 §6.1): eight letters of twenty.
///
/// There are no vowels among them, so that no word comes out, and no letter that is taken for a digit or for another letter.
/// 20^8 is 34.5 bits of chance: enough together with ``Provider/codeThrottle`` and a short life (§5.1).
struct UserCode: Hashable, Sendable {
  static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".unicodeScalars)
  static let length = 8
  /// A person types less than this, whatever they put between the letters.
  private static let maximumTyped = 64

  /// The letters alone, in upper case: what is compared.
  let letters: String

  private init(letters: String) { self.letters = letters }

  /// Every letter is equally likely: bytes beyond the last whole multiple of twenty are drawn again.
  static func fresh() -> UserCode {
    var letters = String.UnicodeScalarView()
    while letters.count < length {
      for byte in Primitives.random(2 * length) where byte < 240 && letters.count < length {
        letters.append(alphabet[Int(byte) % alphabet.count])
      }
    }
    return UserCode(letters: String(letters))
  }

  /// What a person has typed: small letters are as good as capital ones, and whatever is neither letter nor digit does not count.
  ///
  /// - Returns: `nil` for what is no code of this server.
  init?(typed text: String) {
    let scalars = text.unicodeScalars
    guard scalars.prefix(UserCode.maximumTyped + 1).count <= UserCode.maximumTyped else { return nil }
    let letters = scalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map {
      ("a"..."z").contains($0) ? Unicode.Scalar(UInt8($0.value) - 32) : $0
    }
    guard letters.count == UserCode.length, letters.allSatisfy(UserCode.alphabet.contains) else { return nil }
    self.letters = String(String.UnicodeScalarView(letters))
  }

  /// As it is shown and sent, `WDJB-MJHT`: in two halves, which are easier to keep in mind.
  var shown: String { letters.prefix(4) + "-" + letters.suffix(4) }
}
