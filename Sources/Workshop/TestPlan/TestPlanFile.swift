import Catalogue
import SharedValues

/// Names that a plan may use and that are defined elsewhere.
package struct TestPlanNames: Sendable {
  /// `nil`: any name is accepted.
  package var presets: Set<String>?
  package var scripts: Set<String>?
  /// Describes the problem with the members of a fault file; `nil`: they are valid.
  package var faultPlan: @Sendable (JSON) -> Term?

  package init(
    presets: Set<String>? = nil, scripts: Set<String>? = nil,
    faultPlan: @escaping @Sendable (JSON) -> Term? = { _ in nil }
  ) {
    (self.presets, self.scripts, self.faultPlan) = (presets, scripts, faultPlan)
  }
}

/// Reads one file of a test plan: strict, so that a typing error is found here and not in the middle of a test day.
///
/// The bytes are hostile: size, depth, types, lengths and counts are bounded, unknown members are refused, and no text may contain a control
/// character.
package enum TestPlanFile {
  package static let version = 1

  /// - Parameters:
  ///   - name: for problems; the file's path for ``TestCase/file``.
  ///   - taken: ids of other files, with the names of these files.
  /// - Throws: ``DocumentProblem``; its codes include `duplicate_id`, `empty_steps`, `bad_size`, `bad_clock`, `unknown_preset`, `bad_faults`,
  ///   `unknown_script`.
  package static func read(
    _ bytes: [UInt8], name: String, path: String? = nil, names: TestPlanNames = TestPlanNames(),
    taken: [TestCase.ID: String] = [:]
  ) throws(DocumentProblem) -> TestPlan {
    let (plan, problems) = examine(bytes, name: name, path: path, names: names, taken: taken)
    if let first = problems.first { throw first }
    return plan
  }

  /// The same, but collects all problems of the file: each member is validated independently.
  package static func examine(
    _ bytes: [UInt8], name: String, path: String? = nil, names: TestPlanNames = TestPlanNames(),
    taken: [TestCase.ID: String] = [:]
  ) -> (plan: TestPlan, problems: [DocumentProblem]) {
    do throws(DocumentProblem) {
      let (plan, problems) = try DocumentMembers.read(
        bytes, name: name, limit: TestPlan.fileLimit,
        collecting: { (members, faults) throws(DocumentFault) in
          try TestPlanJudge(names: names, path: path, taken: taken, faults: faults).plan(members)
        })
      return (plan, problems)
    } catch { return (TestPlan(title: ""), [error]) }
  }
}

/// Describes a problem with a file of a test plan or a run, for app and command.
package enum PlanFileWords {
  /// `line 12: cases[0].given.size should be columns and rows, 10x5 to 500x200: 80x24`
  package static func why(_ problem: DocumentProblem, _ catalogue: Catalogue = Catalogue()) -> String {
    let phrase: Phrase =
      switch problem.code {
      case "not_json": .checksFileNotJSON
      case "missing": .checksFileMissing
      case "unknown_member": .checksFileUnknown
      case "duplicate_id": .checksFileDuplicate
      case "empty_steps", "empty_expected": .checksFileEmpty
      case "unknown_preset", "unknown_script": .checksFileNoSuch
      case "too_large": .checksFileTooLarge
      case "unreadable": .checksFileUnreadable
      default: .checksFileWrong
      }
    return catalogue(
      phrase,
      ["line": "\(problem.line)", "member": problem.member, "expected": catalogue(problem.expected)])
  }
}
