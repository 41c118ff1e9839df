import AppState
import Catalogue
import Foundation

/// What is said of plans, runs and what is wrong with them.
enum TestPlanWords {
  /// `line 12: cases[0].given.size should be columns and rows, 10x5 to 500x200: 80x24`
  static func why(_ problem: TestPlanProblem, _ catalogue: Catalogue = Catalogue()) -> String {
    catalogue(
      .checksProblem(problem.code),
      ["line": "\(problem.line)", "member": problem.member, "expected": problem.expected])
  }

  /// For a warning: with the file's name.
  static func line(_ problem: TestPlanProblem, _ catalogue: Catalogue = Catalogue()) -> String {
    catalogue(.checksLeftOut, ["file": problem.file, "why": why(problem, catalogue)])
  }

  /// `nil`: nobody has marked it.
  static func mark(_ mark: TestMark?, _ catalogue: Catalogue = Catalogue()) -> String {
    switch mark {
    case .pass: catalogue(.checksPass)
    case .fail: catalogue(.checksFail)
    case .blocked: catalogue(.checksBlocked)
    case nil: catalogue(.checksUnmarked)
    }
  }

  static func change(_ change: TestRunComparison.Change, _ catalogue: Catalogue = Catalogue()) -> String {
    switch change {
    case .newlyFailing: catalogue(.checksNewlyFailing)
    case .fixed: catalogue(.checksFixed)
    case .changed: catalogue(.checksChanged)
    case .added: catalogue(.checksAdded)
    case .removed: catalogue(.checksRemoved)
    case .same: catalogue(.checksSame)
    }
  }

  static func counts(_ counts: TestCounts, _ catalogue: Catalogue = Catalogue()) -> String {
    catalogue(
      .checksCounts,
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
    add(.checksDevice, precondition.device?.rawValue)
    switch precondition.faults {
    case .preset(let name): add(.checksFaults, name)
    case .plan(let document): add(.checksFaults, document.compact)
    case nil: break
    }
    add(.checksAppClock, precondition.clock?.app.map(TestClock.text))
    add(.checksServerClock, precondition.clock?.server.map(TestClock.text))
    add(.checksPace, precondition.clock?.pace.map { "\(Int($0))" })
    add(.checksSize, precondition.size?.text)
    add(.checksLanguage, precondition.language?.rawValue)
    add(.checksGlyphs, precondition.glyphs?.rawValue)
    if precondition.colour == false { lines.append(catalogue(.checksNoColour)) }
    return lines + precondition.texts
  }

  static func time(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension TestPlanWords {
  static func compared(_ comparison: TestRunComparison, _ catalogue: Catalogue = Catalogue()) -> String {
    var values = ["run": comparison.earlier]
    for change in TestRunComparison.Change.allCases { values[change.rawValue] = "\(comparison.entries(change).count)" }
    return catalogue(.checksCompared, values)
  }
}
