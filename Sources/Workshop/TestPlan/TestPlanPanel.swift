import AppState
import Catalogue
import Screens
import TerminalUI

/// The test plan beside the phone: the list of cases, or the open case.
extension Picture {
  mutating func drawChecks(_ phone: Phone<TestPlanTool>, in rect: Rect) -> Int {
    guard phone.own.isLoaded else {
      drawEmptyPanel(.checksReading, in: rect)
      return 0
    }
    if let opened = phone.own.opened, let testCase = phone.own.plan[opened] {
      return drawCheck(testCase, phone, in: rect)
    }
    drawCheckList(phone, in: rect)
    return 0
  }

  private mutating func drawCheckList(_ phone: Phone<TestPlanTool>, in rect: Rect) {
    let checks = phone.own
    let head = TestPlanPanelWords.head(checks, width: rect.width, look)
    for (index, line) in head.enumerated() { put(line, at: Point(rect.x, rect.y + index), width: rect.width) }
    let foot = Array(TestPlanPanelWords.foot(checks, width: rect.width, look).prefix(max(1, rect.height / 3)))
    let area = Rect(rect.x, rect.y + head.count, rect.width, max(1, rect.height - head.count - foot.count))
    for (index, line) in foot.enumerated() {
      put(line, at: Point(rect.x, rect.maxY - foot.count + index), width: rect.width)
    }
    let listed = checks.listed
    guard !listed.isEmpty else { return drawEmptyPanel(.checksNone, in: area) }
    let selected = min(checks.selected, listed.count - 1)
    let window = ScrollWindow(contentHeight: listed.count, height: area.height, offset: selected - area.height / 2)
    for (offset, index) in window.rows.enumerated() {
      let row = Rect(area.x, area.y + offset, area.width - 1, 1)
      drawCheckRow(listed[index], checks, in: row, isSelected: index == selected)
      target(row, .checks(.open(listed[index].id)))
    }
    canvas.scrollBar(window, at: Point(area.maxX - 1, area.y), Style(.secondary))
  }

  private mutating func drawCheckRow(_ testCase: TestCase, _ checks: TestPlanTool, in row: Rect, isSelected: Bool) {
    let mark = TestPlanPanelWords.mark(checks.run?.mark(of: testCase.id), look)
    put(StyledLine([mark]), at: Point(row.x + 2, row.y), width: 1)
    let used = canvas.put(testCase.id + " ", at: Point(row.x + 4, row.y), Style(.secondary), width: row.width - 4)
    let room = max(0, row.width - 4 - used)
    canvas.put(
      TextLayout.clip(testCase.title, to: room, ellipsis: look.marks.ellipsis, ofData: true),
      at: Point(row.x + 4 + used, row.y), Style(.text), width: room)
    guard isSelected else { return }
    canvas.restyle(row, Style(.selection, bold: true))
    canvas.put(look.marks.selected, at: Point(row.x, row.y), Style(.selection, bold: true))
  }

  private mutating func drawCheck(_ testCase: TestCase, _ phone: Phone<TestPlanTool>, in rect: Rect) -> Int {
    let foot = TestCasePage.foot(testCase, phone, width: rect.width, look)
    let fieldHeight = phone.own.note == nil ? 0 : 1
    let area = Rect(rect.x, rect.y, rect.width, max(1, rect.height - foot.count - fieldHeight - 1))
    let lines = TestCasePage.lines(testCase, phone, width: area.width - 2, look)
    let window = ScrollWindow(contentHeight: lines.count, height: area.height, offset: phone.view.panelScroll)
    for (index, line) in lines[window.rows].enumerated() {
      put(line, at: Point(area.x, area.y + index), width: area.width - 1)
    }
    canvas.scrollBar(window, at: Point(area.maxX - 1, area.y), Style(.secondary))
    canvas.fill(Rect(rect.x, area.maxY, rect.width, 1), Style(.panelFrame), look.glyphs == .ascii ? "-" : "─")
    for (index, line) in foot.enumerated() { put(line, at: Point(rect.x, area.maxY + 1 + index), width: rect.width) }
    if let note = phone.own.note {
      let field = Rect(rect.x, rect.maxY - 1, rect.width, 1)
      canvas.textField(
        TextEditor(note), in: field, focused: true, placeholder: look.catalogue(phone.own.typing.hint))
    }
    return window.maximumOffset
  }
}

