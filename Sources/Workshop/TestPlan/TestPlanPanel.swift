import AppState
import Catalogue
import Screens
import TerminalUI

/// The test plan beside the phone: the list of cases, or the open case.
extension Picture {
  fileprivate mutating func drawCheckList(_ phone: Phone<TestPlanTool>, in rect: Rect) {
    let (checks, column) = (phone.own, TextColumn(rect.width, look))
    let head = TestPlanPanelWords.head(checks, column)
    put(head, in: rect)
    let foot = TestPlanPanelWords.foot(checks, column).cut(to: max(1, rect.height / 3), width: rect.width, look)
    putAtBottom(foot, in: rect)
    let area = Rect(rect.x, rect.y + head.count, rect.width, max(1, rect.height - head.count - foot.count))
    let listed = checks.listed
    guard !listed.isEmpty else { return drawEmptyPanel(.checksNone, in: area) }
    let selected = min(checks.selected, listed.count - 1)
    let window = ScrollWindow(contentHeight: listed.count, height: area.height, offset: selected - area.height / 2)
    putRows(window, in: area, bar: area.maxX - 1) { picture, index, row in
      picture.drawCheckRow(listed[index], checks, in: row)
      if index == selected { picture.markSelected(row, bold: true) }
      return .checks(.open(listed[index].id))
    }
  }

  private mutating func drawCheckRow(_ testCase: TestCase, _ checks: TestPlanTool, in row: Rect) {
    let mark = TestPlanPanelWords.mark(checks.run?.mark(of: testCase.id), look)
    put(StyledLine([mark.sign]), at: Point(row.x + 2, row.y), width: 1)
    let used = canvas.put(testCase.id + " ", at: Point(row.x + 4, row.y), Style(.secondary), width: row.width - 4)
    canvas.put(
      testCase.title, at: Point(row.x + 4 + used, row.y), Style(.text), width: max(0, row.width - 4 - used),
      ofData: true)
  }

  fileprivate mutating func drawCheck(_ testCase: TestCase, _ phone: Phone<TestPlanTool>, in rect: Rect) -> Int {
    let foot = TestCasePage(testCase: testCase, phone: phone, column: TextColumn(rect.width, look)).foot
    let fieldHeight = phone.own.note == nil ? 0 : 1
    let area = Rect(rect.x, rect.y, rect.width, max(1, rect.height - foot.count - fieldHeight - 1))
    let lines = TestCasePage(testCase: testCase, phone: phone, column: TextColumn(area.width - 2, look)).lines
    let reach = putScrolled(lines, in: area, offset: phone.view.panelScroll, bar: area.maxX - 1)
    drawPanelRule(in: rect, at: area.maxY)
    put(foot, in: Rect(rect.x, area.maxY + 1, rect.width, foot.count))
    if let note = phone.own.note {
      canvas.textField(
        TextEditor(note), in: Rect(rect.x, rect.maxY - 1, rect.width, 1), focused: true,
        placeholder: look.catalogue(phone.own.typing.field.hint))
    }
    return reach
  }
}

enum TestPlanPanelKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let checks = state[TestPlanTool.self]
    if checks.note != nil {
      return [
        Binding([.enter], .keyCheckNoteKeep, .checks(.endNote), inFooter: 0),
        Binding([.escape], .keyCheckNoteDrop, .checks(.dropNote), inFooter: 1),
        Binding([.backspace], .keyErase, .checks(.editNote(.removeLast)), inFooter: 4, short: .keyEraseShort),
        Binding([.control("u")], .keyEraseAll, .checks(.editNote(.clear))),
      ]
    }
    guard checks.isLoaded, let chosen = checks.chosen else {
      return filter(checks) + [ClientTestKeys.show(state)] + PanelKeys.neighbours(state) + [close]
    }
    let isOpen = checks.opened != nil
    // Once a case is marked, report and next case come first.
    let mark = checks.run?.results[chosen.id]?.mark
    let hasResult = mark != nil
    let wantsSetup = checks.preparation?.testCase != chosen.id || checks.preparation?.stage == .failed
    // The mark that it has is the first to leave the footer.
    func priority(_ key: TestMark) -> Int { mark == nil ? 3 : mark == key ? 5 : 4 }
    let enter: [Key] = [.enter, .character(" ")]
    let bindings = [
      isOpen
        ? Binding(enter, .keyCheckNext, .checks(.turn(1)), inFooter: hasResult ? 0 : 5)
        : Binding(enter, .keyCheckOpen, .checks(.open(chosen.id)), inFooter: 0),
      Binding(
        [.character("p")], .keyCheckPrepare, .checks(.prepare), inFooter: isOpen && wantsSetup && !hasResult ? 0 : 6),
      Binding([.character("y")], .keyCheckPass, .checks(.mark(.pass)), priority: priority(.pass), footer: isOpen),
      Binding([.character("n")], .keyCheckFail, .checks(.mark(.fail)), priority: priority(.fail), footer: isOpen),
      Binding([.character("b")], .keyCheckBlocked, .checks(.mark(.blocked)), priority: 4, footer: isOpen),
      Binding([.character("i")], .keyCheckNote, .checks(.beginNote), priority: 3, footer: isOpen)
        .off(.reasonNoResult, if: !hasResult),
      Binding([.character("t")], .keyCheckTicket, .checks(.beginTicket), priority: 3, footer: isOpen)
        .off(.reasonNoResult, if: !hasResult),
      Binding([.character("u")], .keyCheckUnmark, .checks(.unmark), priority: 9).off(.reasonNoResult, if: !hasResult),
      Binding([.character("w")], .keyCheckReport, .checks(.report), priority: 6, footer: !isOpen)
        .off(.reasonNoRun, if: checks.run == nil && checks.earlier == nil),
    ]
    guard isOpen else {
      let finish = Binding([.character("e")], .keyCheckFinish, .checks(.finish), footer: true)
        .off(.reasonNoRun, if: checks.run == nil)
      return bindings + [finish] + filter(checks) + [ClientTestKeys.show(state)]
        + PanelKeys.moving(previous: .keyPreviousRow, next: .keyNextRow)
        + PanelKeys.neighbours(state) + [close]
    }
    return bindings + [
      Binding([.right, .character("l")], .keyCheckNext, .checks(.turn(1))),
      Binding([.left, .character("h")], .keyCheckPrevious, .checks(.turn(-1))),
      Binding([.escape], .keyCheckList, .checks(.close), inFooter: 3),
    ] + PanelKeys.scrolling()
  }

  private static func filter(_ checks: TestPlanTool) -> [Binding] {
    let phrase: Phrase = checks.listsOpenOnly ? .keyCheckAll : .keyCheckOpenOnly
    return [Binding([.character("o")], phrase, .checks(.toggleOpenOnly), inFooter: 6)]
  }

  private static let close = Binding([.escape], .keyCloseBench, .view(.closeBench), inFooter: 4)
}

