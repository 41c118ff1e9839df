import SharedValues
import Testing

/// base64url without padding: the vectors of RFC 4648 §10 without their padding, and one spelling for each value.
struct Base64URLTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"),
  ])
  func vectorsGoBothWays(_ plain: String, _ encoded: String) {
    #expect(Base64URL.encode(plain.utf8) == encoded)
    #expect(Base64URL.decode(encoded) == Array(plain.utf8))
  }

  /// RFC 7515 appendix C: both characters that differ from base64.
  @Test func theAlphabetIsTheOneForURLs() {
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
  }

  /// Padding, base64's alphabet, an impossible length, unused bits that are set, white space, other letters.
  @Test(arguments: ["Zg==", "A+z/4ME", "Zm9vY", "Zh", "Zm9", "Zg ", "Zm9v\n", "Zé", "Z"])
  func everyOtherSpellingIsRefused(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}

/// Percent-encoding in its three styles, strict decoding, and decoding that keeps unreadable parts.
struct PercentCodingTests {
  @Test(arguments: [
    ("a+b%20c", "a b c"), ("100%", "100%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("caf%C3%A9", "caf\u{E9}"),
    ("caf%E9", "caf\u{FFFD}"), ("The user denied", "The user denied"), ("\u{E9}", "\u{E9}"), ("", ""), ("%", "%"),
  ]) func unreadableEscapesStay(_ written: String, _ read: String) {
    #expect(PercentCoding.repaired(written.utf8) == read)
  }

  /// RFC 3986 §3.4: characters that a query may contain stay unchanged, and so do existing escapes.
  @Test(arguments: [
    ("?a=b&c=%41%2f", "?a=b&c=%41%2f"), ("?a=b c", "?a=b%20c"), ("?a=\"|{}[]<>", "?a=%22%7C%7B%7D%5B%5D%3C%3E"),
    ("?a=\u{E9}", "?a=%C3%A9"), ("?a=100%", "?a=100%25"), ("?a=%4", "?a=%254"), ("?a=\u{7}#", "?a=%07%23"), ("", ""),
  ]) func aForeignQueryIsMended(_ written: String, _ mended: String) {
    #expect(PercentCoding.mended(written) == mended)
    #expect(PercentCoding.repaired(mended.utf8) == PercentCoding.repaired(written.utf8))
  }

  /// RFC 6749 appendix B.
  @Test func theExampleOfOAuth() throws {
    let text = " %&+£€"
    #expect(PercentCoding.encode(text, .form) == "+%25%26%2B%C2%A3%E2%82%AC")
    #expect(try PercentCoding.decode("+%25%26%2B%C2%A3%E2%82%AC".utf8) == text)
  }

  @Test func theStylesDifferInThreeCharacters() {
    let text = "aZ09-._ ~*/\u{0}é"
    #expect(PercentCoding.encode(text, .unreserved) == "aZ09-._%20~%2A%2F%00%C3%A9")
    #expect(PercentCoding.encode(text, .query) == "aZ09-._%20%7E*%2F%00%C3%A9")
    #expect(PercentCoding.encode(text, .form) == "aZ09-._+%7E*%2F%00%C3%A9")
    #expect(PercentCoding.encode([(name: "a b", value: "=&"), (name: "c", value: "")], .query) == "a%20b=%3D%26&c=")
  }

  @Test(arguments: ["%", "%4", "%G0", "%0g", "a%", "%+1", "%%41"])
  func aBrokenEscapeIsRefused(_ text: String) {
    #expect(throws: PercentCoding.Defect.escape) { try PercentCoding.decode(text.utf8) }
  }

  @Test(arguments: ["%FF", "%C3", "%ED%A0%80", "%C0%AF"])
  func invalidUTF8IsRefused(_ text: String) {
    #expect(throws: PercentCoding.Defect.notUTF8) { try PercentCoding.decode(text.utf8) }
  }

  @Test func lowerCaseDigitsAreAccepted() throws {
    #expect(try PercentCoding.decode("%c3%A9".utf8) == "é")
  }
}
