import Programs
import Automation
import Workshop
import SharedValues
import SmallFiles

/// The test plan that comes with the program, and a team's own cases in `test-plans/` of the data directory.
///
/// Ids are unique: a team's file that repeats an id of another file, or breaks the format, is reported and left out as a whole; the others work. At
/// most ``limit`` files are read.
package enum TestPlanLibrary {
  package static let limit = 200
  package static let folder = "test-plans"

  package static func read(_ data: DataDirectory) -> (plan: TestPlan, problems: [DocumentProblem]) {
    read(data.path + "/" + folder)
  }

  package static func read(_ folder: String) -> (plan: TestPlan, problems: [DocumentProblem]) {
    var plan = builtIn
    var problems: [DocumentProblem] = []
    var taken = Dictionary(plan.cases.map { ($0.id, builtInName) }, uniquingKeysWith: { first, _ in first })
    for name in AbsolutePath.names(in: folder, endingIn: ".json").prefix(limit) {
      do throws(DocumentProblem) {
        let path = folder + "/" + name
        let bytes = try SmallFile.document(path, limit: TestPlan.fileLimit)
        let own = try TestPlanFile.read(bytes, name: name, path: path, scripts: scripts, taken: taken)
        plan.cases += own.cases
        for testCase in own.cases { taken[testCase.id] = name }
      } catch { problems.append(error) }
    }
    return (plan, problems)
  }

  /// Reads a file and finds everything that is wrong with it.
  package static func examine(
    file path: String, taken: [TestCase.ID: String]
  ) -> (plan: TestPlan, problems: [DocumentProblem]) {
    do throws(DocumentProblem) {
      let bytes = try SmallFile.document(path, limit: TestPlan.fileLimit)
      let name = String(path.split(scalar: "/").last ?? "")
      return TestPlanFile.examine(bytes, name: name, scripts: scripts, taken: taken)
    } catch { return (TestPlan(title: ""), [error]) }
  }

  package static let builtInName = "plan.json"

  /// The plan that comes with the program. A test makes sure that it can be read.
  package static let builtIn: TestPlan = {
    do {
      return try TestPlanFile.read(BuiltInScripts.plan, name: builtInName, scripts: scripts)
    } catch { preconditionFailure("the test plan that comes with the program is wrong: \(error)") }
  }()

  private static let scripts = Set(BuiltInScripts.names)
}
