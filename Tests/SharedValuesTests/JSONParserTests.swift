import SharedValues
import Testing

/// RFC 8259, section by section, and what the parser refuses beyond it.
@Suite struct JSONParserTests {
  private func reason(_ text: String) -> JSON.ParseError.Reason? { reason(Array(text.utf8)) }

  private func reason(_ bytes: [UInt8]) -> JSON.ParseError.Reason? {
    do throws(JSON.ParseError) {
      _ = try JSON.parse(bytes)
      return nil
    } catch { return error.reason }
  }

  @Test func everyKindOfValue() throws {
    let text = #" { "a" : [ 1 , -2.5e+3 , true , false , null ] , "b" : { } , "c" : [ ] , "" : "x" } "#
    let expected: JSON = .object([
      JSON.Member("a", .array([.number("1"), .number("-2.5e+3"), .bool(true), .bool(false), .null])),
      JSON.Member("b", .object([])), JSON.Member("c", .array([])), JSON.Member("", .string("x")),
    ])
    #expect(try JSON.parse(text) == expected)
  }

  /// RFC 8259 §2: any value may be the text.
  @Test(arguments: ["0", "\"\"", "null", "true", "[]", "\t\r\n {}\n"])
  func anyValueMayStandAlone(_ text: String) {
    #expect(reason(text) == nil)
  }

  /// §8.1: a reader may ignore a byte order mark.
  @Test func aByteOrderMarkIsNoPartOfTheText() throws {
    #expect(try JSON.parse("\u{FEFF}{\"a\":\"\u{FEFF}\"}") == ["a": "\u{FEFF}"])
    #expect(reason("\u{FEFF}{}1") == .trailingText)
  }

  /// §3 and §2: only lower-case literals and JSON's four white-space characters.
  @Test(arguments: [
    "", " ", "True", "nul", "tru", "NaN", "Infinity", "undefined", "'a'", "{", "[", "\"", "[1", "[1,", "[1,]", "[,1]",
    "[1 2]",
    "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{,}", "\u{A0}1", "\u{C}1",
    "// c\n1", "/* c */1", "[1}", "{\"a\":1]", " \u{FEFF}1", "\u{FEFF}\u{FEFF}1", "\u{FEFF}",
  ])
  func brokenSyntax(_ text: String) {
    #expect(reason(text) == .syntax)
  }

  @Test(arguments: ["1 2", "{}{}", "[]]", "null,", "0x1", "01", "1a", "\"a\"b", "-01", "1\u{0}"])
  func nothingMayFollow(_ text: String) {
    #expect(reason(text) == .trailingText)
  }

  /// §6. A number is kept exactly as it was written.
  @Test(arguments: ["0", "-0", "12", "-12.50", "1e5", "1E-5", "1.0e+10", "123456789012345678901234567890"])
  func numbers(_ text: String) throws {
    #expect(try JSON.parse(text) == .number(text))
  }

  @Test(arguments: ["+1", "-", ".5", "1.", "1.e5", "1e", "1e+", "--1", "- 1"])
  func invalidNumbers(_ text: String) {
    #expect(reason(text) == .syntax)
  }

  @Test func anEndlessNumberIsRefused() {
    #expect(reason(String(repeating: "9", count: 1000)) == .number)
  }

  @Test(
    arguments: [
      ("3600", 3600), ("3.6e3", 3600), ("-1", -1), ("1.5", nil), ("1e400", nil), ("9223372036854775807", Int.max),
      ("9223372036854775808", nil), ("1e18", nil), ("\"1\"", nil),
    ] as [(String, Int?)])
  func wholeNumbers(_ text: String, _ expected: Int?) throws {
    #expect(try JSON.parse(text).intValue == expected)
  }

  /// §6: a reader sets limits. A number beyond them has no value to calculate with and keeps its spelling.
  @Test(
    arguments: [("1.5", 1.5), ("1e308", 1e308), ("1e400", nil), ("-1e400", nil), ("1e-400", 0)] as [(String, Double?)])
  func numbersAreFinite(_ text: String, _ expected: Double?) throws {
    let number = try JSON.parse(text)
    #expect(number.doubleValue == expected && number.compact == text)
  }

  /// §7.
  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\ud83d\ude00""#, "😀"),
    (#""\u0000""#, "\u{0}"), ("\"日本\"", "日本"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), (#""\uFFFF""#, "\u{FFFF}"),
  ])
  func strings(_ text: String, _ expected: String) throws {
    let value = try JSON.parse(text).stringValue
    #expect(value.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    #""\x""#, #""\u12""#, #""\u12G4""#, #""\u""#, "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", #""\"#, #""\u+123""#,
    #""abc"#,
    #""\U0041""#,
  ])
  func invalidStrings(_ text: String) {
    #expect(reason(text) == .syntax)
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\u0041""#, #""\ude00\ud83d""#, #""\ud83d\ud83d""#,
    #""\ud800\n""#,
  ])
  func loneSurrogatesAreNoCharacters(_ text: String) {
    #expect(reason(text) == .syntax)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x5B, 0x31, 0x5D, 0xFE], [0xEF, 0xBB],
    ] as [[UInt8]])
  func badUTF8(_ bytes: [UInt8]) {
    #expect(reason(bytes) == .notUTF8)
  }

  @Test func duplicatesAreRefusedWhereverTheyAre() {
    for text in [#"{"iss":1,"iss":2}"#, #"[{"a":{"iss":1,"b":2,"iss":1}}]"#, #"{"iss":1,"\u0069ss":2}"#] {
      #expect(throws: JSON.ParseError.self) { try JSON.parse(text) }
      #expect(reason(text) == .duplicateMember)
    }
    #expect(reason(#"{"a":{"x":1},"b":{"x":1}}"#) == nil)
  }

  @Test func theDuplicateIsNamed() {
    do throws(JSON.ParseError) {
      _ = try JSON.parse(#"{"sub":"a","sub":"b"}"#)
      Issue.record("accepted")
    } catch {
      #expect(error.member == "sub")
      #expect(error.offset == 11)
    }
  }

  /// Swift compares strings by canonical equivalence and would confuse such names, so they count as one.
  @Test func canonicallyEquivalentNamesAreDuplicates() {
    #expect(reason("{\"\u{E9}\":1,\"e\u{301}\":2}") == .duplicateMember)
  }

  @Test func depthIsBounded() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(reason(nested(JSON.maximumDepth)) == nil)
    #expect(reason(nested(JSON.maximumDepth + 1)) == .tooDeep)
    #expect(reason(String(repeating: "[", count: 1_000_000)) == .tooDeep)
    #expect(reason(String(repeating: "{\"a\":", count: 1_000_000)) == .tooDeep)
  }

  @Test func theOffsetIsWhereItWentWrong() {
    do throws(JSON.ParseError) {
      _ = try JSON.parse("{\"é\":1,]")
      Issue.record("accepted")
    } catch { #expect(error.offset == 8) }
  }

  /// The time for the largest allowed body grows no faster than its length.
  @Test func manyMembersAreReadInLinearTime() throws {
    let text = "{" + (0..<50_000).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + "}"
    #expect(try JSON.parse(text).objectValue?.count == 50_000)
  }
}
