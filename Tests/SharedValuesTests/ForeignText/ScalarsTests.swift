import SharedValues
import Testing

@Suite struct ScalarsTests {
  /// A separator separates even if it carries a combining mark or is joined to the text before it.
  @Test(arguments: ["a=\u{301}b", "a\u{D4E}=b", "a=\u{200D}b", "a=\u{FE0F}b"])
  func separatorsAreScalars(_ text: String) {
    #expect(text.split(scalar: "=").count == 2)
    #expect(text.prefix(whileScalar: { $0 != "=" }).unicodeScalars.first == "a")
    #expect(text.drop(whileScalar: { $0 != "=" }).unicodeScalars.first == "=")
    #expect(text.contains(scalar: "="))
    #expect(text.split(bytes: "=").count == 2)
    #expect(text.replacingBytes(of: "=", with: "").unicodeScalars.allSatisfy { $0 != "=" })
  }

  @Test func theTextAroundAScalarIsComplete() throws {
    let text = "name:\u{301}value"
    let colon = try #require(text.firstIndex(ofScalar: ":"))
    #expect(text.after(colon).unicodeScalars.elementsEqual("\u{301}value".unicodeScalars))
    #expect(text.through(colon).unicodeScalars.elementsEqual("name:".unicodeScalars))
    #expect(text.lastIndex(ofScalar: ":") == colon)
    #expect(text.firstIndex(ofScalar: "=") == nil)
  }

  /// With `Character`s the mark would belong to the scalar before it.
  @Test func aMarkNextToAPrefixOrSuffixStays() throws {
    let behind = try #require("name=\u{301}value".without(prefix: "name="))
    #expect(behind.unicodeScalars.elementsEqual("\u{301}value".unicodeScalars))
    let before = try #require("a\u{D4E}.script".without(suffix: ".script"))
    #expect(before.unicodeScalars.elementsEqual("a\u{D4E}".unicodeScalars))
    #expect(
      "name".without(prefix: "") == "name" && "name".without(prefix: "name") == "" && "".without(suffix: "") == "")
    #expect("name".without(prefix: "named") == nil && "name".without(suffix: "surname") == nil)
    #expect("\u{E9}".without(prefix: "e\u{301}") == nil, "texts that differ in bytes are equal")
  }

  @Test func splittingAgreesWithTheStandardLibrary() {
    for text in ["", "a", ",", "a,b", ",a,,b,", "a,b,c,d"] {
      for limit in [0, 1, 2, Int.max] {
        for omitting in [true, false] {
          let expected = text.split(separator: ",", maxSplits: limit, omittingEmptySubsequences: omitting)
          #expect(text.split(scalar: ",", maxSplits: limit, omittingEmptySubsequences: omitting) == expected)
          #expect(text.split(bytes: ",", maxSplits: limit, omittingEmptySubsequences: omitting) == expected)
        }
      }
    }
  }

  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b", ""]), ("a\r\n\r\nb", ["a", "", "b"]),
    ("a\rb\n", ["a\rb", ""]),
  ]) func linesEndAsUnixAndWindowsEndThem(_ text: String, _ lines: [String]) {
    #expect(text.lines.map(String.init) == lines)
  }

  @Test(arguments: [
    ("Password1", "Password1"), ("Password1\n", "Password1"), ("Password1\r\n", "Password1"),
    ("\u{FEFF}Password1\r\nmore", "Password1"), (" two words \n", " two words "), ("\r\n", ""), ("", ""),
  ]) func theFirstLineIsTheSameWhicheverSystemWroteIt(_ text: String, _ line: String) {
    #expect(text.firstLine == line)
  }

  /// One letter with ten thousand combining marks is one Character.
  @Test func boundsCountScalars() {
    let text = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(text.count == 1 && text.prefix(scalars: 200).unicodeScalars.count == 200)
    #expect("ab".prefix(scalars: 2) == "ab" && "ab".prefix(scalars: 3) == "ab" && "ab".prefix(scalars: 0).isEmpty)
  }

  /// Splitting at a byte and scalar by scalar give the same parts, of whole texts and of parts of them.
  @Test(arguments: ["", "=", "==", "a=b", "=a==b=", "é=é=", "=\u{301}x=y", "a\r\n=b\n\n=c", "x=日本=\u{1F600}=", "abc"])
  func splitsAtBytesAsAtScalars(_ text: String) {
    for limit in [0, 1, 2, Int.max] {
      for omitsEmpty in [true, false] {
        for part in [
          text[...], Substring(text.unicodeScalars.dropFirst()), ("=é=" + text + "=")[...].dropFirst(),
        ] {
          let quick = part.split(scalar: "=", maxSplits: limit, omittingEmptySubsequences: omitsEmpty)
          let slow = part.split(maxSplits: limit, omittingEmptySubsequences: omitsEmpty, whereScalar: { $0 == "=" })
          #expect(quick == slow && quick.map(\.startIndex) == slow.map(\.startIndex))
        }
      }
    }
  }
}
