import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// A case of the test plan for the tester: precondition, steps, expected result.
struct TestCasePage {
  let testCase: TestCase
  let phone: Phone<TestPlanTool>
  let column: TextColumn

  private var look: Look { column.look }
  private var given: TestPrecondition { testCase.precondition }

  var lines: [StyledLine] {
    func title(_ phrase: Phrase) -> [StyledLine] { [StyledLine(look.catalogue(phrase), Style(.secondary, bold: true))] }
    var lines = column.text("\(testCase.id)  \(testCase.title)", Style(.heading, bold: true))
    lines += title(.checkGiven) + preconditions + title(.checkSteps)
    for (index, step) in testCase.steps.enumerated() { lines += column.text("\(index + 1). \(step)", hanging: 3) }
    lines += title(.checkExpected) + testCase.expected.flatMap { column.marked(look.marks.dot, $0) }
    return lines + column.text(.checkSource, Style(.secondary), ["source": testCase.source])
  }

  /// What the program can check has a tick or a cross; anything else a dot.
  private var preconditions: [StyledLine] {
    let all = conditions + given.texts.map { (text: $0, holds: nil as Bool?) }
    guard !all.isEmpty else {
      return [StyledLine("\(look.marks.dot) \(look.catalogue(.givenNothing))", Style(.text))]
    }
    return all.flatMap { text, holds in
      let mark = holds.map { $0 ? look.marks.done : look.marks.failed } ?? look.marks.dot
      return column.marked(mark, text, Style(holds.map { $0 ? .success : .warning } ?? .text))
    }
  }

  /// Each condition in words, and whether it holds; `nil`: the program cannot tell.
  private var conditions: [(text: String, holds: Bool?)] {
    func text(_ phrase: Phrase, _ values: [String: String] = [:]) -> String { look.catalogue(phrase, values) }
    func isMet(_ condition: TestPlanTool.StateCondition) -> Bool? {
      phone.own.met.contains(condition) || phone.holds(condition, given)
    }
    func moves(_ clock: TestClock) -> String {
      let moves = [
        clock.app.map { text(.givenClockApp, ["move": TestClock.text(of: $0)]) },
        clock.server.map { text(.givenClockServer, ["move": TestClock.text(of: $0)]) },
        clock.pace.map { text(.clockPaced, ["pace": ClockWords.pace($0)]) },
      ]
      return moves.compactMap(\.self).joined(separator: ", ")
    }
    func faults(_ faults: TestPrecondition.Faults) -> String {
      if case .preset(let name) = faults { text(.givenFaults, ["name": name]) } else { text(.givenOwnFaults) }
    }
    let conditions: [(text: String, holds: Bool?)?] = [
      given.device.map { (look.word($0.rawValue, in: PhrasesByName.givenDevice), isMet(.device)) },
      given.faults.map { (faults($0), isMet(.faults)) },
      given.clock.map { (text(.givenClock, ["moves": moves($0)]), isMet(.clock)) },
      given.size.map { size in
        (text(.givenSize, ["size": size.text]), look.terminal.map { $0 == Size(size.columns, size.rows) })
      },
      given.language.map { (text(.givenLanguage, ["language": $0.tag]), look.catalogue.language == $0) },
      given.glyphs.map { glyphs in
        (text(glyphs == .ascii ? .givenASCII : .givenUnicode), (look.glyphs == .ascii) == (glyphs == .ascii))
      },
      given.colour.map { (text($0 ? .givenColour : .givenNoColour), nil) },
    ]
    return conditions.compactMap(\.self)
  }

  var foot: [StyledLine] {
    let checks = phone.own
    let result = checks.run?.results[testCase.id]
    if let preparation = checks.preparation, preparation.testCase == testCase.id, checks.note == nil,
      result == nil || !preparation.isOver
    {
      return progress(preparation.stage)
    }
    func detail(_ phrase: Phrase, _ values: [String: String]) -> StyledLine.Span {
      .init(text: "  " + look.catalogue(phrase, values), style: Style(.secondary))
    }
    let (sign, name) = TestPlanPanelWords.mark(result?.mark, look)
    var spans = [sign, .init(text: " " + name, style: Style(.text, bold: true))]
    if let before = checks.earlier?.mark(of: testCase.id) {
      spans.append(detail(.checkBefore, ["mark": TestPlanPanelWords.mark(before, look).name]))
    }
    if let ticket = result?.ticket, !ticket.isEmpty { spans.append(detail(.checkTicket, ["ticket": ticket])) }
    var lines = [StyledLine(spans)]
    if let result, checks.note == nil {
      if !result.note.isEmpty { lines += column.text(result.note).prefix(3) }
      lines += column.text(.checkAttached, Style(.secondary))
    }
    return lines + TestPlanPanelWords.foot(checks, column).prefix(2)
  }

  /// How far the setup of the case is.
  private func progress(_ stage: TestPlanTool.Preparation.Stage) -> [StyledLine] {
    func said(_ mark: String, _ words: String, _ role: Role = .text) -> [StyledLine] {
      column.text("\(mark) \(words)", Style(role, bold: true))
    }
    func going(_ stage: Phrase) -> [StyledLine] {
      said(look.marks.pending, look.catalogue(.preparing, ["stage": look.catalogue(stage)]))
    }
    switch stage {
    case .startingOver(.forgetting): return going(.preparingForget)
    case .startingOver(.clearing): return going(.preparingClear)
    case .registering: return going(.preparingRegister)
    case .signingIn: return going(.preparingSignIn)
    case .failed: return said(look.marks.failed, look.catalogue(.notPrepared), .error)
    case .done:
      return conditions.allSatisfy { $0.holds != false }
        ? said(look.marks.done, look.catalogue(.prepared), .success)
        : said(look.marks.warning, look.catalogue(.preparedPartly), .warning)
    }
  }
}

/// Words of the tool **Test plan** for marks, counts and problems.
enum TestPlanPanelWords {
  static func mark(_ mark: TestMark?, _ look: Look) -> (sign: StyledLine.Span, name: String) {
    let (sign, style, name): (String, Style, Phrase) =
      switch mark {
      case .pass: (look.marks.done, Style(.success, bold: true), .checkPass)
      case .fail: (look.marks.failed, Style(.error, bold: true), .checkFail)
      case .blocked: (look.marks.warning, Style(.warning, bold: true), .checkBlocked)
      case nil: (look.marks.open, Style(.secondary), .checkNoMark)
      }
    return (.init(text: sign, style: style), look.catalogue(name))
  }

  static func head(_ checks: TestPlanTool, _ column: TextColumn) -> [StyledLine] {
    guard let run = checks.run else {
      let ended = checks.earlier.map { column.text(.checksRunEnded, Style(.secondary), ["run": $0.id]) }
      return [StyledLine(checks.plan.title, Style(.heading, bold: true))]
        + (ended ?? column.text(.checksNoRun, Style(.secondary)))
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
}
