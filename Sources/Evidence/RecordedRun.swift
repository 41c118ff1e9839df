import Automation
import Faults
import SharedValues
import TerminalUI

/// The parts of a bundle of evidence that a replay needs.
package struct RecordedRun: Hashable, Sendable {
  package struct Press: Hashable, Sendable {
    /// Milliseconds since the start.
    var at: Int
    var key: String
    /// The number of changes of state before the key.
    var changes: Int
    /// The facts of the screen on which the key was pressed, by the names in ``RecordedRun/compared``.
    var seen: [String: String]
  }

  package struct Change: Hashable, Sendable {
    package var from: String
    package var to: String
    package var cause: String
    package var code: String?
  }

  package struct Screen: Hashable, Sendable {
    var at: Int
    var text: String

    /// The screen as a canvas, without control characters for the terminal.
    var canvas: Canvas {
      let lines = text.lines.prefix(200).map { $0.prefix(500) }
      let trimmed = lines.last == "" ? lines.dropLast() : lines[...]
      var canvas = Canvas(Size(trimmed.map { TextLayout.width(String($0)) }.max() ?? 0, trimmed.count))
      for (y, line) in trimmed.enumerated() { canvas.put(String(line), at: Point(0, y), Style(.text)) }
      return canvas
    }
  }

  /// The names of the facts that a replay compares at each key.
  package static let compared = ["state", "screen", "sheet", "error", "panel"]
  static func seen(_ facts: [String: String]) -> JSON {
    .object(compared.compactMap { kind in facts[kind].map { JSON.Member(kind, .string($0)) } })
  }

  static let keyLength = 60

  package var path: String
  package var device: ScriptSetup.Device
  package var size: Size
  package var options: [String]
  package var configuration: [String: JSON] = [:]
  package var presses: [Press] = []
  package var changes: [Change] = []
  package var screens: [Screen] = []
  package var faults: FaultPlan?

  /// How far the app had come after its first `count` changes.
  package func position(after count: Int) -> Int { RecordedRun.withoutRenewals(changes.prefix(count)).count }

  /// The screen at that moment; `nil`: the bundle no longer has it.
  package func screen(at milliseconds: Int) -> Screen? { screens.last { $0.at <= milliseconds } }

  /// Leaves out the renewal of tokens, even an unfinished one: it depends on time, so a replay has it at another moment or not at all.
  static func withoutRenewals(_ changes: some Sequence<Change>) -> [Change] {
    let changes = Array(changes)
    var rest: [Change] = []
    var index = 0
    while index < changes.count {
      let change = changes[index]
      let begins = change.cause == "time" && change.to == "refreshing"
      let next = changes.indices.contains(index + 1) ? changes[index + 1] : nil
      let isRenewal = begins && (next == nil || next?.to == change.from)
      if !isRenewal { rest.append(change) }
      index += isRenewal ? 2 : 1
    }
    return rest
  }
}

extension RecordedRun.Change {
  /// `no-client → registering (start-registration)`
  package var words: String { "\(from) → \(to) (\([cause, code].compactMap { $0 }.joined(separator: ", ")))" }

  var json: JSON {
    let code = code.map(JSON.string) ?? .null
    return ["from": .string(from), "to": .string(to), "cause": .string(cause), "code": code]
  }

  /// Parses changes as ``Screens/ScreenFact/history`` writes them: `3 registering unauthenticated saved -;4 …`
  package static func all(_ text: String) -> [(Int, RecordedRun.Change)] {
    text.split(scalar: ";").compactMap { entry in
      let words = entry.split(scalar: " ").map(String.init)
      guard words.count == 5, let number = Int(words[0]) else { return nil }
      let code = words[4] == "-" ? nil : words[4]
      return (number, RecordedRun.Change(from: words[1], to: words[2], cause: words[3], code: code))
    }
  }
}
