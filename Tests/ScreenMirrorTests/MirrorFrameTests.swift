import Foundation
import ScreenMirror
import SharedValues
import TerminalUI
import TestSupport
import Testing

/// A frame is read from the mirror exactly as the program wrote it.
@Suite struct MirrorFrameTests {
  private static var canvas: Canvas {
    var canvas = Canvas(Size(12, 3))
    canvas.put("Säkert 日本", at: Point(0, 0), Style(.heading, bold: true))
    canvas.put("日", at: Point(11, 1), Style(.text))
    canvas.put("ab", at: Point(3, 2), Style(.error, underline: true, dim: true, reverse: true))
    return canvas
  }

  @Test func aPictureIsReadAsWritten() throws {
    let frame = MirrorFrame(.browser, process: 7, .picture(MirrorFrameTests.canvas, facts: ["page": "login"]))
    #expect(MirrorFrame(Array(frame.json.compact.utf8)) == frame)
  }

  @Test func takenKeysAreReadAsWritten() {
    let frame = MirrorFrame(.app, process: 1, .taken(12))
    #expect(MirrorFrame(Array(frame.json.compact.utf8)) == frame)
  }

  @Test(arguments: [
    "", "{", #"{"program":"app"}"#, #"{"program":"other","process":1,"taken":1}"#,
    #"{"program":"app","process":1,"picture":{"width":2,"height":1,"ascii":false,"rows":[]}}"#,
    #"{"program":"app","process":1,"picture":{"width":2,"height":1,"ascii":false,"rows":[["abc","."]]}}"#,
    #"{"program":"app","process":1,"picture":{"width":2,"height":1,"ascii":false,"rows":[["ab"]]}}"#,
    #"{"program":"app","process":1,"picture":{"width":2,"height":1,"ascii":false,"rows":[["ab","?"]]}}"#,
    #"{"program":"app","process":1,"picture":{"width":99999999,"height":1,"ascii":false,"rows":[["ab","."]]}}"#,
  ])
  func invalidFramesAreIgnored(_ line: String) {
    #expect(MirrorFrame(Array(line.utf8)) == nil)
  }

  @Test func aReaderSkipsIncompleteAndInvalidLines() throws {
    let folder = TemporaryFolder()
    let path = folder("mirror")
    let reader = try MirrorReader(at: path)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    let frame = MirrorFrame(.app, process: 1, .taken(3))
    try handle.write(contentsOf: Data(("{\"half" + "\n" + frame.json.compact + "\n" + "\n" + "{\"prog").utf8))
    #expect(reader.read() == [frame])
    try handle.write(contentsOf: Data(("\n" + frame.json.compact + "\n").utf8))
    #expect(reader.read() == [frame])
    #expect(reader.read().isEmpty)
  }

  @MainActor @Test func withoutAReaderThereIsNoMirror() throws {
    let folder = TemporaryFolder()
    let path = folder("mirror")
    #expect(ScreenMirror(path, program: .app) == nil)
    try Data().write(to: URL(filePath: path))
    #expect(ScreenMirror(path, program: .app) == nil)
    try FileManager.default.removeItem(atPath: path)
    mkfifo(path, 0o600)
    #expect(ScreenMirror(path, program: .app) == nil)
  }
}
