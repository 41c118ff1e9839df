import AppState
import TerminalUI
import TestValues
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// The tools in lines: each can be opened, read, used and left by numbers and names, without remains of a picture.
struct PlainToolsTests {
  private var look: Look {
    var look = Look()
    look.reader = .lines
    return look
  }

  /// Every registered state with each tool open.
  private let open: [(name: String, state: AppState)] = StateRegistry.all.flatMap { name, state in
    state.tools.tabs.compactMap { tab -> (name: String, state: AppState)? in
      var state = state
      (state.view.tab, state.view.focus, state.view.showsHelp, state.view.palette) = (tab, .panel, false, nil)
      return PlainText.tool(of: state) == tab ? ("\(name), \(tab.name)", state) : nil
    }
  }

  private func state(_ name: String, _ tab: PanelTab? = nil) throws -> AppState {
    var state = try sample(name)
    if let tab { (state.view.tab, state.view.focus) = (tab, .panel) }
    return state
  }

  private func choices(_ state: AppState) -> [PlainText.Choice] { PlainText.choices(for: state, look: look) }

  /// Performs the choice whose text contains these words.
  private func choose(_ words: String, in state: inout AppState) throws {
    let offered = choices(state)
    let choice = try #require(offered.first { $0.text.contains(words) }, "\(words): \(offered.map(\.text))")
    guard case .press(let action) = choice.command else { return }
    _ = update(&state, action, now: state.now)
    if case .view(.palette(.choose(let chosen, _))) = action { _ = update(&state, chosen, now: state.now) }
  }

