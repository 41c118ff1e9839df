import AppState
import Catalogue
import Screens
import TerminalUI

/// The phone while a message is held: the full card if the phone is alone, one sentence if the panel shows the card.
enum StepPage {
  /// - Parameter beside: whether the panel is visible.
  static func page(_ message: HeldMessage, _ flow: Flow, _ state: AppState, _ look: Look, beside: Bool) -> PhonePage {
    let words = StepWords(message, reveal: state.revealsSecrets, look)
    let asks = state[Stepping.self].openQuestion != nil
    let title =
      beside ? look.catalogue(ProgressScreen.heading(flow.kind)) : look.catalogue(asks ? .whatIsNext : .nextMessage)
    var blocks = beside ? short(words, flow, state, look) : full(words, state, look)
    if let motion = state[Stepping.self].motion(state, look) {
      blocks += [.gap, .text(motion, Style(.phoneWarning), .left)]
    }
    return PhonePage(title: title, blocks: blocks, controls: controls(message, state))
  }

  static func controls(_ message: HeldMessage, _ state: AppState) -> [Control] {
    let cancel = message.isWrite ? [] : [Control(.cancel, .cancel, .quiet)]
    guard let question = state[Stepping.self].openQuestion else { return [Control(.sendIt, .step(.next))] + cancel }
    return question.choices.enumerated().compactMap { index, choice in
      PhrasesByName.stepTitle[choice.rawValue].map { Control($0, .step(.answer(index)), .link) }
    } + cancel
  }

  private static func short(_ words: StepWords, _ flow: Flow, _ state: AppState, _ look: Look) -> [PhonePage.Block] {
    // The list of steps would reveal the answer.
    guard state[Stepping.self].openQuestion == nil else {
      return [.text(look.catalogue(.stoppedToAsk), Style(.phone), .left)]
    }
    return [
      .lines(ProgressScreen.steps(flow, state, look)), .gap,
      .text(look.catalogue(.stoppedBefore, ["message": words.title]), Style(.phone), .left),
    ]
  }

  private static func full(_ words: StepWords, _ state: AppState, _ look: Look) -> [PhonePage.Block] {
    guard state[Stepping.self].openQuestion == nil else { return [] }
    var blocks: [PhonePage.Block] = []
    let verdict = PredictionWords.lines(state, look, width: 34, .phoneSuccess, .phoneError)
    if !verdict.isEmpty { blocks += [.lines(verdict), .gap] }
    blocks += [
      .lines([StyledLine(words.parties.map { .init(text: $0.text, style: Style(.phoneLabel)) })]),
      .text(words.title, Style(.phone, bold: true), .left), .text(words.line(34), Style(.phoneSecondary), .left), .gap,
      .text(words.why, Style(.phone), .left),
    ]
    if words.message.isWrite { blocks.append(.text(look.catalogue(.noWayBack), Style(.phoneSecondary), .left)) }
    for item in words.carried {
      let line = StyledLine("\(item.name)  ", Style(.phoneLabel), item.value, Style(.phoneValue))
      blocks += [.gap, .lines([line])]
      if !item.sentence.isEmpty { blocks.append(.text(item.meaning(look), Style(.phoneSecondary), .left)) }
    }
    return blocks
  }
}

extension Stepping: ToolView {
  /// Shown between messages, where a narrow footer has no room for it.
  package static func sign(_ state: AppState, _ look: Look) -> String? {
    let stepping = state[Stepping.self]
    let isSaid = stepping.isOn && stepping.heldMessage == nil && look.terminal.map(Arrangement.isNarrow) == true
    return isSaid ? look.catalogue(stepping.name) : nil
  }

  /// Plain lines have no footer with the key that ends step mode.
  package static func linesBefore(_ state: AppState, _ look: Look) -> [String] {
    state[Stepping.self].isOn ? ["\(look.marks.current) \(look.catalogue(state[Stepping.self].name))"] : []
  }

  package static var hold: ToolHold? {
    var hold = ToolHold()
    hold.isHolding = { $0[Stepping.self].heldMessage != nil }
    hold.forbidsCancel = { $0[Stepping.self].heldMessage?.isWrite == true }
    hold.page = { flow, state, look, beside in
      state[Stepping.self].heldMessage.map { StepPage.page($0, flow, state, look, beside: beside) }
    }
    hold.coversPanel = { $0[Stepping.self].showsCard }
    hold.drawPanel = { state, picture, rect in
      state[Stepping.self].heldMessage.map { picture.drawStepCard($0, state, in: rect) } ?? 0
    }
    hold.lines = { state, look in
      state[Stepping.self].heldMessage.map { StepCard.lines($0, state, look, width: 10_000) } ?? []
    }
    hold.editedField = { $0[Stepping.self].editor?.text == nil ? nil : .tool("change") { .step(.edit(.type($0))) } }
    hold.drawStrip = { $1.drawStepStrip($0, in: $2) }
    hold.keys = { StepKeys.bindings($0, $1, own: $2) }
    return hold
  }
}

