import SharedValues

@testable import Asciicast

/// A recording can be written and read again; the filter passes its own output; cuts change nothing.
@Sendable func tryCast(_ input: [UInt8]) throws {
  tryWriter(input)
  tryFilter(String(decoding: input, as: UTF8.self))
  let cast = try CastReader.read(input)
  let written = Array(lines(of: cast).utf8)
  promise(try Array(lines(of: CastReader.read(written)).utf8) == written, "a recording reads as written")
  for case .output(let text) in cast.events.map(\.content) { tryFilter(text) }
  try tryPlayback(Timeline(cast, idleLimit: 1))
}

private func lines(of cast: Cast) -> String {
  ([cast.header.line] + cast.events.compactMap(\.line)).joined(separator: "\n") + "\n"
}

private func tryPlayback(_ timeline: Timeline) throws {
  var playback = Playback(timeline, speed: 1000, now: 0)
  var now = 0.0
  var shown = ""
  while let wait = playback.wait(now) {
    now += wait + 0.001
    shown += playback.advance(now)
  }
  promise(playback.isFinished && shown.utf8.elementsEqual(timeline.text.utf8), "a recording is played to its end")
  for key: Playback.Key in [.previousMarker, .nextMarker, .step, .restart, .slower, .faster, .nextMarker] {
    _ = playback.press(key, now)
    promise(playback.position(now) <= timeline.length, "a player stays in its recording")
  }
}

private func tryWriter(_ input: [UInt8]) {
  var writer = CastWriter()
  let lines = input.map { writer.output([$0], at: 0) } + [writer.finish(at: 0)]
  let text = lines.compactMap { $0 }.map { (try? JSON.parse($0))?.arrayValue?[2].stringValue ?? "no line" }.joined()
  promise(text.utf8.elementsEqual(String(decoding: input, as: UTF8.self).utf8), "output in pieces is the same output")
}

private func tryFilter(_ text: String) {
  var (whole, pieces, again) = (PlaybackFilter(), PlaybackFilter(), PlaybackFilter())
  let passed = joined(whole.pass(text))
  let cut = text.unicodeScalars.flatMap { pieces.pass(String($0)) }
  promise(joined(cut).utf8.elementsEqual(passed.utf8), "a sequence in pieces is the same sequence")
  promise(joined(again.pass(passed)).utf8.elementsEqual(passed.utf8), "what was let through once is let through")
  let isPlain = passed.unicodeScalars.allSatisfy { scalar in
    switch scalar.value {
    case 0x08...0x0A, 0x0D...0x0F, 0x1B: true
    case 0..<0x20, 0x7F...0x9F: false
    default: true
    }
  }
  promise(isPlain, "no other control character is let through")
  var modes = SwitchedModes()
  modes.note(text)
  promise(modes.undo.utf8.count < 1024, "a mode is undone once")
}

/// The text without the other pieces.
private func joined(_ pieces: [PlaybackFilter.Piece]) -> String {
  pieces.map { if case .text(let text, _) = $0 { text } else { "" } }.joined()
}
