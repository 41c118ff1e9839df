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
    if !verdict.isEmpty { blocks += [.lines(verdict, hanging: 2), .gap] }
    blocks += [
      .lines([StyledLine(words.parties.map { .init(text: $0.text, style: Style(.phoneLabel)) })], hanging: 2),
      .text(words.title, Style(.phone, bold: true), .left),
      .text(words.line(34), Style(.phoneSecondary), .left), .gap,
      .text(words.why, Style(.phone), .left),
    ]
    if words.message.isWrite { blocks.append(.text(look.catalogue(.noWayBack), Style(.phoneSecondary), .left)) }
    for item in words.carried {
      blocks += [
        .gap,
        .lines(
          [
            StyledLine([
              .init(text: "\(item.name)  ", style: Style(.phoneLabel)),
              .init(text: item.value, style: Style(.phoneValue)),
            ])
          ], hanging: 2),
      ]
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

  package static var hold: (any ToolHold.Type)? { StepKeys.self }
}

extension StepKeys {
  static func isHolding(_ state: AppState) -> Bool { state[Stepping.self].heldMessage != nil }
  static func forbidsCancel(_ state: AppState) -> Bool { state[Stepping.self].heldMessage?.isWrite == true }
  static func coversPanel(_ state: AppState) -> Bool { state[Stepping.self].showsCard }

  static func page(_ flow: Flow, _ state: AppState, _ look: Look, _ beside: Bool) -> PhonePage? {
    state[Stepping.self].heldMessage.map { StepPage.page($0, flow, state, look, beside: beside) }
  }

  static func drawPanel(_ state: AppState, _ picture: inout Picture, _ rect: Rect) -> Int {
    state[Stepping.self].heldMessage.map { picture.drawStepCard($0, state, in: rect) } ?? 0
  }

  static func lines(_ state: AppState, _ look: Look) -> [StyledLine] {
    state[Stepping.self].heldMessage.map { StepCard.lines($0, state, look, width: 10_000) } ?? []
  }

  static func editedField(_ state: AppState) -> InputField? {
    state[Stepping.self].editor?.text == nil ? nil : .tool("change") { .step(.edit(.type($0))) }
  }

  static func drawStrip(_ state: AppState, _ picture: inout Picture, _ rect: Rect) -> Rect {
    picture.drawStepStrip(state, in: rect)
  }
}
