import Foundation
import SharedValues
import Testing

/// A stranger's text stays text for the parser of every format that this product writes.
///
/// Swift's `Character` is a grapheme cluster: a quote with a combining mark, or after a letter that joins it, is another `Character`
/// than the quote that a parser sees.
@Suite struct WriterTests {
  /// Each special character of some format: alone, before marks and joiners, and after a joining letter.
  static let hostile: [String] = ["'", "\"", "<", ">", "&", "\\", "$", "`", "\n", "\r", "%", "_", ";", "|", "#", "="]
    .flatMap {
      sign in
      ["\(sign)", "\(sign)\u{301}", "\(sign)\u{200D}", "\(sign)\u{FE0F}", "\u{D4E}\(sign)"].map {
        "a\($0)stranger\($0)b"
      }
    }

  @Test(arguments: Writer.all) func textStaysText(_ writer: Writer) throws {
    let documents = try Self.hostile.map(writer.write)
    let found = try Self.readBack(writer.reader, documents)
    try #require(found.count == Self.hostile.count)
    for (text, found) in zip(Self.hostile, found) {
      let expected = writer.expected(text)
      #expect(Self.names(found) == Self.names(expected), "of \(Self.names(text))")
    }
  }

  /// Compares scalars, because `==` treats composed and decomposed `é` as equal. Renderers show a run of spaces as one.
  private static func names(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII && $0.value > 0x20 ? String($0) : "{\(String($0.value, radix: 16))}" }.joined()
  }

  private static func readBack(_ reader: String, _ documents: [String]) throws -> [String] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "read_back.py")
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = [script.path, reader]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (python.standardInput, python.standardOutput, python.standardError) = (input, output, errors)
    try python.run()
    let text = JSON.strings(documents).compact
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? input.fileHandleForWriting.close()
    }
    let found = output.fileHandleForReading.readDataToEndOfFile()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    try #require(python.terminationStatus == 0, "\(said.suffix(1500))")
    return try #require(try JSON.parse(Array(found)).arrayValue?.compactMap(\.stringValue))
  }
}
