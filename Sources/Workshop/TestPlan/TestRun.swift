import FoundationEssentials
import SharedValues

/// The tester's result for a case.
package enum TestMark: String, Hashable, Sendable, CaseIterable {
  case pass, fail
  /// The tester could not try the case.
  case blocked
}

/// A run through a plan by one tester: a value that is saved after each mark.
package struct TestRun: Hashable, Sendable, Identifiable {
  package struct Result: Hashable, Sendable {
    package var mark: TestMark
    /// May have several lines.
    package var note: String
    package var time: Date
    /// The case's title and area at that time, because a plan may change after a run.
    package var title: String
    package var area: String
    /// Paths relative to the run's folder: `REG-001/screen.txt`.
    package var attachments: [String]
    /// Where the problem is tracked: the number or the address of a ticket; may be empty.
    package var ticket = ""
  }

  /// `2026-11-22-1`: the day and the number of the run on that day; the file name without `.json`.
  package var id: String
  package var planTitle: String
  /// ``TestPlan/digest`` when the run started.
  package var planDigest: String
  package var started: Date
  /// `nil`: the run is in progress or paused.
  package var finished: Date?
  /// Empty: unknown.
  package var tester: String
  /// What was tested: name and version of the program, system, terminal; in order.
  package var facts: [NamedValue]
  package var results: [TestCase.ID: Result]

  package init(id: String, plan: TestPlan, started: Date, tester: String, facts: [NamedValue] = []) {
    (self.id, planTitle, planDigest) = (id, plan.title, plan.digest)
    (self.started, self.tester, self.facts, results) = (started, tester, facts, [:])
  }

  package var isFinished: Bool { finished != nil }

  /// The only way to set a mark. Attachments of an earlier mark stay unless they are named again.
  package mutating func mark(
    _ testCase: TestCase, _ mark: TestMark, note: String, attachments: [String] = [], now: Date
  ) {
    let before = results[testCase.id]
    results[testCase.id] = Result(
      mark: mark, note: TestRun.readable(note), time: now, title: testCase.title, area: testCase.area,
      attachments: (before?.attachments ?? []).filter { !attachments.contains($0) } + attachments,
      ticket: before?.ticket ?? "")
  }

  package static let ticketLimit = 200

  package mutating func setTicket(_ ticket: String, of id: TestCase.ID) {
    results[id]?.ticket = TestRun.readable(ticket).lines.joined(separator: " ")
  }

  package func mark(of id: TestCase.ID) -> TestMark? { results[id]?.mark }
  package func nextUnmarked(in plan: TestPlan) -> TestCase? { plan.cases.first { results[$0.id] == nil } }

  package func counts(in plan: TestPlan) -> TestCounts {
    plan.cases.reduce(into: TestCounts()) { $0.add(results[$1.id]?.mark) }
  }

  package static let noteLimit = 4000

  /// A note in the form that may be saved: no control characters except line feeds, and not too long.
  static func readable(_ note: String) -> String {
    let plain = note.unicodeScalars.filter { scalar in
      // U+200C and U+200D join letters, and the parts of an emoji.
      if ["\n", "\u{200C}", "\u{200D}"].contains(scalar) { return true }
      // Control characters, and those that change the reading direction.
      return switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: true
      }
    }
    return String(String(String.UnicodeScalarView(plain)).prefix(noteLimit))
  }
}

package struct TestCounts: Hashable, Sendable {
  package var pass = 0
  package var fail = 0
  package var blocked = 0
  package var unmarked = 0

  package init() {}

  package var all: Int { pass + fail + blocked + unmarked }

  package mutating func add(_ mark: TestMark?) {
    switch mark {
    case .pass: pass += 1
    case .fail: fail += 1
    case .blocked: blocked += 1
    case nil: unmarked += 1
    }
  }
}
