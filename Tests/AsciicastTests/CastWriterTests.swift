import Testing

@testable import Asciicast

@Suite struct CastWriterTests {
  @Test func theHeaderIsReadAsItWasWritten() throws {
    let headers = [
      CastHeader(width: 80, height: 24),
      CastHeader(
        width: 1, height: 2000, timestamp: 1_700_000_000, title: "A “title”\u{7}", term: "xterm", idleLimit: 2.5),
    ]
    for header in headers {
      #expect(try CastReader.read(Array((header.line + "\n").utf8)).header == header)
    }
    #expect(headers[0].line == #"{"version":2,"width":80,"height":24}"#)
  }

  /// However the bytes are divided, the text is the same, and no event ends in the middle of a character.
  @Test(arguments: 1...7)
  func charactersAreNeverCut(_ size: Int) throws {
    let text = "a─é\u{1B}[1m漢字😀\r\n\"\\\u{7F}€"
    var writer = CastWriter()
    var file = CastHeader(width: 80, height: 24).line + "\n"
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      file += writer.output(Array(bytes[start..<min(start + size, bytes.count)]), at: Double(start)) ?? ""
    }
    #expect(writer.finish(at: 99) == nil)
    let cast = try CastReader.read(Array(file.utf8))
    #expect(output(cast) == text)
    #expect(!output(cast).unicodeScalars.contains("\u{FFFD}"))
  }

  /// Bytes, and how many of them at the end are an unfinished character.
  @Test(
    arguments: [
      ([], 0), ([0x61], 0), ([0xC3], 1), ([0xC3, 0xA9], 0), ([0xE2, 0x94], 2), ([0xE2], 1), ([0xF0, 0x9F, 0x98], 3),
      ([0xF0, 0x9F, 0x98, 0x80], 0), ([0x80], 0), ([0x80, 0x80, 0x80, 0x80], 0), ([0xFF], 0), ([0xC0], 0),
      ([0xF5, 0x80], 0),
    ] as [([UInt8], Int)])
  func countsUnfinishedBytes(_ bytes: [UInt8], _ count: Int) {
    #expect(CastWriter.unfinished(bytes) == count)
  }

  @Test func invalidBytesBecomeReplacementCharacters() throws {
    var writer = CastWriter()
    #expect(writer.output([0x61, 0xFF, 0x62], at: 0) == "[0,\"o\",\"a\u{FFFD}b\"]\n")
    #expect(writer.output([0xE2, 0x94], at: 1) == nil)
    #expect(writer.finish(at: 2) == "[2,\"o\",\"\u{FFFD}\"]\n")
    #expect(writer.finish(at: 3) == nil)
  }

  @Test func timesNeverGoBack() throws {
    var writer = CastWriter()
    var file = CastHeader(width: 80, height: 24).line + "\n"
    for time in [0.1, 0.1234567, 0.05, -3, 2] { file += writer.output([0x61], at: time) ?? "" }
    file += writer.resize(width: 100, height: 30, at: 1.5) ?? ""
    let times = try CastReader.read(Array(file.utf8)).events.map(\.time)
    #expect(times == [0.1, 0.123457, 0.123457, 0.123457, 2, 2])
    #expect(file.contains("[2,\"r\",\"100x30\"]\n"))
  }

  @Test(arguments: [
    (0, "0"), (1, "1"), (0.5, "0.5"), (1.000001, "1.000001"), (0.0000001, "0"), (12.34, "12.34"), (-1, "0"),
    (1e300, "8640000"),
  ])
  func numbersAreWrittenWithoutExponent(_ number: Double, _ text: String) {
    #expect(CastNumber.text(number) == text)
  }

  private func output(_ cast: Cast) -> String {
    cast.events.map { if case .output(let text) = $0.content { text } else { "" } }.joined()
  }
}
