import Testing

@testable import Asciicast

@Suite struct PlaybackTests {
  private static func cast(_ outputs: [(Double, String)], idleLimit: Double? = nil) -> Cast {
    Cast(
      header: CastHeader(width: 80, height: 24, idleLimit: idleLimit),
      events: outputs.map { CastEvent($0.0, .output($0.1)) })
  }

  private static let timeline = Timeline(cast([(0, "a"), (1, "b"), (1.005, "c"), (5, "d")]))

  @Test func outputOfOneMomentIsOnePicture() {
    #expect(Self.timeline.frames.map(\.text) == ["a", "bc", "d"])
    #expect(Self.timeline.frames.map(\.time) == [0, 1, 5])
  }

  /// The limit of the command line overrides the recording's own.
  @Test(
    arguments: [(nil, nil, [0, 1, 5]), (2, nil, [0, 1, 3]), (2, 0.5, [0, 0.5, 1]), (nil, 10, [0, 1, 5])]
      as [(Double?, Double?, [Double])])
  func longPausesAreCut(_ own: Double?, _ wanted: Double?, _ times: [Double]) {
    let cast = Self.cast([(0, "a"), (1, "b"), (5, "c")], idleLimit: own)
    #expect(Timeline(cast, idleLimit: wanted).frames.map(\.time) == times)
  }

  /// Leaving the alternate screen clears it, but not after the last visible picture.
  @Test func theLastPictureStays() {
    let (enter, leave) = ("\u{1B}[?1049h", "\u{1B}[?1049l")
    let last = Timeline(Self.cast([(0, enter + "app"), (1, "\u{1B}[24;1H" + leave + "\r\n")]))
    #expect(last.text == Timeline.clear + "app\u{1B}[24;1H")
    let middle = Timeline(Self.cast([(0, enter + "app" + leave), (1, enter + "browser" + leave), (2, enter + "app")]))
    let clear = Timeline.clear
    #expect(middle.text == clear + "app" + clear + clear + "browser" + clear + clear + "app")
  }

  @Test func itKeepsTheRecordedTimes() {
    var playback = Playback(Self.timeline, speed: 1, now: 100)
    #expect(playback.wait(100) == 0)
    #expect(playback.advance(100) == "a")
    #expect(playback.wait(100.25) == 0.75)
    #expect(playback.advance(100.5) == "")
    #expect(playback.advance(101) == "bc")
    #expect(!playback.isFinished)
    #expect(playback.advance(200) == "d")
    #expect(playback.isFinished)
    #expect(playback.wait(200) == nil)
    #expect(playback.picture == "abcd")
  }

  @Test func itPausesAndContinues() {
    var playback = Playback(Self.timeline, speed: 1, now: 0)
    _ = playback.advance(0.5)
    _ = playback.press(.pause, 0.5)
    #expect(playback.wait(50) == nil)
    #expect(playback.advance(50) == "")
    _ = playback.press(.pause, 60)
    #expect(playback.wait(60) == 0.5)
    #expect(playback.advance(60.5) == "bc")
  }

  @Test func itShowsThePicturesOneByOne() {
    var playback = Playback(Self.timeline, speed: 1, now: 0)
    #expect([0, 0, 0, 0].map { playback.press(.step, $0) } == ["a", "bc", "d", ""])
    #expect(playback.isFinished && playback.isPaused)
    _ = playback.press(.restart, 1)
    #expect(playback.picture == "")
    #expect(playback.press(.step, 2) == "a")
    // It continues from the picture that is shown.
    #expect(playback.press(.step, 2) == "bc")
    _ = playback.press(.pause, 3)
    #expect(playback.wait(3) == 4)
  }

  @Test func itGoesFasterAndSlower() {
    var playback = Playback(Self.timeline, speed: 2, now: 0)
    _ = playback.advance(0)
    #expect(playback.wait(0) == 0.5)
    _ = playback.press(.faster, 0.25)
    #expect(playback.speed == 4)
    #expect(playback.wait(0.25) == 0.125)
    for _ in 0..<20 { _ = playback.press(.slower, 0.25) }
    #expect(playback.speed == Playback.speeds.lowerBound)
    for _ in 0..<40 { _ = playback.press(.faster, 0.25) }
    #expect(playback.speed == Playback.speeds.upperBound)
  }

  @Test func anEmptyRecordingIsOver() {
    #expect(Playback(Timeline(Self.cast([])), speed: 1, now: 0).isFinished)
  }
}

@Suite struct SwitchedModesTests {
  @Test(arguments: [
    ("", "", ""), ("plain\u{1B}[1m", "", ""),
    (
      "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h", "\u{1B}[?1000l\u{1B}[?25h\u{1B}[?1049l",
      "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h"
    ),
    ("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?25h\u{1B}[?1049l", "", ""),
    ("\u{1B}[?1h\u{1B}=", "\u{1B}>\u{1B}[?1l", "\u{1B}[?1h\u{1B}="),
    ("\u{1B}[?7h\u{1B}[?25h", "", ""), ("\u{1B}[?1006;1000h\u{1B}[?1006l", "\u{1B}[?1000l", "\u{1B}[?1000h"),
  ])
  func knowsTheActiveModes(_ output: String, _ undo: String, _ redo: String) {
    var whole = SwitchedModes()
    whole.note(output)
    #expect(whole.undo == (undo.isEmpty ? "" : "\u{1B}[0m\u{1B}(B\u{0F}" + undo))
    #expect(whole.redo == redo)
    var piecewise = SwitchedModes()
    for scalar in output.unicodeScalars { piecewise.note(String(scalar)) }
    #expect(piecewise.redo == redo)
  }

