import Programs
import SharedValues
import SmallFiles
import TerminalUI

package struct ScriptResult {
  package var script: Script
  package var seconds: Double
  package var failure: ScriptFailure?
}

package struct ScriptReport {
  package private(set) var results: [ScriptResult] = []

  package init() {}

  package var failures: Int { results.count { $0.failure != nil } }

  package mutating func add(_ result: ScriptResult) -> String {
    results.append(result)
    let (script, seconds) = (result.script, FixedPoint.text(result.seconds, digits: 1))
    let line = "\(CommandError.line(script.id)): \(CommandError.line(script.title)) (\(seconds) s)"
    return result.failure.map { "FAIL  \(line)\n\($0.text)" } ?? "ok    \(line)"
  }

  package var summary: String {
    let seconds = results.reduce(0) { $0 + $1.seconds }
    return "\(results.count - failures) passed, \(failures) failed, in \(FixedPoint.text(seconds, digits: 1)) s"
  }

  /// Each script is one test case; a failure contains the screen.
  package var junit: String {
    let name = "dcr-terminal script"
    return JUnitDocument(name: name, suites: [(name, results.map(ScriptReport.testCase))]).xml
  }

  private static func testCase(_ result: ScriptResult) -> JUnitDocument.Case {
    let outcome = result.failure.map { failure in
      JUnitDocument.Outcome.failed(
        kind: "expectation", message: "\(failure.place): \(failure.expected)", text: failure.text)
    }
    return JUnitDocument.Case(
      classname: result.script.id, name: result.script.title, outcome: outcome ?? .passed, file: result.script.path,
      seconds: result.seconds)
  }
}

/// Plays scripts one after another, each on its own device, which is deleted afterwards.
@MainActor package final class ScriptRunner {
  private let devices: ScriptDevices
  private let observer: any ScriptTerminalObserver
  private let pace: ScriptPace
  private let pictures: String?
  private let clock = ContinuousClock()

  /// - Parameter pictures: the folder for the pictures of scripts, and for the last screen of one that fails; `nil`: none are written.
  package init(
    _ devices: ScriptDevices, observer: any ScriptTerminalObserver, pace: ScriptPace, pictures: String?
  ) { (self.devices, self.observer, self.pace, self.pictures) = (devices, observer, pace, pictures) }

  /// - Throws: when a device cannot be made or a picture cannot be written. A failed expectation is a result, not an error.
  package func play(_ script: Script) async throws(CommandError) -> ScriptResult {
    let start = clock.now
    let device = try await devices.device(script.setup)
    defer { device.remove() }
    let words = ["--lang", script.setup.language.rawValue, "--no-motion"] + script.setup.options.map(device.withFolder)
    let terminal = try ScriptTerminal(device, script.setup, words: words, observer: observer)
    let player = ScriptPlayer(script, device, terminal, pace: pace)
    var failure: ScriptFailure?
    do throws(ScriptFailure) { try await player.prepare() } catch { failure = error }
    if failure == nil {
      try terminal.start()
      do throws(ScriptFailure) { try await player.play() } catch { failure = error }
    }
    await terminal.end()
    let seconds = (clock.now - start) / .seconds(1)
    for picture in player.pictures { try write(picture.canvas, of: script, name: picture.name) }
    if let snapshot = failure?.snapshot { try write(snapshot.canvas, of: script, name: "failure") }
    return ScriptResult(script: script, seconds: seconds, failure: failure)
  }

  private func write(_ canvas: Canvas, of script: Script, name: String) throws(CommandError) {
    guard let folder = pictures.map({ "\($0)/\(script.id)" }) else { return }
    try AbsolutePath.makeFolder(folder, orThrow: .scriptUnwritable)
    try SmallFile.replace("\(folder)/\(name).txt", by: canvas.text + "\n", orThrow: .scriptUnwritable)
    let svg = CanvasPicture(canvas).svg(PictureStyle.all[0], title: "\(script.title): \(name)")
    try SmallFile.replace("\(folder)/\(name).svg", by: svg, orThrow: .scriptUnwritable)
  }
}

