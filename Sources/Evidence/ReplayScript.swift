import AppState
import Automation
import Programs
import Screens
import SharedValues
import TerminalUI
import Workshop

/// A replay as a script (docs/scripts.md): the keys and the answers to the browser, each after the screen that it needs.
package struct ReplayScript: Hashable {
  private var lines: [String]
  /// Keys that need no expectation between them.
  private var keys: [String] = []
  private var seen: [String: String] = [:]
  private var changes = -1

  init(_ run: RecordedRun) {
    let name = run.path.split(scalar: "/").last.map(String.init) ?? run.path
    lines = [
      "# \(CommandError.line(name)), made into a script by dcr-terminal replay --as-script",
      "device \(run.device.rawValue)", "size \(run.size.width)x\(run.size.height)",
    ]
    var options = run.options
    if let place = options.firstIndex(of: "--lang"), place + 1 < options.count {
      lines.append("lang \(options[place + 1])")
      options.removeSubrange(place...place + 1)
    }
    if run.faults != nil { options += ["--faults", "@folder/faults.json"] }
    if !options.isEmpty { lines.append("option " + options.joined(separator: " ")) }
    lines += run.configuration.sorted { $0.key < $1.key }.map { "config \($0.key) \($0.value.compact)" }
    if let faults = run.faults { lines.append("write faults.json \(faults.json.compact)") }
    lines.append("")
  }

  package var text: String { (lines + pressed).map { $0 + "\n" }.joined() }

  mutating func add(_ line: String) {
    lines += pressed
    keys = []
    lines.append(line)
  }

  /// Expects the facts that differ from the last ones, and the state after each of its changes, because a change may lead back to the same state.
  mutating func expect(_ facts: [String: String], after changes: Int) {
    for kind in RecordedRun.compared where facts[kind] != seen[kind] || kind == "state" && changes != self.changes {
      let names = ScreenFact(rawValue: kind)?.names(with: Workshop.tools)
      if let value = facts[kind] {
        if names?.contains(value) ?? true { add("expect \(kind) \(value)") }
      } else if ["sheet", "panel"].contains(kind) || kind == "error" && !ReplayScript.isUnderWay(facts) {
        // `error none` waits until nothing can fail any more.
        add("expect \(kind) none")
      }
    }
    (seen, self.changes) = (facts, changes)
  }

  /// - Parameter text: replaces the text that was typed into a field.
  mutating func press(_ key: String, typing text: String) {
    switch ReplayKey(key) {
    case .bytes: keys.append(key)
    case .click(let place): add("click \(place.x + 1) \(place.y + 1)")
    case .resize(let size): add("resize \(size.width)x\(size.height)")
    case .typed(let field):
      if text != ScriptDevices.passphrase {
        add("# What was typed into the field “\(field)” is not in the bundle: write it in the place of the “\(text)”")
      }
      add("type \"\(text)\"")
    case .nothing, nil: add("# Here was a key that no replay presses")
    }
  }

  static func isUnderWay(_ facts: [String: String]) -> Bool {
    facts["state"].flatMap(Phase.init(rawValue:))?.isUnderWay ?? false
  }

  /// `press tab down*3`, with a limited number of keys in each line.
  private var pressed: [String] {
    var words: [(key: String, count: Int)] = []
    for key in keys {
      if words.last?.key == key, key.count > 1 || key.unicodeScalars.allSatisfy(\.properties.isAlphabetic),
        words[words.count - 1].count < 100
      {
        words[words.count - 1].count += 1
      } else {
        words.append((key, 1))
      }
    }
    let texts = words.map { $0.count > 1 ? "\($0.key)*\($0.count)" : ReplayScript.word($0.key) }
    return stride(from: 0, to: texts.count, by: 12).map { "press " + texts[$0...].prefix(12).joined(separator: " ") }
  }

  /// The key in quotation marks if it would otherwise be a comment, the start of a quotation, or a space.
  private static func word(_ key: String) -> String {
    if key == "\"" { return #""\"""# }
    return key == "#" || key.allSatisfy(\.isWhitespace) ? "\"\(key)\"" : key
  }
}

/// An entry of a bundle's keys, as the input that a replay sends.
enum ReplayKey: Hashable, Sendable {
  case bytes([UInt8])
  case click(Point)
  /// Text was typed into the field of this name.
  case typed(String)
  case resize(Size)
  /// The key has no effect that a replay compares.
  case nothing

  init?(_ text: String) {
    let words = text.split(scalar: " ").map(String.init)
    if text == EvidenceHistory.other {
      self = .nothing
    } else if words.count == 2, words[0] == EvidenceHistory.masked {
      self = .typed(words[1])
    } else if words.count == 2, words[0] == "resize", let size = Size(named: words[1]) {
      self = .resize(size)
    } else if words.count == 3, words[0] == "click", let x = Int(words[1]), let y = Int(words[2]),
      (0..<500).contains(x), (0..<200).contains(y)
    {
      self = .click(Point(x, y))
    } else if let key = ScriptKey(text) {
      self = .bytes(key.bytes)
    } else {
      return nil
    }
  }
}
