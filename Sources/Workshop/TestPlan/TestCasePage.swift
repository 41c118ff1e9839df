import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// A case of the test plan for the tester: precondition, steps, expected result.
enum TestCasePage {
  static func lines(_ testCase: TestCase, _ phone: Phone<TestPlanTool>, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    func title(_ phrase: Phrase) -> [StyledLine] { [StyledLine(look.catalogue(phrase), Style(.secondary, bold: true))] }
    var lines = column.text("\(testCase.id)  \(testCase.title)", Style(.heading, bold: true))
    lines += title(.checkGiven) + given(testCase.precondition, phone, column) + title(.checkSteps)
    for (index, step) in testCase.steps.enumerated() { lines += column.text("\(index + 1). \(step)", hanging: 3) }
    lines += title(.checkExpected) + testCase.expected.flatMap { column.marked(look.marks.dot, $0) }
    return lines + column.text(.checkSource, Style(.secondary), ["source": testCase.source])
  }

  /// What the program can check has a tick or a cross; anything else a dot.
  private static func given(
    _ given: TestPrecondition, _ phone: Phone<TestPlanTool>, _ column: TextColumn
  ) -> [StyledLine] {
    let look = column.look
    let conditions = conditions(given, phone, look)
    guard !conditions.isEmpty || !given.texts.isEmpty else {
      return [StyledLine("\(look.marks.dot) \(look.catalogue(.givenNothing))", Style(.text))]
    }
    let seen = conditions.flatMap { text, holds in
      let mark = holds.map { $0 ? look.marks.done : look.marks.failed } ?? look.marks.dot
      return column.marked(mark, text, Style(holds.map { $0 ? .success : .warning } ?? .text))
    }
    return seen + given.texts.flatMap { column.marked(look.marks.dot, $0) }
  }

  /// - Returns: each condition in words, and whether it holds; `nil`: the program cannot tell.
  static func conditions(
    _ given: TestPrecondition, _ phone: Phone<TestPlanTool>, _ look: Look
  ) -> [(text: String, holds: Bool?)] {
    var conditions: [(String, Bool?)] = []
    func isMet(_ condition: TestPlanTool.StateCondition) -> Bool {
      phone.own.met.contains(condition) || phone.holds(condition, given)
    }
    func add(_ phrase: Phrase, _ holds: Bool?, _ values: [String: String] = [:]) {
      conditions.append((look.catalogue(phrase, values), holds))
    }
    switch given.device {
    case .fresh: add(.givenFresh, isMet(.device))
    case .registered: add(.givenRegistered, isMet(.device))
    case .signedIn: add(.givenSignedIn, isMet(.device))
    case nil: break
    }
    switch given.faults {
    case .preset(let name): add(.givenFaults, isMet(.faults), ["name": name])
    case .plan: add(.givenOwnFaults, isMet(.faults))
    case nil: break
    }
    if let clock = given.clock {
      let moves = [
        clock.app.map { look.catalogue(.givenClockApp, ["move": TestClock.text(of: $0)]) },
        clock.server.map { look.catalogue(.givenClockServer, ["move": TestClock.text(of: $0)]) },
        clock.pace.map { look.catalogue(.clockPaced, ["pace": ClockWords.pace($0)]) },
      ].compactMap(\.self).joined(separator: ", ")
      add(.givenClock, isMet(.clock), ["moves": moves])
    }
    if let size = given.size {
      let isSo = look.terminal.map { $0.width == size.columns && $0.height == size.rows }
      add(.givenSize, isSo, ["size": size.text])
    }
    if let language = given.language {
      add(.givenLanguage, look.catalogue.language == language, ["language": language.tag])
    }
    if let glyphs = given.glyphs {
      add(glyphs == .ascii ? .givenASCII : .givenUnicode, (look.glyphs == .ascii) == (glyphs == .ascii))
    }
    if let colour = given.colour { add(colour ? .givenColour : .givenNoColour, nil) }
    return conditions
  }

  static func foot(_ testCase: TestCase, _ phone: Phone<TestPlanTool>, _ column: TextColumn) -> [StyledLine] {
    let (checks, look) = (phone.own, column.look)
    let result = checks.run?.results[testCase.id]
    if let preparation = checks.preparation, preparation.testCase == testCase.id, checks.note == nil,
      result == nil || !preparation.isOver
    {
      let (text, style) = TestPlanPanelWords.preparation(preparation, testCase, phone, look)
      return column.text(text, style)
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
