import SharedValues
import Testing

@Suite struct JSONTextTests {
  @Test(arguments: [
    "null", "[1,2.50,-0,1e5]", #"{"b":1,"a":{"c":[]},"d":{}}"#, #"["\"\\\n\r\t"]"#, "[\"日本 😀 é\"]", #"{"":[[[null]]]}"#,
  ])
  func compactTextEqualsTheInput(_ text: String) throws {
    #expect(try JSON.parse(text).compact == text)
  }

  @Test func everyScalarSurvives() throws {
    var all = ""
    for value in UInt32(0)...0x10FFFF where value % 7 == 0 || value < 0x300 {
      if let scalar = Unicode.Scalar(value) { all.unicodeScalars.append(scalar) }
    }
    let value = JSON.object([JSON.Member(all, .string(all))])
    #expect(try JSON.parse(value.compact) == value)
    #expect(try JSON.parse(value.pretty) == value)
  }

  @Test func controlCharactersAreEscaped() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init))) + "\u{7F}"
    let text = JSON.string(controls).compact
    #expect(text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
  }

  /// Beyond U+FFFF as well as before it, and the noncharacters at its end.
  @Test func aLineAndAFileHaveNoHarmfulCharacters() throws {
    let harmful: [Unicode.Scalar] = ["\u{1B}", "\u{9B}", "\u{61C}", "\u{202E}", "\u{FEFF}", "\u{FFFE}", "\u{E0041}"]
    let value = JSON.object([JSON.Member("a", .string(String(String.UnicodeScalarView(harmful)) + "ü😀"))])
    for text in [value.line, value.file] {
      #expect(text.unicodeScalars.allSatisfy { !$0.isHarmful || $0 == "\n" })
      #expect(text.contains("ü😀"))
      #expect(try JSON.parse(text) == value)
    }
    #expect(!value.line.contains("\n"))
  }

  @Test func prettyTextIsIndented() throws {
    let value = try JSON.parse(#"{"a":[1,{"b":"c"}],"d":{},"e":[],"f":{"g":[[2]]}}"#)
    #expect(
      value.pretty == """
        {
          "a": [
            1,
            {
              "b": "c"
            }
          ],
          "d": {},
          "e": [],
          "f": {
            "g": [
              [
                2
              ]
            ]
          }
        }
        """)
  }

  @Test func membersAreSetInTheirPlace() {
    let value: JSON = ["a": 1, "b": 2]
    #expect(value.setting("a", 3).compact == #"{"a":3,"b":2}"#)
    #expect(value.setting("c", .null).compact == #"{"a":1,"b":2,"c":null}"#)
    #expect(value.setting("a", nil).compact == #"{"b":2}"#)
    #expect(value.setting("z", nil) == value)
    #expect(JSON.string("x").setting("a", 1) == "x")
  }

  @Test func valuesAreReadOnlyAsTheirKind() throws {
    let value = try JSON.parse(#"{"s":"x","b":true,"n":null,"l":["a","b"],"m":["a",1],"d":1.5}"#)
    #expect(value["s"]?.stringValue == "x" && value["s"]?.boolValue == nil && value["s"]?.intValue == nil)
    #expect(value["b"]?.boolValue == true && value["b"]?.stringValue == nil)
    #expect(value["n"] == .null && value["absent"] == nil)
    #expect(value["l"]?.stringArray == ["a", "b"] && value["m"]?.stringArray == nil && value["s"]?.stringArray == nil)
    #expect(value["d"]?.doubleValue == 1.5 && value["d"]?.arrayValue == nil)
    #expect(value["l"]?["s"] == nil)
  }
}
