import Workshop
import FoundationEssentials
import SharedValues

package enum TestPlanWords {
  // Used in more than one kind of report; none needs escaping in any.
  static let planChanged = "The plan has changed since this run began."
  static let planChangedBetween = "The plan has changed between the two runs."
  package static let gone = "This case is no longer in the plan."
  package static let given = "Before the first step"
  static let comparedHead = ["Case", "Change", "Before", "Mark"]

  package static func line(_ problem: DocumentProblem) -> String {
    "\(problem.file) is left out: \(PlanFileWords.why(problem))"
  }

  /// `nil`: not marked.
  package static func mark(_ mark: TestMark?) -> String { mark?.rawValue ?? "not tried" }

  package static func change(_ change: TestRunComparison.Change) -> String {
    change.rawValue.replacingBytes(of: "-", with: " ")
  }

  package static func counts(_ counts: TestCounts) -> String {
    "\(counts.pass) passed, \(counts.fail) failed, \(counts.blocked) blocked, \(counts.unmarked) not tried"
  }

  package static func precondition(_ precondition: TestPrecondition) -> [String] {
    var lines: [String] = []
    func add(_ name: String, _ value: String?) { if let value { lines.append("\(name): \(value)") } }
    add("Device", precondition.device?.rawValue)
    switch precondition.faults {
    case .preset(let name): add("Faults", name)
    case .plan(let document): add("Faults", document.compact)
    case nil: break
    }
    add("The app's clock", precondition.clock?.app.map(TestClock.text))
    add("The server's clock", precondition.clock?.server.map(TestClock.text))
    if let pace = precondition.clock?.pace { lines.append("Time goes \(Int(pace)) times as fast") }
    add("Terminal", precondition.size?.text)
    add("Language", precondition.language?.rawValue)
    add("Characters", precondition.glyphs?.rawValue)
    if precondition.colour == false { lines.append("Without colours") }
    return lines + precondition.texts
  }

  package static func time(_ date: Date) -> String { date.formatted(.iso8601) }

  package static func compared(_ comparison: TestRunComparison) -> String {
    func count(_ change: TestRunComparison.Change) -> Int { comparison.entries(change).count }
    return """
      since \(comparison.earlier): \(count(.newlyFailing)) newly failing, \(count(.fixed)) fixed, \
      \(count(.changed)) otherwise changed, \(count(.added)) added, \(count(.removed)) removed, \(count(.same)) the same
      """
  }
}