  @Test func itsMemoryIsBounded() {
    var modes = SwitchedModes()
    for mode in 0..<5000 { modes.note("\u{1B}[?\(mode)h") }
    #expect(modes.redo.utf8.count < 1000)
  }
}

@Suite struct MarkerTests {
  private static let timeline = Timeline(
    Cast(
      header: CastHeader(width: 80, height: 24),
      events: [
        CastEvent(0, .output("a")), CastEvent(0, .marker("one")), CastEvent(10, .output("b")),
        CastEvent(10, .marker("two")), CastEvent(40, .output("c")), CastEvent(50, .marker("three")),
        CastEvent(60, .output("d")),
      ]))

  @Test func keysLeadToTheNextAndThePreviousMarker() {
    var playback = Playback(Self.timeline, speed: 1, now: 0)
    #expect(playback.advance(0) == "a")
    #expect(playback.press(.nextMarker, 1) == "b")
    #expect(playback.press(.nextMarker, 1) == "c" && playback.wait(1) == 10)
    #expect(playback.press(.nextMarker, 1) == "", "there is no marker after the last")
    // Within a second after a marker, the key leads to the marker before it.
    #expect(playback.press(.previousMarker, 1.5) == "" && playback.picture == "ab")
    #expect(playback.wait(1.5) == 30)
    _ = playback.advance(3)
    _ = playback.press(.previousMarker, 3)
    #expect(playback.picture == "ab", "it has played on for more than a second")
    _ = playback.press(.previousMarker, 3)
    _ = playback.press(.previousMarker, 3)
    #expect(playback.picture == "a")
  }

  @Test func aJumpKeepsThePause() {
    var playback = Playback(Self.timeline, speed: 1, now: 0)
    _ = playback.press(.pause, 0)
    #expect(playback.press(.nextMarker, 5) == "a" + "b")
    #expect(playback.isPaused && playback.wait(5) == nil)
    _ = playback.press(.previousMarker, 6)
    #expect(playback.picture == "a")
  }

  @Test func markersMoveWhenPausesAreCut() {
    let cast = Cast(
      header: CastHeader(width: 80, height: 24),
      events: [
        CastEvent(0, .output("a")), CastEvent(50, .marker("long")), CastEvent(100, .output("b")),
        CastEvent(100.5, .marker("short")),
      ])
    #expect(Timeline(cast, idleLimit: 2).markers == [2, 2.5])
  }

  /// Whatever the pieces of the output, only genuine markers are removed.
  @Test(arguments: 1...9)
  func markersAreTakenOutOfTheOutput(_ size: Int) {
    let start = "\u{1B}_dcr-terminal-marker;"
    let output = [
      "a\u{1B}[1m", "é漢\u{1B}\u{1B}_x\u{1B}\\", start + "\u{7}" + start + "wr\u{1B}[mong\u{1B}\\", "z\u{1B}",
    ]
    let text =
      output[0] + MarkerSequence.text("3 · First") + output[1] + MarkerSequence.text("") + output[2]
      + start + String(repeating: "x", count: 300) + output[3]
    var reader = MarkerReader()
    var (bytes, labels): ([UInt8], [String]) = ([], [])
    let all = Array(text.utf8)
    for place in stride(from: 0, to: all.count, by: size) {
      for piece in reader.read(Array(all[place..<min(place + size, all.count)])) {
        switch piece {
        case .output(let part): bytes += part
        case .marker(let label): labels.append(label)
        }
      }
    }
    bytes += reader.finish()
    #expect(labels == ["3 · First", ""])
    #expect(
      String(decoding: bytes, as: UTF8.self) == output[0] + output[1] + output[2] + start
        + String(repeating: "x", count: 300) + output[3])
  }

  @Test func aLabelDoesNotEndTheSequence() {
    var reader = MarkerReader()
    #expect(reader.read(Array(MarkerSequence.text("a\u{1B}\\b\u{9C}c").utf8)) == [.marker("a\\bc")])
    let long = reader.read(Array(MarkerSequence.text(String(repeating: "ü", count: 500)).utf8))
    #expect(long == [.marker(String(repeating: "ü", count: 100))])
  }

  @Test func markersAreReadAsWritten() throws {
    var writer = CastWriter()
    let lines = CastHeader(width: 80, height: 24).line + "\n" + (writer.marker("3 · “a”", at: 1.5) ?? "")
    #expect(try CastReader.read(Array(lines.utf8)).events == [CastEvent(1.5, .marker("3 · “a”"))])
  }
}