/// Keys of step mode. While a message is held they take precedence over those of the screen, as do the arrow keys
/// during a question.
enum StepKeys {
  /// Keys in `own` stay with the screen: Enter opens things in the panel.
  static func bindings(_ state: AppState, _ arrangement: Arrangement, own: [Binding]) -> [Binding] {
    let (stepping, focus) = (state[Stepping.self], arrangement.focus)
    var bindings: [Binding] = []
    if let editor = stepping.editor, focus == .panel {
      return editor.keys(send: (.keySendIt, .step(.sendChanged)), leave: .step(.change)) { .step(.edit($0)) }
        + [toggle(stepping)]
    }
    let isAsking = stepping.heldMessage != nil && stepping.openQuestion != nil && state.view.confirmation == nil
    let ask = Binding(
      [.character("p")] + (isAsking ? [.escape] : []), stepping.predicts ? .keyDoNotAsk : .keyAsk, .step(.predict),
      inFooter: isAsking ? 2 : 6)
    if let message = stepping.heldMessage, state.view.confirmation == nil {
      if let question = stepping.openQuestion {
        bindings += asking(question, state, focus)
      } else {
        bindings += sending(state, focus, own)
        bindings.append(card(state, focus))
        if !message.parameters.isEmpty, !own.contains(where: { $0.keys.contains(.character("e")) }) {
          bindings.append(Binding([.character("e")], .keyChange, .step(.change), inFooter: 5))
        }
      }
      bindings += [Binding([.character("g")], .keyRunOn, .step(.runOn), inFooter: 4), ask]
    } else {
      if stepping.isOn, !own.contains(where: { $0.keys.contains(.character("p")) }) { bindings.append(ask) }
      bindings += [
        Binding([.character(" "), .enter], .keySendIt, .step(.next)),
        Binding([.character("g")], .keyRunOn, .step(.runOn)),
      ].map { $0.off(.because(.reasonNothingHeld)) }
    }
    bindings.append(toggle(stepping))
    let paces = Stepping.Pace.chosen
    guard let pace = paces.firstIndex(of: stepping.isOn ? stepping.pace : .off) else { return bindings }
    if pace + 1 < paces.count {
      bindings.append(
        Binding(
          [.character(">")], .keySlower, .step(.pace(paces[pace + 1])), priority: 9, footer: stepping.isOn, global: true
        ))
    }
    if pace > 0 { bindings.append(Binding([.character("<")], .keyFaster, .step(.pace(paces[pace - 1])), global: true)) }
    return bindings
  }

  private static func toggle(_ stepping: Stepping) -> Binding {
    Binding(
      [.character("s")], stepping.isOn ? .keyStepOff : .keyStepOn, .step(.toggle), priority: stepping.isOn ? 5 : 8,
      footer: true, global: true)
  }

  /// The key's name in the card's hint.
  static let cardKey = "d"

  private static func card(_ state: AppState, _ focus: ViewState.Focus) -> Binding {
    let isOpen = state[Stepping.self].showsCard
    return Binding(
      [.character(Character(cardKey))] + (isOpen && focus == .panel ? [.escape] : []),
      isOpen ? .keyFoldCard : .keyWholeCard, .step(.card), inFooter: 6
    ).ofScreen
  }

  /// On the phone Enter presses the page's buttons; in the panel the space bar sends.
  private static func sending(_ state: AppState, _ focus: ViewState.Focus, _ own: [Binding]) -> [Binding] {
    let stepping = state[Stepping.self]
    let pauses = stepping.isOn && stepping.pace != .off
    var bindings: [Binding] = []
    if pauses {
      bindings.append(Binding([.character(" ")], stepping.isPaused ? .keyGoOn : .keyHoldOn, .step(.pause), inFooter: 0))
    }
    guard focus == .panel else { return bindings }
    let enter: [Key] = own.contains { $0.keys.contains(.enter) } ? [] : [.enter]
    let keys = (pauses ? [] : [.character(" ")]) + enter
    // In the guided tour Enter sends it.
    let isNamed = own.contains { $0.isInFooter && $0.phrase == .keySendIt }
    if !keys.isEmpty {
      bindings.append(Binding(keys, .keySendIt, .step(.next), priority: 0, footer: !isNamed))
    }
    return bindings
  }

  private static func asking(_ question: Prediction, _ state: AppState, _ focus: ViewState.Focus) -> [Binding] {
    var bindings: [Binding] = []
    let last = question.choices.count - 1
    let focused = min(state.view.button, last)
    // After the answers comes the phone's Cancel button.
    if focus == .panel || state.view.button <= last {
      bindings.append(Binding([.enter, .character(" ")], .keyAnswer, .step(.answer(focused)), inFooter: 0))
    }
    if focus == .panel {
      bindings += [
        Binding([.down, .character("j")], .keyNextButton, .view(.focusButton(min(focused + 1, last)))),
        Binding([.up, .character("k")], .keyPreviousButton, .view(.focusButton(max(focused - 1, 0)))),
      ]
    }
    return bindings
      + question.choices.indices.map { index in
        Binding([.character(Character(String(index + 1)))], .keyChoice, .step(.answer(index)))
      }
  }
}
