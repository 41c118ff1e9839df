import AppState
import Catalogue
import Screens
import TerminalUI

/// A case of the test plan for the tester: precondition, steps, expected result.
enum TestCasePage {
  static func lines(_ testCase: TestCase, _ phone: Phone<TestPlanTool>, width: Int, _ look: Look) -> [StyledLine] {
    var lines = StyledLine.wrapped("\(testCase.id)  \(testCase.title)", Style(.heading, bold: true), width: width)
    lines += [StyledLine(look.catalogue(.checkGiven), Style(.secondary, bold: true))]
    lines += given(testCase.precondition, phone, width: width, look)
    lines += [StyledLine(look.catalogue(.checkSteps), Style(.secondary, bold: true))]
    for (index, step) in testCase.steps.enumerated() {
      lines += StyledLine.wrapped("\(index + 1). \(step)", Style(.text), width: width, hanging: 3)
    }
    lines += [StyledLine(look.catalogue(.checkExpected), Style(.secondary, bold: true))]
    for sentence in testCase.expected {
      lines += StyledLine.wrapped("\(look.marks.dot) \(sentence)", Style(.text), width: width, hanging: 2)
    }
    lines += StyledLine.wrapped(
      look.catalogue(.checkSource, ["source": testCase.source]), Style(.secondary), width: width)
    return lines
  }

  /// What the program can check has a tick or a cross; anything else a dot.
  private static func given(
    _ given: TestPrecondition, _ phone: Phone<TestPlanTool>, width: Int, _ look: Look
  ) -> [StyledLine] {
    let conditions = conditions(given, phone, look)
    guard !conditions.isEmpty || !given.texts.isEmpty else {
      return [StyledLine("\(look.marks.dot) \(look.catalogue(.givenNothing))", Style(.text))]
    }
    let seen = conditions.flatMap { condition -> [StyledLine] in
      let mark = condition.holds.map { $0 ? look.marks.done : look.marks.failed } ?? look.marks.dot
      let role: Role = condition.holds.map { $0 ? .success : .warning } ?? .text
      return StyledLine.wrapped("\(mark) \(condition.text)", Style(role), width: width, hanging: 2)
    }
    return seen
      + given.texts.flatMap {
        StyledLine.wrapped("\(look.marks.dot) \($0)", Style(.text), width: width, hanging: 2)
      }
  }

  /// - Returns: each condition in words, and whether it holds; `nil`: the program cannot tell.
  static func conditions(
    _ given: TestPrecondition, _ phone: Phone<TestPlanTool>, _ look: Look
  ) -> [(text: String, holds: Bool?)] {
    var conditions: [(String, Bool?)] = []
    func isMet(_ condition: TestPlanTool.StateCondition) -> Bool {
      phone.own.met.contains(condition) || phone.holds(condition, given)
    }
    if let device = given.device {
      let phrase: Phrase =
        switch device {
        case .fresh: .givenFresh
        case .registered: .givenRegistered
        case .signedIn: .givenSignedIn
        }
      conditions.append((look.catalogue(phrase), isMet(.device)))
    }
    switch given.faults {
    case .preset(let name): conditions.append((look.catalogue(.givenFaults, ["name": name]), isMet(.faults)))
    case .plan: conditions.append((look.catalogue(.givenOwnFaults), isMet(.faults)))
    case nil: break
    }
    if let clock = given.clock {
      var moves: [String] = []
      if let app = clock.app { moves.append(look.catalogue(.givenClockApp, ["move": TestClock.text(of: app)])) }
      if let server = clock.server {
        moves.append(look.catalogue(.givenClockServer, ["move": TestClock.text(of: server)]))
      }
      if let pace = clock.pace { moves.append(look.catalogue(.clockPaced, ["pace": ClockWords.pace(pace)])) }
      conditions.append((look.catalogue(.givenClock, ["moves": moves.joined(separator: ", ")]), isMet(.clock)))
    }
    if let size = given.size {
      let isSo = look.terminal.map { $0.width == size.columns && $0.height == size.rows }
      conditions.append((look.catalogue(.givenSize, ["size": size.text]), isSo))
    }
    if let language = given.language {
      conditions.append(
        (look.catalogue(.givenLanguage, ["language": language.tag]), look.catalogue.language == language))
    }
    if let glyphs = given.glyphs {
      conditions.append(
        (look.catalogue(glyphs == .ascii ? .givenASCII : .givenUnicode), (look.glyphs == .ascii) == (glyphs == .ascii)))
    }
    if let colour = given.colour { conditions.append((look.catalogue(colour ? .givenColour : .givenNoColour), nil)) }
    return conditions
  }

  // MARK: The foot

  /// The progress of the setup, or the result.
  static func foot(_ testCase: TestCase, _ phone: Phone<TestPlanTool>, width: Int, _ look: Look) -> [StyledLine] {
    let checks = phone.own
    if let preparation = checks.preparation, preparation.testCase == testCase.id, checks.note == nil {
      if let line = TestPlanPanelWords.preparation(preparation, testCase, phone, look) {
        let found = checks.run?.results[testCase.id] == nil
        if found || !preparation.isOver { return StyledLine.wrapped(line.text, line.style, width: width) }
      }
    }
    let result = checks.run?.results[testCase.id]
    let mark = TestPlanPanelWords.mark(result?.mark, look)
    var spans = [mark, .init(text: " " + TestPlanPanelWords.name(result?.mark, look), style: Style(.text, bold: true))]
    if let before = checks.earlier?.mark(of: testCase.id) {
      spans.append(
        .init(
          text: "  " + look.catalogue(.checkBefore, ["mark": TestPlanPanelWords.name(before, look)]),
          style: Style(.secondary))
      )
    }
    if let ticket = result?.ticket, !ticket.isEmpty {
      spans.append(.init(text: "  " + look.catalogue(.checkTicket, ["ticket": ticket]), style: Style(.secondary)))
    }
    var lines = [StyledLine(spans)]
    if let note = result?.note, !note.isEmpty, checks.note == nil {
      lines += StyledLine.wrapped(note, Style(.text), width: width).prefix(3)
    }
    if result != nil, checks.note == nil {
      lines += StyledLine.wrapped(look.catalogue(.checkAttached), Style(.secondary), width: width)
    }
    return lines + TestPlanPanelWords.foot(checks, width: width, look).prefix(2)
  }
}
