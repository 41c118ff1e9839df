import ForeignText
import FoundationEssentials
import SharedValues

/// What a tester found of a case.
public enum TestMark: String, Hashable, Sendable, CaseIterable {
  case pass, fail
  /// The tester could not try the case.
  case blocked
}

/// One walk through a plan, by one tester: a value that is kept after each mark.
public struct TestRun: Hashable, Sendable, Identifiable {
  public struct Result: Hashable, Sendable {
    public var mark: TestMark
    /// May have several lines.
    public var note: String
    /// Where it is gone into: the number or the address of a ticket; may be empty.
    public var ticket = ""
    public var time: Date
    /// What the case was called then: a plan goes on changing after a run.
    public var title: String
    public var area: String
    /// Paths below the run's own folder: `REG-001/screen.txt`.
    public var attachments: [String]

    public init(
      _ mark: TestMark, note: String = "", time: Date, title: String, area: String, attachments: [String] = []
    ) {
      (self.mark, self.note, self.time, self.title, self.area) = (mark, note, time, title, area)
      self.attachments = attachments
    }
  }

  /// `2026-11-22-1`: the day and the number of the run on that day; the file's name without `.json`.
  public var id: String
  public var planTitle: String
  /// ``TestPlan/digest`` when it began.
  public var planDigest: String
  public var started: Date
  /// `nil`: it goes on, or has been paused.
  public var finished: Date?
  /// Empty: nobody said it.
  public var tester: String
  /// What was tested: name and version of the program, system, terminal; in order.
  public var facts: [TestFact]
  public var results: [TestCase.ID: Result]

  public init(id: String, plan: TestPlan, started: Date, tester: String, facts: [TestFact] = []) {
    self.id = id
    planTitle = plan.title
    planDigest = plan.digest
    (self.started, self.tester, self.facts) = (started, tester, facts)
    results = [:]
  }

  public var isFinished: Bool { finished != nil }

  /// The only way in for a mark. What was attached to an earlier mark of the case stays, unless it is named anew.
  public mutating func mark(
    _ testCase: TestCase, _ mark: TestMark, note: String, attachments: [String] = [], now: Date
  ) {
    let before = results[testCase.id]
    var result = Result(
      mark, note: TestRun.readable(note), time: now, title: testCase.title, area: testCase.area,
      attachments: (before?.attachments ?? []).filter { !attachments.contains($0) } + attachments)
    result.ticket = before?.ticket ?? ""
    results[testCase.id] = result
  }

  public static let ticketLimit = 200

  public mutating func setTicket(_ ticket: String, of id: TestCase.ID) {
    results[id]?.ticket = TestRun.readable(ticket).lines.joined(separator: " ")
  }

  /// A case that was marked by mistake is as if it had not been tried.
  public mutating func unmark(_ id: TestCase.ID) { results[id] = nil }

  public func mark(of id: TestCase.ID) -> TestMark? { results[id]?.mark }

  /// The first case of the plan without a mark, from the one after `id` on and round again.
  public func nextUnmarked(in plan: TestPlan, after id: TestCase.ID? = nil) -> TestCase? {
    let place = plan.cases.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
    return (plan.cases[place...] + plan.cases[..<place]).first { results[$0.id] == nil }
  }

  /// Of the plan's cases.
  public func counts(in plan: TestPlan) -> TestCounts {
    plan.cases.reduce(into: TestCounts()) { $0.add(results[$1.id]?.mark) }
  }

  public static let noteLimit = 4000

  /// A note as it may be kept: no control characters but line feeds, not endless.
  static func readable(_ note: String) -> String {
    // U+200C and U+200D join letters, and the parts of an emoji.
    let plain = note.unicodeScalars.filter {
      ["\n", "\u{200C}", "\u{200D}"].contains($0) || !$0.properties.isUnsafeInNotes
    }
    return String(String(String.UnicodeScalarView(plain)).prefix(noteLimit))
  }
}

/// Something that was so during a run.
public struct TestFact: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}

public struct TestCounts: Hashable, Sendable {
  public var pass = 0
  public var fail = 0
  public var blocked = 0
  public var unmarked = 0

  public init() {}

  public var all: Int { pass + fail + blocked + unmarked }

  public mutating func add(_ mark: TestMark?) {
    switch mark {
    case .pass: pass += 1
    case .fail: fail += 1
    case .blocked: blocked += 1
    case nil: unmarked += 1
    }
  }
}

extension Unicode.Scalar.Properties {
  /// Controls, and what would turn the reading direction of what follows.
  var isUnsafeInNotes: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
