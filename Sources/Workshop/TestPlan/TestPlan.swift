import Catalogue
import FoundationEssentials
import SharedValues

/// Manual test cases from one or several files, validated (docs/test-plan.md has the format).
package struct TestPlan: Hashable, Sendable {
  package var title: String
  /// In the order of the files; every id is unique.
  package var cases: [TestCase]

  package init(title: String, cases: [TestCase] = []) { (self.title, self.cases) = (title, cases) }

  /// The maximum size of a plan file, in bytes.
  package static let fileLimit = 1 << 20

  package subscript(id: TestCase.ID) -> TestCase? { cases.first { $0.id == id } }

  /// In the order of their first appearance.
  package var areas: [String] {
    cases.reduce(into: []) { areas, testCase in
      if !areas.contains(testCase.area) { areas.append(testCase.area) }
    }
  }

  /// Identifies the plan of a run: 16 hexadecimal digits over all text for the tester. Detects changes, but gives no protection.
  package var digest: String { recognitionMark(cases.lazy.flatMap(\.wording.utf8)) }
}

/// A test case: how to get there, what to do, and the expected result.
package struct TestCase: Hashable, Sendable, Identifiable {
  /// `REG-001`
  package var id: String
  package var title: String
  /// The area that it belongs to: `registration`, `faults`.
  package var area: String
  package var precondition = TestPrecondition()
  /// At least one.
  package var steps: [String]
  /// At least one; the case passes if all of them are true.
  package var expected: [String]
  /// The source of the expectation: `RFC 7591 §3.2.1`, the name of a document, `UX`.
  package var source: String
  /// Prefixes of gallery names: the screens that the tester should see.
  package var screens: [String] = []
  /// The name of the script that does the same automatically (docs/scripts.md).
  package var script: String?
  /// The file that it was read from; `nil`: it is part of the program.
  package var file: String?

  /// All text for the tester. Its parts cannot be confused with each other, because no text contains a control character.
  var wording: String {
    ([id, title, area, precondition.wording] + steps + ["\u{1}"] + expected + ["\u{1}", source])
      .joined(separator: "\u{2}") + "\u{3}"
  }
}

/// What must be true before the first step. `nil` and empty: no condition.
package struct TestPrecondition: Hashable, Sendable {
  package enum Device: String, Hashable, Sendable, CaseIterable {
    /// It has never registered.
    case fresh
    /// It has its own client, and no user is signed in.
    case registered
    case signedIn = "signed-in"
  }

  package enum Faults: Hashable, Sendable {
    /// The name of a file that is part of the program.
    case preset(String)
    /// The members of a fault file (docs/faults.schema.json), as the plan has them.
    case plan(JSON)
  }

  package enum Glyphs: String, Hashable, Sendable, CaseIterable { case ascii, unicode }

  package var device: Device?
  package var faults: Faults?
  package var clock: TestClock?
  package var size: TestSize?
  package var language: Language?
  package var glyphs: Glyphs?
  /// Whether the terminal shows colours.
  package var colour: Bool?
  /// What no program can arrange, as sentences for the tester.
  package var texts: [String] = []

  var wording: String {
    let faults: String? =
      switch faults {
      case .preset(let name): name
      case .plan(let document): document.compact
      case nil: nil
      }
    let settings = [
      device?.rawValue, faults, clock?.text, size?.text, language?.rawValue, glyphs?.rawValue, colour.map { "\($0)" },
    ]
    return (settings.map { $0 ?? "" } + texts).joined(separator: "\u{4}")
  }
}

/// The change of the clocks before a case.
package struct TestClock: Hashable, Sendable {
  /// In seconds.
  package var app: TimeInterval?
  package var server: TimeInterval?
  /// For both clocks.
  package var pace: Double?

  /// The longest move: 100 years.
  private static let limit: TimeInterval = 36_525 * 86_400
  private static let units: [(name: Character, seconds: Int)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

  /// `+2h`, `-90s`, `+1d`, `+5m`; `nil`: not of this form.
  package static func move(_ text: String) -> TimeInterval? {
    guard let sign = text.first, sign == "+" || sign == "-", text.utf8.count <= 12,
      let unit = units.first(where: { $0.name == text.last })
    else { return nil }
    let digits = text.dropFirst().dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Double(digits),
      number * Double(unit.seconds) <= limit
    else { return nil }
    return (sign == "-" ? -1 : 1) * number * Double(unit.seconds)
  }

  /// `+2h`: in the largest unit that gives a whole number.
  package static func text(of move: TimeInterval) -> String {
    let seconds = Int(abs(move))
    let unit = units.first { seconds > 0 && seconds % $0.seconds == 0 } ?? ("s", 1)
    return (move < 0 ? "-" : "+") + "\(seconds / unit.seconds)\(unit.name)"
  }

  var text: String {
    let parts = [
      app.map { "app " + TestClock.text(of: $0) }, server.map { "server " + TestClock.text(of: $0) },
      pace.map { "×\(Int($0))" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

package struct TestSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// `110x30`; from 10x5 to 500x200.
  package init?(_ text: String) {
    let parts = text.split(scalar: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let columns = Int(parts[0]), let rows = Int(parts[1]), (10...500).contains(columns), (5...200).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  package var text: String { "\(columns)x\(rows)" }
}
