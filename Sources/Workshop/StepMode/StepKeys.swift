import AppState
import Screens
import TerminalUI

/// Keys of step mode. While a message is held they take precedence over those of the screen, as do the arrow keys
/// during a question.
enum StepKeys: ToolHold {
  /// Keys in `own` stay with the screen: Enter opens things in the panel.
  static func keys(_ state: AppState, _ arrangement: Arrangement, _ own: [Binding]) -> [Binding] {
    let (stepping, focus) = (state[Stepping.self], arrangement.focus)
    var bindings: [Binding] = []
    if let editor = stepping.editor, focus == .panel {
      return editor.keys(send: (.keySendIt, .step(.sendChanged)), leave: .step(.change)) { .step(.edit($0)) }
        + [toggle(stepping)]
    }
    let isAsking = stepping.heldMessage != nil && stepping.openQuestion != nil && state.view.confirmation == nil
    let ask = Binding(
      [.character("p")] + (isAsking ? [.escape] : []), stepping.predicts ? .keyDoNotAsk : .keyAsk, .step(.predict),
      priority: isAsking ? 2 : 6, footer: true)
    if let message = stepping.heldMessage, state.view.confirmation == nil {
      if let question = stepping.openQuestion {
        bindings += asking(question, state, focus)
      } else {
        bindings += sending(message, state, focus, own)
        bindings.append(card(state, focus))
        if !message.parameters.isEmpty, !own.contains(where: { $0.keys.contains(.character("e")) }) {
          bindings.append(Binding([.character("e")], .keyChange, .step(.change), priority: 5, footer: true))
        }
      }
      bindings += [Binding([.character("g")], .keyRunOn, .step(.runOn), priority: 4, footer: true), ask]
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
      isOpen ? .keyFoldCard : .keyWholeCard,
      .step(.card), priority: 5, footer: true
    ).ofScreen
  }

  /// On the phone Enter presses the page's buttons; in the panel the space bar sends.
  private static func sending(
    _ message: HeldMessage, _ state: AppState, _ focus: ViewState.Focus, _ own: [Binding]
  ) -> [Binding] {
    let stepping = state[Stepping.self]
    let pauses = stepping.isOn && stepping.pace != .off
    var bindings: [Binding] = []
    if pauses {
      bindings.append(
        Binding(
          [.character(" ")], stepping.isPaused ? .keyGoOn : .keyHoldOn, .step(.pause), priority: 0, footer: true))
    }
    guard focus == .panel else { return bindings }
    let enter: [Key] = own.contains { $0.keys.contains(.enter) } ? [] : [.enter]
    let keys = (pauses ? [] : [.character(" ")]) + enter
    if !keys.isEmpty { bindings.append(Binding(keys, .keySendIt, .step(.next), priority: 0, footer: true)) }
    return bindings
  }

  private static func asking(_ question: Prediction, _ state: AppState, _ focus: ViewState.Focus) -> [Binding] {
    var bindings: [Binding] = []
    let last = question.choices.count - 1
    let focused = min(state.view.button, last)
    // After the answers comes the phone's Cancel button.
    if focus == .panel || state.view.button <= last {
      bindings.append(
        Binding([.enter, .character(" ")], .keyAnswer, .step(.answer(focused)), priority: 0, footer: true))
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