  @Test func manyStatesAreTried() { #expect(open.count > 900) }

  @Test func noRemainsOfAPicture() {
    for (name, state) in open {
      let (said, cut) = TruncatedTexts.of { () -> [String] in
        PlainText.lines(for: state, look: look) + choices(state).flatMap { [$0.heading ?? "-", $0.text] }
      }
      #expect(cut.isEmpty, "\(name): \(cut)")
      for line in said {
        let drawn = line.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) }
        #expect(!drawn && !line.isEmpty && !line.contains("  ") && !line.contains("...."), "\(name): \(line)")
      }
    }
  }

  @Test func anAttackThatWorkedHasNotFailed() throws {
    let said = PlainText.lines(for: try state("lesson-despite", .lesson), look: look)
    for start in ["Attention: Attacker: ", "Done: Attacker: "] {
      #expect(said.contains { $0.hasPrefix(start) }, "\(said)")
    }
    #expect(!said.contains { $0.hasPrefix("Failed: ") }, "\(said)")
  }

  @Test func aWrongAnswerHasNotFailedEither() throws {
    let said = PlainText.lines(for: try state("lesson-predicted-wrong", .lesson), look: look)
    #expect(said.contains { $0.hasPrefix("Wrong: ") } && !said.contains { $0.hasPrefix("Failed: ") }, "\(said)")
  }

  @Test func theNameOfAnAnswerIsNotThatOfATool() throws {
    let asking = try #require(open.first { choices($0.state).contains { $0.text == "the server" } })
    guard case .choice(let answer)? = PlainText.named("server", in: asking.state, look: look) else {
      throw Unexpected()
    }
    #expect(answer.text == "the server")
  }

  @Test func oneChoiceLeaves() {
    for (name, state) in open {
      let choices = choices(state)
      #expect(choices.count(where: \.leadsOut) == 1, "\(name)")
      #expect(Set(choices.map(\.command)).count == choices.count, "\(name): \(choices.map(\.text))")
    }
  }

  /// Every action in the full screen's footer has a number or a name here.
  @Test func actionsOfTheFooterAreAvailable() {
    let arrows: Set<Key> = [.up, .down, .home, .end, .pageUp, .pageDown]
    for (name, state) in open {
      let choices = choices(state)
      let numbered = Set(choices.compactMap(\.action))
      let hasRows = PlainText.panel(state, look)?.rows.isEmpty == false
      let types = PlainText.editedField(state) != nil
      let show = Set(state.caption?.keys(state) ?? [])
      for key in KeyMap.bindings(for: state, size: Size(150, 50)) where key.isInFooter && !show.contains(key) {
        guard let action = key.action, let first = key.keys.first, !key.isOfScreen else { continue }
        // Moves of the view, Enter on the selected row and keys that delete letters have no counterpart in lines.
        if case .view = action { continue }
        if first != .enter, !arrows.isDisjoint(with: key.keys) { continue }
        if first == .enter, hasRows { continue }
        if types, [.backspace, .control("u")].contains(first) { continue }
        if numbered.contains(action) { continue }
        let words = PlainText.name(key, look)
        guard case .choice(let named)? = PlainText.named(words, in: state, look: look), named.action == action else {
          Issue.record("\(name): \(words) cannot be done")
          continue
        }
      }
    }
  }

  @Test func theListHasThePanelsAndReasonsForMissingOnes() throws {
    var state = try state("authenticated")
    try choose("Tools", in: &state)
    let names = choices(state).map(\.text)
    #expect(names.prefix(6) == ["Messages", "Sequence", "State", "Server", "Keystore", "Lesson"])
    for name in ["Faults", "Clock", "Test plan", "Phones", "Step mode", "Write evidence"] {
      #expect(names.contains(name), "\(name): \(names)")
    }
    try choose("Messages", in: &state)
    #expect(PlainText.tool(of: state) == .messages && !state.view.showsHelp)
    guard case .choice(let list)? = PlainText.named("tools", in: state, look: look) else { throw Unexpected() }
    #expect(list.action == .view(.toggleHelp))
    try choose("Back", in: &state)
    #expect(PlainText.tool(of: state) == nil && state.view.focus == .phone)

    state.settings.presenter = true
    try choose("Tools", in: &state)
    let reason = "Faults: not now, not in front of an audience; --bench allows it"
    #expect(PlainText.lines(for: state, look: look).contains(reason))
    #expect(!choices(state).contains { $0.text == "Faults" })
  }

  /// A bench tool leads back to the place from which it was opened.
  @Test func aToolThatWasOpenedFromAnotherLeadsBackToIt() throws {
    var state = try state("authenticated", .sequence)
    guard case .choice(let faults)? = PlainText.named("faults", in: state, look: look) else {
      throw Unexpected("faults is no name")
    }
    _ = update(&state, try #require(faults.action), now: state.now)
    #expect(PlainText.tool(of: state) == .faults)
    try choose("Back", in: &state)
    #expect(PlainText.tool(of: state) == .sequence)
  }

  @Test func aMessageIsReadWithEachExplanation() throws {
    var state = try state("authenticated", .messages)
    try choose("POST token", in: &state)
    let lines = PlainText.lines(for: state, look: look)
    let place = try #require(lines.firstIndex { $0.hasPrefix("grant_type = ") }, "\(lines)")
    #expect(lines[place + 1].contains("RFC 6749"), "\(lines[place + 1])")
    try choose("Back", in: &state)
    #expect(choices(state).contains { $0.text.hasPrefix("Chosen: ") && $0.text.contains("POST token") })
  }

  @Test func theSequenceIsToldInSentences() throws {
    let said = choices(try state("authenticated", .sequence)).map(\.text)
    #expect(said.contains { $0.contains("App asks Identity server: POST token. The answer: 200 ") }, "\(said)")
  }

  /// An active fault is named in the first line.
  @Test func aFaultIsSwitchedOnByItsRow() throws {
    var state = try state("authenticated", .faults)
    try choose("Phone without a network", in: &state)
    #expect(!state[FaultsTool.self].active.isEmpty)
    #expect(PlainText.lines(for: state, look: look).first?.hasPrefix("On purpose: ") == true)
    try choose("All off", in: &state)
    #expect(state[FaultsTool.self].active.isEmpty)
  }

  /// A text field becomes a question, and ends as with Enter or Escape.
  @Test func aFieldIsAQuestionAndCanBeEnded() throws {
    var state = try state("authenticated", .messages)
    try choose("Search", in: &state)
    let field = try #require(PlainText.editedField(state))
    #expect(PlainText.question(for: field, in: state, look: look) == "method, URL, status, name, text: ")
    _ = update(&state, field.filled(with: "token"), now: state.now)
    #expect(PlainText.ending(state, keeps: true, look: look) == .messages(.endSearch))
    #expect(PlainText.ending(state, keeps: false, look: look) == .messages(.clearSearch))
  }

  @Test func aHeldMessageHasItsChoices() throws {
    let held = StateRegistry.all.filter { $0.state[Stepping.self].heldMessage != nil && PhoneSheet($0.state) == nil }
    #expect(!held.isEmpty)
    for (name, state) in held where PlainText.tool(of: state) == nil && !state.looksBack && !state.view.showsHelp {
      let actions = choices(state).compactMap(\.action)
      let asks = state[Stepping.self].openQuestion != nil
      #expect(actions.contains(asks ? .step(.answer(0)) : .step(.next)), "\(name)")
      #expect(actions.contains(.step(.runOn)) && actions.contains(.view(.toggleHelp)), "\(name)")
      #expect(!actions.contains(.step(.card)), "\(name)")
    }
  }
}
