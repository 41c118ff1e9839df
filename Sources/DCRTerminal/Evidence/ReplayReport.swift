import SharedValues
import TerminalUI

/// A recorded run and its replay beside each other: key by key what was seen, and change by change what the app went through.
struct ReplayReport {
  /// One key, before it was pressed.
  struct Step: Hashable {
    var number: Int
    var key: String
    var expected: [String: String]
    var actual: [String: String]
    var isSame: Bool
  }

  let run: RecordedRun
  var steps: [Step] = []
  /// How many changes the recorded run had when the replay stopped; all of them after its last key.
  var reached: Int
  var replayed: [RecordedRun.Change] = []
  /// What stood on the screen at the end; `nil`: the app had shown nothing.
  var canvas: Canvas?
  /// How the app ended, if it did by itself.
  var exit: Int32?
  /// The replay as a script, until where it stopped.
  var script: ReplayScript

  init(_ run: RecordedRun) { (self.run, reached, script) = (run, run.changes.count, ReplayScript(run)) }

  /// States in which the app waits for nobody: a replay may have left them when the recorded run had not.
  static let passing: Set = [
    "opening", "registering", "logging-in", "fetching-token", "refreshing", "signing-out", "managing", "forgetting",
  ]

  private var recorded: [RecordedRun.Change] { RecordedRun.withoutRenewals(run.changes.prefix(reached)) }
  private var happened: [RecordedRun.Change] { RecordedRun.withoutRenewals(replayed) }

  /// The number of the first change that is another one, from 0; `nil`: they are the same.
  var differentChange: Int? {
    let (recorded, happened) = (recorded, happened)
    if let place = zip(recorded, happened).enumerated().first(where: { $1.0 != $1.1 })?.offset { return place }
    if recorded.count == happened.count { return nil }
    // Evidence from the middle of something: what came of it is not in it.
    if recorded.count < happened.count, let last = recorded.last, Self.passing.contains(last.to) { return nil }
    return min(recorded.count, happened.count)
  }

  var differentStep: Step? { steps.first { !$0.isSame } }
  var isSame: Bool { differentStep == nil && differentChange == nil }

  // MARK: For people

  /// A line for each key, and what was another way.
  func lines() -> [String] {
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

  /// The screen that should be there, where the bundle has it, and the one that is.
  private var pictures: [String] {
    var lines: [String] = []
    if let expected = expectedScreen?.canvas { lines += ["The screen in the bundle:"] + ScriptFailure.framed(expected) }
    if let canvas { lines += ["The screen now:"] + ScriptFailure.framed(canvas) }
    if let exit { lines.append("the app has ended with exit code \(exit)") }
    return lines
  }

  /// What stood there when the key was pressed at which the replay stopped.
  private var expectedScreen: RecordedRun.Screen? {
    guard let last = steps.last, run.presses.indices.contains(last.number - 1) else { return nil }
    return run.screen(at: run.presses[last.number - 1].at)
  }

  /// `authenticated, screen profile, panel messages`
  private static func words(_ seen: [String: String]) -> String {
    let words = RecordedRun.compared.compactMap { kind in
      seen[kind].map { kind == "state" ? $0 : "\(kind) \($0)" }
    }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }

  // MARK: For programs

  var json: JSON {
    func seen(_ facts: [String: String]) -> JSON {
      .object(RecordedRun.compared.compactMap { kind in facts[kind].map { JSON.Member(kind, .string($0)) } })
    }
    func changes(_ changes: [RecordedRun.Change]) -> JSON {
      .array(
        changes.map { change in
          [
            "from": .string(change.from), "to": .string(change.to), "cause": .string(change.cause),
            "code": change.code.map(JSON.string) ?? .null,
          ]
        })
    }
    let steps = steps.map { step -> JSON in
      [
        "number": .number("\(step.number)"), "key": .string(step.key), "same": .bool(step.isSame),
        "expected": seen(step.expected), "actual": seen(step.actual),
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
