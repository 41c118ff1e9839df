import SharedValues
import Testing

@Suite struct TextEdgesTests {
  @Test func `spaces and tabs of every kind go from both ends, and none from within`() {
    #expect("\t \u{A0}\u{3000}a b\u{2003} ".withoutEdgeSpaces == "a b")
    #expect("\na\r\n".withoutEdgeSpaces == "\na\r\n")
    #expect(" \t".withoutEdgeSpaces == "")
    #expect("".withoutEdgeSpaces == "")
  }

  @Test func `line breaks go from both ends too where that is wanted`() {
    #expect("\r\n \u{85}a\nb\u{2028}\u{2029}\u{B}".withoutEdgeLines == "a\nb")
  }

  @Test func `a combining mark beside a text does not hide it`() throws {
    let url = "https://\u{301}user:secret@host"
    let range = try #require(url.byteRange(of: "://"))
    #expect(url[range.upperBound...].unicodeScalars.first == "\u{301}")
    #expect("a secret\u{301}!".replacingBytes(of: "secret", with: "***") == "a ***\u{301}!")
  }

  @Test func `the first place counts, also after a false start`() throws {
    let text = "ururl=URL="
    let range = try #require(text.byteRange(of: "url="))
    #expect(text.utf8.distance(from: text.startIndex, to: range.lowerBound) == 2)
    #expect("x; CharSet=a".byteRange(of: "charset=", ignoringCase: true) != nil)
    #expect("x; CharSet=a".byteRange(of: "charset=") == nil)
    #expect("@harset".byteRange(of: "`harset", ignoringCase: true) == nil)
    #expect("abc".byteRange(of: "abcd") == nil)
    #expect("abc".byteRange(of: "") == nil)
  }

  @Test func `each place is replaced once, line breaks of two characters within`() {
    #expect("a\r\nb\n".replacingBytes(of: "\n", with: "|") == "a\r|b|")
    #expect("aaa".replacingBytes(of: "aa", with: "a") == "aa")
    #expect("abc".replacingBytes(of: "x", with: "y") == "abc")
  }
}