extension TestPlanTool.Typing {
  /// The field's name, for scripts and replays, and what to enter.
  fileprivate var field: (name: String, hint: Phrase) {
    switch self {
    case .note: ("note", .checkNoteHint)
    case .ticket: ("ticket", .checkTicketHint)
    case .tester: ("tester", .checkTesterHint)
    }
  }
}

extension TestPlanTool: ToolView {
  package static func files(_ state: AppState) -> [String] { state[TestPlanTool.self].report ?? [] }

  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    if state[ClientTesting.self].isShown {
      let lines = ClientTestPage.lines(state, TextColumn(rect.width - 2, picture.look))
      return picture.putScrolled(lines, in: rect, offset: state.view.panelScroll, bar: rect.maxX - 1)
    }
    let phone = Phone<TestPlanTool>(state)
    guard phone.own.isLoaded else { return picture.emptyPanel(.checksReading, in: rect) }
    if let opened = phone.own.opened, let testCase = phone.own.plan[opened] {
      return picture.drawCheck(testCase, phone, in: rect)
    }
    picture.drawCheckList(phone, in: rect)
    return 0
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    if state[ClientTesting.self].isShown { return ClientTestPage.lines(state, TextColumn(10_000, look)) }
    let phone = Phone<TestPlanTool>(state)
    let checks = phone.own
    guard checks.isLoaded else { return nil }
    let column = TextColumn(10_000, look)
    if let opened = checks.opened, let testCase = checks.plan[opened] {
      let page = TestCasePage(testCase: testCase, phone: phone, column: column)
      return page.lines + page.foot
    }
    let listed = checks.listed
    let page = PagedRows.page(of: checks.selected, in: listed.count)
    let rows = listed[page].map { testCase in
      let chosen = testCase.id == checks.chosen?.id ? look.catalogue(.markChosen) + " " : ""
      let mark = TestPlanPanelWords.mark(checks.run?.mark(of: testCase.id), look).name
      return StyledLine(
        "\(chosen)\(testCase.id) \(testCase.title): \(mark)", Style(.text), action: .checks(.open(testCase.id)))
    }
    let none = rows.isEmpty ? [StyledLine(look.catalogue(.checksNone), Style(.secondary))] : []
    return TestPlanPanelWords.head(checks, column) + TestPlanPanelWords.foot(checks, column) + none
      + PagedRows.lines(rows, hasBefore: page.lowerBound > 0, hasAfter: page.upperBound < listed.count, look)
  }

  /// A test of a client goes on while other panels are open.
  package static func sign(_ state: AppState, _ look: Look) -> String? {
    state[ClientTesting.self].isRunning ? look.catalogue(.signClientTest) : nil
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] {
    state[ClientTesting.self].isShown ? ClientTestKeys.bindings(state) : TestPlanPanelKeys.bindings(state)
  }
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool {
    state[ClientTesting.self].isShown || state[TestPlanTool.self].opened != nil
  }

  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? {
    let checks = state[TestPlanTool.self]
    let (name, hint) = checks.typing.field
    return checks.note == nil ? nil : .tool(name, hint) { .checks(.editNote($0)) }
  }
}
