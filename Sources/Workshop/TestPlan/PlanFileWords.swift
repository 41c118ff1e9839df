import Catalogue
import SharedValues

/// Describes a problem with a file of a test plan or a run, for app and command.
package enum PlanFileWords {
  /// `line 12: cases[0].given.size should be columns and rows, 10x5 to 500x200: 80x24`
  package static func why(_ problem: DocumentProblem, _ catalogue: Catalogue = Catalogue()) -> String {
    catalogue(
      .checksFileProblem(problem.code),
      ["line": "\(problem.line)", "member": problem.member, "expected": catalogue(problem.expected)])
  }
}