/// Keys of the tool **Test plan**.
enum TestPlanPanelKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let checks = state[TestPlanTool.self]
    if checks.note != nil {
      return [
        Binding([.enter], .keyCheckNoteKeep, .checks(.endNote), priority: 0, footer: true),
        Binding([.escape], .keyCheckNoteDrop, .checks(.dropNote), priority: 1, footer: true),
        Binding(
          [.backspace], .keyErase, .checks(.editNote(.removeLast)), priority: 4, footer: true, short: .keyEraseShort),
        Binding([.control("u")], .keyEraseAll, .checks(.editNote(.clear))),
      ]
    }
    guard checks.isLoaded, let chosen = checks.chosen else {
      return filter(checks) + PanelKeys.neighbours(state) + [close]
    }
    let isOpen = checks.opened != nil
    // Once a case is marked, report and next case come first.
    let hasResult = checks.run?.results[chosen.id] != nil
    let wantsSetup = checks.preparation?.testCase != chosen.id || checks.preparation?.stage == .failed
    var bindings: [Binding] = []
    if isOpen {
      bindings = [
        Binding([.enter, .character(" ")], .keyCheckNext, .checks(.turn(1)), priority: hasResult ? 0 : 5, footer: true)
      ]
    } else {
      bindings = [
        Binding([.enter, .character(" ")], .keyCheckOpen, .checks(.open(chosen.id)), priority: 0, footer: true)
      ]
    }
    bindings += [
      Binding(
        [.character("p")], .keyCheckPrepare, .checks(.prepare), priority: isOpen && wantsSetup && !hasResult ? 0 : 5,
        footer: true),
      Binding([.character("y")], .keyCheckPass, .checks(.mark(.pass)), priority: hasResult ? 4 : 3, footer: isOpen),
      Binding([.character("n")], .keyCheckFail, .checks(.mark(.fail)), priority: hasResult ? 4 : 3, footer: isOpen),
      Binding([.character("b")], .keyCheckBlocked, .checks(.mark(.blocked)), priority: 4, footer: isOpen),
    ]
    bindings += [
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
      return bindings + [finish] + filter(checks) + PanelKeys.moving(previous: .keyPreviousRow, next: .keyNextRow)
        + PanelKeys.neighbours(state) + [close]
    }
    return bindings + [
      Binding([.right, .character("l")], .keyCheckNext, .checks(.turn(1))),
      Binding([.left, .character("h")], .keyCheckPrevious, .checks(.turn(-1))),
      Binding([.escape], .keyCheckList, .checks(.close), priority: 3, footer: true),
    ] + PanelKeys.scrolling()
  }

  private static func filter(_ checks: TestPlanTool) -> [Binding] {
    [
      Binding(
        [.character("o")], checks.listsOpenOnly ? .keyCheckAll : .keyCheckOpenOnly, .checks(.toggleOpenOnly),
        priority: 6,
        footer: true)
    ]
  }

  private static let close = Binding([.escape], .keyCloseBench, .view(.closeBench), priority: 4, footer: true)
}

extension TestPlanTool.Typing {
  /// The field's name, for scripts and replays.
  fileprivate var name: String {
    switch self {
    case .note: "note"
    case .ticket: "ticket"
    case .tester: "tester"
    }
  }

  fileprivate var hint: Phrase {
    switch self {
    case .note: .checkNoteHint
    case .ticket: .checkTicketHint
    case .tester: .checkTesterHint
    }
  }
}

extension TestPlanTool: ToolView {
  package static func files(_ state: AppState) -> [String] { state[TestPlanTool.self].report ?? [] }
}

extension TestPlanTool {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    picture.drawChecks(Phone(state), in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    let phone = Phone<TestPlanTool>(state)
    let checks = phone.own
    guard checks.isLoaded else { return nil }
    if let opened = checks.opened, let testCase = checks.plan[opened] {
      return TestCasePage.lines(testCase, phone, width: 10_000, look)
        + TestCasePage.foot(testCase, phone, width: 10_000, look)
    }
    let listed = checks.listed
    let page = PagedRows.page(of: checks.selected, in: listed.count)
    let rows = listed[page].map { testCase in
      let chosen = testCase.id == checks.chosen?.id ? look.catalogue(.markChosen) + " " : ""
      let mark = TestPlanPanelWords.name(checks.run?.mark(of: testCase.id), look)
      return StyledLine(
        [.init(text: "\(chosen)\(testCase.id) \(testCase.title): \(mark)", style: Style(.text))],
        action: .checks(.open(testCase.id)))
    }
    let none = rows.isEmpty ? [StyledLine(look.catalogue(.checksNone), Style(.secondary))] : []
    return TestPlanPanelWords.head(checks, width: 10_000, look) + TestPlanPanelWords.foot(checks, width: 10_000, look)
      + none
      + PagedRows.lines(rows, hasBefore: page.lowerBound > 0, hasAfter: page.upperBound < listed.count, look)
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { TestPlanPanelKeys.bindings(state) }
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { state[TestPlanTool.self].opened != nil }

  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? {
    let checks = state[TestPlanTool.self]
    return checks.note == nil ? nil : .tool(checks.typing.name, checks.typing.hint) { .checks(.editNote($0)) }
  }
}
