import Workshop
import AppState
import Catalogue
import Foundation
import Screens
import SharedValues

/// What is said of plans, runs and what is wrong with them.
enum TestPlanWords {
  /// For a warning: with the file's name.
  static func line(_ problem: DocumentProblem, _ catalogue: Catalogue = Catalogue()) -> String {
    catalogue(.testPlanLeftOut, ["file": problem.file, "why": PlanFileWords.why(problem, catalogue)])
  }

  /// `nil`: nobody has marked it.
  static func mark(_ mark: TestMark?, _ catalogue: Catalogue = Catalogue()) -> String {
    switch mark {
    case .pass: catalogue(.testPlanPass)
    case .fail: catalogue(.testPlanFail)
    case .blocked: catalogue(.testPlanBlocked)
    case nil: catalogue(.testPlanUnmarked)
    }
  }

  static func change(_ change: TestRunComparison.Change, _ catalogue: Catalogue = Catalogue()) -> String {
    switch change {
    case .newlyFailing: catalogue(.testPlanNewlyFailing)
    case .fixed: catalogue(.testPlanFixed)
    case .changed: catalogue(.testPlanChanged)
    case .added: catalogue(.testPlanAdded)
    case .removed: catalogue(.testPlanRemoved)
    case .same: catalogue(.testPlanSame)
    }
  }

  static func counts(_ counts: TestCounts, _ catalogue: Catalogue = Catalogue()) -> String {
    catalogue(
      .testPlanCounts,
      [
        "pass": "\(counts.pass)", "fail": "\(counts.fail)", "blocked": "\(counts.blocked)",
        "unmarked": "\(counts.unmarked)",
      ])
  }

  /// What has to be so before the first step, a line each.
  static func precondition(_ precondition: TestPrecondition, _ catalogue: Catalogue = Catalogue()) -> [String] {
    var lines: [String] = []
    func add(_ phrase: Phrase, _ value: String?) {
      if let value { lines.append(catalogue(phrase, ["value": value])) }
    }
    add(.testPlanDevice, precondition.device?.rawValue)
    switch precondition.faults {
    case .preset(let name): add(.testPlanFaults, name)
    case .plan(let document): add(.testPlanFaults, document.compact)
    case nil: break
    }
    add(.testPlanAppClock, precondition.clock?.app.map(TestClock.text))
    add(.testPlanServerClock, precondition.clock?.server.map(TestClock.text))
    add(.testPlanPace, precondition.clock?.pace.map { "\(Int($0))" })
    add(.testPlanSize, precondition.size?.text)
    add(.testPlanLanguage, precondition.language?.rawValue)
    add(.testPlanGlyphs, precondition.glyphs?.rawValue)
    if precondition.colour == false { lines.append(catalogue(.testPlanNoColour)) }
    return lines + precondition.texts
  }

  static func time(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension TestPlanWords {
  static func compared(_ comparison: TestRunComparison, _ catalogue: Catalogue = Catalogue()) -> String {
    var values = ["run": comparison.earlier]
    for change in TestRunComparison.Change.allCases { values[change.rawValue] = "\(comparison.entries(change).count)" }
    return catalogue(.testPlanCompared, values)
  }
}
