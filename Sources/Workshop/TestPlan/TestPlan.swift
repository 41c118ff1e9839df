import ForeignText
import Catalogue
import FoundationEssentials
import SharedValues

/// Manual test cases from one or several files, validated (docs/test-plan.md has the format).
public struct TestPlan: Hashable, Sendable {
  public var title: String
  /// In the order of the files; every id is unique.
  public var cases: [TestCase]

  public init(title: String, cases: [TestCase] = []) {
    (self.title, self.cases) = (title, cases)
  }

  /// The maximum size of a plan file, in bytes.
  public static let fileLimit = 1 << 20

  public subscript(id: TestCase.ID) -> TestCase? { cases.first { $0.id == id } }

  /// In the order of their first appearance.
  public var areas: [String] {
    cases.reduce(into: []) { areas, testCase in
      if !areas.contains(testCase.area) { areas.append(testCase.area) }
    }
  }

  /// Identifies the plan of a run: 16 hexadecimal digits over all text for the tester. Detects changes, but gives no protection.
  public var digest: String { recognitionMark(cases.lazy.flatMap(\.wording.utf8)) }
}

/// A test case: how to get there, what to do, and the expected result.
public struct TestCase: Hashable, Sendable, Identifiable {
  /// `REG-001`
  public var id: String
  public var title: String
  /// The area that it belongs to: `registration`, `faults`.
  public var area: String
  public var precondition: TestPrecondition
  /// At least one.
  public var steps: [String]
  /// At least one; the case passes if all of them are true.
  public var expected: [String]
  /// The source of the expectation: `RFC 7591 §3.2.1`, the name of a document, `UX`.
  public var source: String
  /// Prefixes of gallery names: the screens that the tester should see.
  public var screens: [String]
  /// The name of the script that does the same automatically (docs/scripts.md).
  public var script: String?
  /// The file that it was read from; `nil`: it is part of the program.
  public var file: String?

  public init(
    id: String, title: String, area: String, precondition: TestPrecondition = TestPrecondition(), steps: [String],
    expected: [String], source: String, screens: [String] = [], script: String? = nil, file: String? = nil
  ) {
    (self.id, self.title, self.area, self.precondition, self.steps) = (id, title, area, precondition, steps)
    (self.expected, self.source, self.screens, self.script, self.file) = (expected, source, screens, script, file)
  }

  /// All text for the tester. Its parts cannot be confused with each other, because no text contains a control character.
  var wording: String {
    ([id, title, area, precondition.wording] + steps + ["\u{1}"] + expected + ["\u{1}", source])
      .joined(separator: "\u{2}") + "\u{3}"
  }
}

/// What must be true before the first step. `nil` and empty: no condition.
public struct TestPrecondition: Hashable, Sendable {
  public enum Device: String, Hashable, Sendable, CaseIterable {
    /// It has never registered.
    case fresh
    /// It has its own client, and no user is signed in.
    case registered
    case signedIn = "signed-in"
  }

  public enum Faults: Hashable, Sendable {
    /// The name of a file that is part of the program.
    case preset(String)
    /// The members of a fault file (docs/faults.schema.json), as the plan has them.
    case plan(JSON)
  }

  public enum Glyphs: String, Hashable, Sendable, CaseIterable { case ascii, unicode }

  public var device: Device?
  public var faults: Faults?
  public var clock: TestClock?
  public var size: TestSize?
  public var language: Language?
  public var glyphs: Glyphs?
  /// Whether the terminal shows colours.
  public var colour: Bool?
  /// What no program can arrange, as sentences for the tester.
  public var texts: [String] = []

  public init(device: Device? = nil, texts: [String] = []) {
    (self.device, self.texts) = (device, texts)
  }

  /// Whether nothing has to be arranged.
  public var isEmpty: Bool { self == TestPrecondition() }

  var wording: String {
    let faults =
      switch faults {
      case .preset(let name): name
      case .plan(let document): document.compact
      case nil: ""
      }
    let settings = [
      device?.rawValue, faults, clock?.text, size?.text, language?.rawValue, glyphs?.rawValue, colour.map { "\($0)" },
    ]
    return (settings.map { $0 ?? "" } + texts).joined(separator: "\u{4}")
  }
}

/// The change of the clocks before a case.
public struct TestClock: Hashable, Sendable {
  /// In seconds.
  public var app: TimeInterval?
  public var server: TimeInterval?
  /// For both clocks.
  public var pace: Double?

  public init(app: TimeInterval? = nil, server: TimeInterval? = nil, pace: Double? = nil) {
    (self.app, self.server, self.pace) = (app, server, pace)
  }

  /// The longest move: 100 years.
  static let limit: TimeInterval = 36_525 * 86_400

  /// `+2h`, `-90s`, `+1d`, `+5m`; `nil`: not of this form.
  public static func move(_ text: String) -> TimeInterval? {
    guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last, text.utf8.count <= 12 else {
      return nil
    }
    let digits = text.dropFirst().dropLast()
    let seconds: Double
    switch unit {
    case "s": seconds = 1
    case "m": seconds = 60
    case "h": seconds = 3600
    case "d": seconds = 86_400
    default: return nil
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Double(digits),
      number * seconds <= limit
    else { return nil }
    return (sign == "-" ? -1 : 1) * number * seconds
  }

  /// `+2h`: in the largest unit that gives a whole number.
  public static func text(of move: TimeInterval) -> String {
    let seconds = Int(abs(move))
    let (size, unit) = [(86_400, "d"), (3600, "h"), (60, "m")].first { seconds > 0 && seconds % $0.0 == 0 } ?? (1, "s")
    return (move < 0 ? "-" : "+") + "\(seconds / size)" + unit
  }

  var text: String {
    let parts = [
      app.map { "app " + TestClock.text(of: $0) }, server.map { "server " + TestClock.text(of: $0) },
      pace.map { "×\(Int($0))" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

/// The size of a terminal.
public struct TestSize: Hashable, Sendable {
  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// `110x30`; from 10x5 to 500x200.
  public init?(_ text: String) {
    let parts = text.split(scalar: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let columns = Int(parts[0]), let rows = Int(parts[1]), (10...500).contains(columns), (5...200).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  public var text: String { "\(columns)x\(rows)" }
}
