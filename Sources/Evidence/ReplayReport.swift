import AppState
import Automation
import SharedValues
import TerminalUI

/// Compares a recorded run with its replay: the facts at each key, and the app's changes of state.
package struct ReplayReport {
  /// A key and the facts just before it was pressed.
  package struct Step: Hashable {
    var number: Int
    var key: String
    var expected: [String: String]
    var actual: [String: String]
    var isSame: Bool
  }

  package let run: RecordedRun
  package var steps: [Step] = []
  /// The number of changes that the recorded run had when the replay stopped; all changes if it did not stop early.
  package var reached: Int
  var replayed: [RecordedRun.Change] = []
  /// The screen at the end; `nil`: the app had shown nothing.
  package var canvas: Canvas?
  /// How the app ended, if it ended by itself.
  package var exit: Int32?
  /// The replay as a script, up to where it stopped.
  package var script: ReplayScript
  package init(_ run: RecordedRun) { (self.run, reached, script) = (run, run.changes.count, ReplayScript(run)) }

  /// States that end without the user: a replay may have left them although the recorded run had not.
  static let passing = Set(Phase.allCases.filter(\.isUnderWay).map(\.rawValue))

  private var recorded: [RecordedRun.Change] { RecordedRun.withoutRenewals(run.changes.prefix(reached)) }
  private var happened: [RecordedRun.Change] { RecordedRun.withoutRenewals(replayed) }

  /// The index of the first change that differs; `nil`: the changes are the same.
  var differentChange: Int? {
    let (recorded, happened) = (recorded, happened)
    if let place = zip(recorded, happened).enumerated().first(where: { $1.0 != $1.1 })?.offset { return place }
    if recorded.count == happened.count { return nil }
    // The bundle was written in the middle of an operation and does not contain its result.
    if recorded.count < happened.count, let last = recorded.last, Self.passing.contains(last.to) { return nil }
    return min(recorded.count, happened.count)
  }

  var differentStep: Step? { steps.first { !$0.isSame } }
  package var isSame: Bool { differentStep == nil && differentChange == nil }

  package func lines() -> [String] {
    let width = min(24, steps.map { TextLayout.width($0.key) }.max() ?? 0)
    var lines = steps.flatMap { step in
      let number = String(repeating: " ", count: max(0, 4 - "\(step.number)".count)) + "\(step.number)"
      let key = step.key + String(repeating: " ", count: max(0, width - TextLayout.width(step.key)))
      guard !step.isSame else { return ["\(number)  \(key)  \(Self.words(step.expected))"] }
      return [
        "\(number)  \(key)  expected: \(Self.words(step.expected))",
        String(repeating: " ", count: width + 8) + "actual:   \(Self.words(step.actual))",
      ]
    }
    if let number = differentChange {
      func text(_ changes: [RecordedRun.Change]) -> String {
        changes.indices.contains(number) ? changes[number].words : "nothing"
      }
      lines.append("change \(number + 1) of the state: expected \(text(recorded)), actual \(text(happened))")
    }
    lines.append("The app went \(isSame ? "the same" : "another") way.")
    return isSame ? lines : lines + pictures
  }

  private var pictures: [String] {
    var lines: [String] = []
    if let expected = expectedScreen?.canvas { lines += ["The screen in the bundle:"] + ScriptFailure.framed(expected) }
    if let canvas { lines += ["The screen now:"] + ScriptFailure.framed(canvas) }
    if let exit { lines.append("the app has ended with exit code \(exit)") }
    return lines
  }

  /// The recorded screen at the key where the replay stopped.
  private var expectedScreen: RecordedRun.Screen? {
    guard let last = steps.last, run.presses.indices.contains(last.number - 1) else { return nil }
    return run.screen(at: run.presses[last.number - 1].at)
  }

  /// `authenticated, screen profile, panel messages`
  private static func words(_ seen: [String: String]) -> String {
    let words = RecordedRun.compared.compactMap { kind in seen[kind].map { kind == "state" ? $0 : "\(kind) \($0)" } }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }

  package var json: JSON {
    func changes(_ changes: [RecordedRun.Change]) -> JSON { .array(changes.map(\.json)) }
    let steps = steps.map { step -> JSON in
      [
        "number": .number("\(step.number)"), "key": .string(step.key), "same": .bool(step.isSame),
        "expected": RecordedRun.seen(step.expected), "actual": RecordedRun.seen(step.actual),
      ]
    }
    func screen(_ canvas: Canvas?) -> JSON { isSame ? .null : canvas.map { .string($0.text) } ?? .null }
    return [
      "bundle": .string(run.path), "same": .bool(isSame), "device": .string(run.device.rawValue),
      "steps": .array(steps), "recorded": changes(recorded), "replayed": changes(happened),
      "difference": differentChange.map { .number("\($0 + 1)") } ?? .null,
      "expectedScreen": screen(expectedScreen?.canvas), "actualScreen": screen(canvas),
      "exit": exit.map { .number("\($0)") } ?? .null,
    ]
  }
}
