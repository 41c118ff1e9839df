import AppState
import Catalogue
import Screens
import TerminalUI

/// A case of the test plan for the tester: precondition, steps, expected result.
enum TestCasePage {
  static func lines(_ testCase: TestCase, _ phone: Phone<TestPlanTool>, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    func title(_ phrase: Phrase) -> [StyledLine] {
      [StyledLine(look.catalogue(phrase), Style(.secondary, bold: true))]
    }
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

  // MARK: The foot

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
    let name = TestPlanPanelWords.name(result?.mark, look)
    var spans = [
      TestPlanPanelWords.mark(result?.mark, look), .init(text: " " + name, style: Style(.text, bold: true)),
    ]
    if let before = checks.earlier?.mark(of: testCase.id) {
      spans.append(detail(.checkBefore, ["mark": TestPlanPanelWords.name(before, look)]))
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
