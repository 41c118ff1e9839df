import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// Words of the tool **Test plan** for marks, counts and problems.
enum TestPlanPanelWords {
  static func mark(_ mark: TestMark?, _ look: Look) -> StyledLine.Span {
    switch mark {
    case .pass: .init(text: look.marks.done, style: Style(.success, bold: true))
    case .fail: .init(text: look.marks.failed, style: Style(.error, bold: true))
    case .blocked: .init(text: look.marks.warning, style: Style(.warning, bold: true))
    case nil: .init(text: look.marks.open, style: Style(.secondary))
    }
  }

  static func name(_ mark: TestMark?, _ look: Look) -> String {
    switch mark {
    case .pass: look.catalogue(.checkPass)
    case .fail: look.catalogue(.checkFail)
    case .blocked: look.catalogue(.checkBlocked)
    case nil: look.catalogue(.checkNoMark)
    }
  }

  /// The progress of the run.
  static func head(_ checks: TestPlanTool, _ column: TextColumn) -> [StyledLine] {
    guard let run = checks.run else {
      return [StyledLine(checks.plan.title, Style(.heading, bold: true))] + column.text(.checksNoRun, Style(.secondary))
    }
    let counts = run.counts(in: checks.plan)
    let values = [
      "done": "\(counts.all - counts.unmarked)", "all": "\(counts.all)", "pass": "\(counts.pass)",
      "fail": "\(counts.fail)", "blocked": "\(counts.blocked)",
    ]
    return column.text(.checksProgress, Style(.heading, bold: true), values)
      + [StyledLine(column.look.catalogue(.checksRun, ["run": run.id]), Style(.secondary))]
  }

  /// What could not be read or saved, and what was written.
  static func foot(_ checks: TestPlanTool, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    var lines: [StyledLine] = []
    if let problem = checks.problem {
      let why = look.catalogue.words(problem.code.rawValue, problem.values, for: look.reader).explanation
      lines += column.marked(look.marks.warning, .checksNotKept, Style(.error, bold: true), ["why": why])
    }
    if let report = checks.report {
      // All files are in one folder; naming it three times would fill a small screen.
      let names = report.compactMap { $0.split(scalar: "/").last }.joined(separator: ", ")
      let folder = report.first.map { $0.split(scalar: "/", omittingEmptySubsequences: false).dropLast() } ?? []
      let values = ["files": names, "folder": folder.joined(separator: "/")]
      lines += column.marked(look.marks.done, .checksReported, Style(.success), values)
    }
    guard let first = checks.problems.first else { return lines }
    let problem = ["file": first.file, "why": PlanFileWords.why(first, look.catalogue)]
    lines += column.marked(look.marks.warning, .checksProblem, Style(.warning), problem)
    if checks.problems.count > 1 {
      let more = look.catalogue(.checksMoreProblems, ["count": "\(checks.problems.count - 1)"])
      lines.append(StyledLine("  " + more, Style(.warning)))
    }
    return lines
  }

  static func preparation(
    _ preparation: TestPlanTool.Preparation, _ testCase: TestCase, _ phone: Phone<TestPlanTool>, _ look: Look
  ) -> (text: String, style: Style) {
    func going(_ stage: Phrase) -> (String, Style) {
      let text = look.catalogue(.preparing, ["stage": look.catalogue(stage)])
      return ("\(look.marks.pending) \(text)", Style(.text, bold: true))
    }
    switch preparation.stage {
    case .startingOver(.forgetting): return going(.preparingForget)
    case .startingOver(.clearing): return going(.preparingClear)
    case .registering: return going(.preparingRegister)
    case .signingIn: return going(.preparingSignIn)
    case .failed: return ("\(look.marks.failed) \(look.catalogue(.notPrepared))", Style(.error, bold: true))
    case .done:
      let isWhole = TestCasePage.conditions(testCase.precondition, phone, look).allSatisfy { $0.holds != false }
      return isWhole
        ? ("\(look.marks.done) \(look.catalogue(.prepared))", Style(.success, bold: true))
        : ("\(look.marks.warning) \(look.catalogue(.preparedPartly))", Style(.warning, bold: true))
    }
  }
}