package struct ScriptPace: Hashable, Sendable {
  var betweenSteps: Double
  var betweenKeys: Double

  package static let atOnce = ScriptPace(betweenSteps: 0, betweenKeys: 0)

  /// Slow enough to follow; a speed of 2 is twice as fast.
  package static func reading(_ speed: Double) -> ScriptPace {
    ScriptPace(betweenSteps: 1.2 / speed, betweenKeys: 0.08 / speed)
  }
}

/// Why a script failed: what was expected, what happened instead, and the whole screen.
package struct ScriptFailure: Error {
  package var path: String
  package var step: ScriptStep
  package var expected: String
  /// A sentence; `nil`: the facts of the last picture say it.
  package var actual: String?
  var complaints = ""
  package var missing: [String] = []
  package var snapshot: ScriptTerminal.Snapshot?
  package var isInterruption = false

  package static let interrupted = ScriptFailure(
    path: "", step: ScriptStep(line: 0, text: "", action: .quit), expected: "", isInterruption: true)

  /// One line: `path:12: expect screen registration`.
  package var place: String { "\(path):\(step.line): \(step.text)" }

  /// The failed step, what was expected, what the screen shows, and the screen in a frame.
  package var text: String {
    let near = missing.compactMap { text in snapshot.flatMap { NearMiss(of: text, on: $0.canvas) } }
    var lines = [place, "  expected: \(expected)", "  actual:   \(seen)"]
    lines += near.map { "  nearest:  row \($0.row + 1), column \($0.column + 1): “\($0.text)”" }
    lines +=
      snapshot.map { ScriptFailure.framed($0.canvas, marking: Set(near.map(\.row))) }
      ?? ["  The app has shown nothing yet."]
    let said = complaints.withoutEdgeLines.lines.filter { !$0.isEmpty }.prefix(20)
    return (lines + said.map { "  | \(CommandError.line(String($0)))" }).joined(separator: "\n")
  }

  package var seen: String {
    if let actual { return actual.withoutEdgeLines }
    guard let snapshot else { return "nothing is shown yet" }
    let order = ["screen", "page", "sheet", "error", "state", "panel", "notice", "focus"]
    let facts = order.compactMap { kind in snapshot.facts[kind].map { "\(kind) \($0)" } }
    return ([snapshot.program.rawValue] + facts).joined(separator: ", ")
  }

  /// The whole screen in a frame; `>` marks rows that nearly match.
  package static func framed(_ canvas: Canvas, marking rows: Set<Int> = []) -> [String] {
    let size = "\(canvas.size.width)x\(canvas.size.height)"
    let rule = String(repeating: "─", count: max(0, canvas.size.width - size.count - 3))
    var lines = ["  ┌─ \(size) \(rule)┐"]
    for y in 0..<canvas.size.height {
      let text = (0..<canvas.size.width).map { canvas[$0, y].text }.joined()
      lines.append("\(rows.contains(y) ? "> " : "  ")│\(text)│")
    }
    return lines + ["  └" + String(repeating: "─", count: canvas.size.width) + "┘"]
  }
}

/// The text on a screen that comes nearest to the expected one.
struct NearMiss: Hashable {
  var row: Int
  var column: Int
  var text: String

  /// The part of a row that becomes the text with the fewest changes; `nil` if more than a third of the text has to change.
  init?(of wanted: String, on canvas: Canvas) {
    let wanted = Array(wanted)
    var best: (cost: Int, row: Int, end: Int)?
    for y in 0..<canvas.size.height {
      let line = Array(canvas.row(y))
      // Sellers' algorithm: a match may begin and end anywhere.
      var costs = Array(0...wanted.count)
      for (x, character) in line.enumerated() {
        Suggestion.step(&costs, from: 0, to: wanted, character)
        let cost = costs[wanted.count]
        // Of equally good matches in a row, the longest counts.
        if cost < best?.cost ?? .max || (cost == best?.cost && y == best?.row) { best = (cost, y, x + 1) }
      }
    }
    guard let best, best.cost > 0, best.cost * 3 <= wanted.count else { return nil }
    let start = max(0, best.end - wanted.count)
    (row, column, text) = (best.row, start, String(Array(canvas.row(best.row))[start..<best.end]))
  }
}
