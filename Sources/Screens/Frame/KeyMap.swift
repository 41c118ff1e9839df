import AppState
import TerminalUI

/// The one key map: the meaning of every key and click in a state. Footer, help, palette and mouse targets come from it.
package enum KeyMap {
  /// The keys of the current screen; each key is in at most one binding.
  package static func bindings(for state: AppState, size: Size) -> [Binding] {
    all(for: state, size: size).filter { $0.isOn }
  }

  /// The same, including the screen's keys that do nothing now, with the reason.
  static func all(for state: AppState, size: Size) -> [Binding] {
    let arrangement = Arrangement(size, state)
    if arrangement.isTooSmall { return [quit] }
    if state.view.palette != nil { return PaletteKeys.overPalette + [quit.leaving(.reasonTyping, \.isCharacter)] }
    if state.view.showsHelp {
      return PaletteKeys.overHelp + everywhere(state) + [quit.leaving(.reasonTyping, \.isCharacter)]
    }
    if let cover = state.openCover { return covered(cover, state) }
    if let caption = state.caption, state.looksBack { return caption.keys(state) + [palette, help, quit] }
    return ofScreen(state, arrangement, size)
  }

  /// The keys of phone and panel, even while covered.
  static func ofScreen(_ state: AppState, _ arrangement: Arrangement, _ size: Size) -> [Binding] {
    let own = arrangement.focus == .phone ? PhoneKeys.bindings(state) : PanelKeys.bindings(state)
    let seen = makesRoom(state, arrangement, size) ? own.map { $0.outOfFooter } : own
    let stepping = state.hold?.keys(state, arrangement, seen.filter { $0.isOn }) ?? []
    let taken = Set(stepping.filter { $0.isOn }.flatMap { $0.keys })
    var all = seen + shared(state, arrangement, size)
    if !taken.isEmpty { all = all.map { $0.leaving(.reasonHeld, taken.contains) } }
    all += stepping
    guard editedField(state, arrangement) != nil else { return all }
    // The field takes characters; only other keys keep their meaning.
    return all.map { $0.leaving(.reasonTyping, \.isCharacter) }
  }

  /// A narrow panel's footer fits help, quit, and either the panel's keys or what is urgent.
  private static func makesRoom(_ state: AppState, _ arrangement: Arrangement, _ size: Size) -> Bool {
    arrangement.focus == .panel && Arrangement.isNarrow(size) && (state.banner != nil || state.isHolding)
  }

  /// The action of a key press or click; `nil`: none.
  /// - Parameter drawn: the screen of `state` on which the key was pressed.
  package static func action(
    for event: TerminalEvent, in state: AppState, on drawn: Composition, size: Size, look: Look
  ) -> Action? {
    switch event {
    case .key(let key):
      if let binding = drawn.bindings.first(where: { $0.keys.contains(key) }) {
        return binding.action.flatMap { drawn.settled($0, state, size, look) }
      }
      if case .character(let character) = key { return typed(String(character), state, size) }
      return nil
    case .mouse(let mouse): return action(for: mouse, state, drawn, size, look)
    case .paste(let text): return typed(text, state, size)
    case .resize, .report: return nil
    }
  }

  /// The action for text that is typed or pasted while a field has the keys.
  private static func typed(_ text: String, _ state: AppState, _ size: Size) -> Action? {
    let arrangement = Arrangement(size, state)
    guard !arrangement.isTooSmall, let field = editedField(state, arrangement) else { return nil }
    return field.edit(.insert(text))
  }

  package static func editedField(_ state: AppState, _ arrangement: Arrangement) -> InputField? {
    if state.view.showsKeys { return PaletteKeys.field }
    if let cover = state.openCover { return cover.editedField(state) }
    if arrangement.focus == .phone { return PhoneKeys.editedField(state) }
    return PanelKeys.editedField(state)
  }

  /// The name of the field that takes typed characters; `nil`: characters are keys. What is typed into palette and help is no personal data, and a
  /// replay needs it.
  package static func fieldName(_ state: AppState, size: Size) -> String? {
    let arrangement = Arrangement(size, state)
    guard !arrangement.isTooSmall, !state.view.showsKeys, !state.looksBack else { return nil }
    return editedField(state, arrangement)?.name
  }

  package static let quit = Binding(
    [.character("q"), .control("c")], .keyQuit, .quit, priority: 0, footer: true, global: true)

  static let help = Binding(
    [.character("?"), .function(1)], .keyHelp, .view(.toggleHelp), priority: 1, footer: true, global: true)

  static let palette = Binding(
    [.character(":"), .control("p")], .keyPalette, .view(.palette(.open)), priority: 6, footer: true, global: true)

  private static func covered(_ cover: ToolCover, _ state: AppState) -> [Binding] {
    let all = cover.keys(state) + everywhere(state) + [palette, help, quit]
    guard cover.editedField(state) != nil else { return all }
    return all.map { $0.leaving(.reasonTyping, \.isCharacter) }
  }

  private static func everywhere(_ state: AppState) -> [Binding] {
    state.toolViews.flatMap { $0.keysEverywhere(state) }
  }

  private static func shared(_ state: AppState, _ arrangement: Arrangement, _ size: Size) -> [Binding] {
    var shared: [Binding] = []
    if state.view.confirmation == nil {
      let onPhone = arrangement.focus == .phone
      let attention = !onPhone && !arrangement.showsBoth && state.banner != nil
      // If the panel is hidden, a digit would change nothing visible.
      let hidden = onPhone && !arrangement.showsBoth ? state.view.tab?.keyPhrase : nil
      shared.append(
        Binding(
          [.tab, .backtab], onPhone ? .keyPanel : attention ? .keyPhoneError : .keyPhone, .view(.switchFocus),
          // A narrow footer has no room for it beside the phone's keys.
          priority: attention ? 0 : 4, footer: !onPhone || !Arrangement.isNarrow(size), global: true, short: hidden))
    }
    shared += tabs(state, ofBench: true) + (state.cover.map { [$0.opening(state, size).ofBench(state)] } ?? [])
    // If the phone hides the panel, they choose what Tab then shows.
    shared += tabs(state, ofBench: false)
    shared += [
      Binding(
        [.character("r")], state.view.revealsSecrets ? .keyMask : .keyReveal, .view(.toggleSecrets), priority: 5,
        footer: showsSecrets(state, arrangement), global: true,
        short: state.view.revealsSecrets ? .keyMaskShort : .keyRevealShort
      ).off(.reasonPresenter, if: state.settings.presenter),
      phones(state),
    ]
    return shared + (state.caption?.keys(state) ?? []) + everywhere(state) + [
      palette, help, quit, Binding([.control("l")], .keyRedraw, nil, global: true),
      Binding([.control("z")], .keySuspend, nil, global: true),
    ]
  }

  /// What every screen offers and plain lines can show, too: panels, phones, and the tools' global keys.
  static func tools(_ state: AppState) -> [Binding] {
    let held = state.hold?.keys(state, Arrangement(Size(150, 50), state), []) ?? []
    return tabs(state, ofBench: false) + tabs(state, ofBench: true) + [phones(state)] + held.filter(\.isGlobal)
      + everywhere(state)
  }

  private static func phones(_ state: AppState) -> Binding {
    Binding(
      [.character("D")], .keyPhones, .phones(state.phones.isShown ? .close : .show), priority: 8, global: true
    ).off(.reasonSheet, if: state.view.confirmation != nil)
  }

  private static func tabs(_ state: AppState, ofBench isBench: Bool) -> [Binding] {
    state.tools.tabs.filter { $0.isBench == isBench }.map {
      let binding = Binding(
        [.character($0.key)], $0.keyPhrase, .view(.tab($0)), priority: isBench ? 8 : 7, global: true)
      return isBench ? binding.ofBench(state) : binding
    }
  }

  private static func showsSecrets(_ state: AppState, _ arrangement: Arrangement) -> Bool {
    if arrangement.panel != nil, let tab = state.view.tab, state.panelView?.showsSecrets(tab, state) == true {
      return true
    }
    if case .authenticated = PhoneScreen(state) { return arrangement.phone != nil && PhoneSheet(state) == nil }
    return false
  }

  private static func action(
    for mouse: MouseEvent, _ state: AppState, _ composition: Composition, _ size: Size, _ look: Look
  ) -> Action? {
    switch mouse.kind {
    case .press: return composition.picture.hits[mouse.at].flatMap { composition.settled($0, state, size, look) }
    case .release: return nil
    case .scrollUp, .scrollDown:
      let step = mouse.kind == .scrollUp ? -3 : 3
      if state.view.palette != nil { return composition.settled(.view(.palette(.move(step))), state, size, look) }
      if state.view.showsHelp { return composition.settled(.view(.scroll(step)), state, size, look) }
      if let cover = state.openCover { return cover.wheel(step, state, size, look) }
      let arrangement = composition.arrangement
      let overPanel = arrangement.panel?.contains(mouse.at) ?? false
      if overPanel, !PanelKeys.scrolls(state) { return .view(.moveSelection(step > 0 ? 1 : -1)) }
      guard overPanel == (arrangement.focus == .panel) else { return nil }
      return composition.settled(.view(.scroll(step)), state, size, look)
    }
  }
}
