import AppState
import Catalogue
import TerminalUI

/// One key (or several that mean the same) with what it does on the current screen.
public struct Binding: Hashable, Sendable {
  /// The first one is what the footer names.
  public var keys: [Key]
  public var phrase: Phrase
  /// `nil`: the terminal itself does it (suspend, redraw); listed in the help alone.
  public var action: Action?
  /// The footer shows low numbers first when it has not room for all.
  public var priority: Int
  public var isInFooter: Bool
  /// The same on every screen; the help lists these apart.
  public var isGlobal: Bool

  init(
    _ keys: [Key], _ phrase: Phrase, _ action: Action?, priority: Int = 9, footer: Bool = false, global: Bool = false
  ) {
    self.keys = keys
    self.phrase = phrase
    self.action = action
    self.priority = priority
    isInFooter = footer
    isGlobal = global
  }
}

extension Binding {
  /// The same, told by the help alone.
  var outOfFooter: Binding {
    var binding = self
    binding.isInFooter = false
    return binding
  }

  /// What is left of it without these keys; `nil`: nothing.
  func without(_ taken: Set<Key>) -> Binding? { without { taken.contains($0) } }

  func without(_ isTaken: (Key) -> Bool) -> Binding? {
    var binding = self
    binding.keys.removeAll(where: isTaken)
    return binding.keys.isEmpty ? nil : binding
  }
}

/// The one key map: what every key and every click means in a state. Footer, help and mouse targets come from it.
public enum KeyMap {
  /// The keys of the current screen; a key stands in at most one binding.
  public static func bindings(for state: AppState, size: Size) -> [Binding] {
    let arrangement = Arrangement(size, state)
    if arrangement.isTooSmall { return [quit] }
    if state.view.showsHelp { return HelpKeys.bindings() + [evidence, quit] }
    if state.showsGallery { return gallery(state) }
    // The past can be looked at and not changed.
    if state.show.place != nil { return PresenterKeys.bindings(state) + [help, quit] }
    let own = arrangement.focus == .phone ? PhoneKeys.bindings(state) : PanelKeys.bindings(state)
    let stepping = StepKeys.bindings(state, arrangement, own: own)
    let taken = Set(stepping.flatMap(\.keys))
    let seen = makesRoom(state, arrangement, size) ? own.map { $0.outOfFooter } : own
    let all = (seen + shared(state, arrangement, size)).compactMap { $0.without(taken) } + stepping
    guard editedField(state, arrangement) != nil else { return all }
    // Characters are typed into the field; only what no text can hold keeps its meaning.
    return all.compactMap { $0.without { if case .character = $0 { true } else { false } } }
  }

  /// A narrow panel's footer has room for help and quit, and either for what the panel offers or for what is urgent.
  private static func makesRoom(_ state: AppState, _ arrangement: Arrangement, _ size: Size) -> Bool {
    arrangement.focus == .panel && Arrangement.isNarrow(size) && (state.banner != nil || state.heldMessage != nil)
  }

  /// What a key press or click means; `nil`: nothing.
  public static func action(for event: TerminalEvent, in state: AppState, size: Size, look: Look) -> Action? {
    switch event {
    case .key(let key):
      if case .character(let character) = key, let action = typed(String(character), state, size) { return action }
      guard let action = bindings(for: state, size: size).first(where: { $0.keys.contains(key) })?.action else {
        return nil
      }
      switch action {
      case .view(.scroll(let step)): return bounded(step, state, size, look)
      case .view(.gallery(.scroll(let columns, let rows))):
        return GalleryPlaces(state, size: size, look: look).bounded(columns, rows)
      // The names are made when they are asked for: an app that starts should not have to draw up the registry.
      case .view(.gallery(.open(_, let variant))):
        return .view(.gallery(.open(names: StateRegistry.names, variant: variant)))
      default: return action
      }
    case .mouse(let mouse): return action(for: mouse, state, size, look)
    case .paste(let text): return typed(text, state, size)
    case .resize: return nil
    }
  }

  /// What is typed or pasted while a field has the keys.
  private static func typed(_ text: String, _ state: AppState, _ size: Size) -> Action? {
    let arrangement = Arrangement(size, state)
    guard !arrangement.isTooSmall, !state.view.showsHelp, let field = editedField(state, arrangement) else {
      return nil
    }
    return field.edit(.insert(text))
  }

  /// The field that has the keys.
  static func editedField(_ state: AppState, _ arrangement: Arrangement) -> InputField? {
    if state.showsGallery { return state.view.gallery.editsFilter ? .galleryFilter : nil }
    if arrangement.focus == .phone { return PhoneKeys.editedField(state) }
    return PanelKeys.editedField(state)
  }

  /// What the field is called that typed characters go into; `nil`: they are keys.
  public static func fieldName(_ state: AppState, size: Size) -> String? {
    let arrangement = Arrangement(size, state)
    guard !arrangement.isTooSmall, !state.view.showsHelp, state.show.place == nil else { return nil }
    return switch editedField(state, arrangement) {
    case nil: nil
    case .passphrase: "passphrase"
    case .signUp: "sign-up"
    case .serverFilter: "filter"
    case .messageSearch: "search"
    case .checkNote: "note"
    case .galleryFilter: "gallery"
    }
  }

  static let quit = Binding(
    [.character("q"), .control("c")], .keyQuit, .quit, priority: 1, footer: true, global: true)

  private static let evidence = Binding([.character("E")], .keyEvidence, .evidence(.write), global: true)

  private static let help = Binding(
    [.character("?"), .function(1)], .keyHelp, .view(.toggleHelp), priority: 2, footer: true, global: true)

  /// The gallery lies over everything: nothing else has keys.
  private static func gallery(_ state: AppState) -> [Binding] {
    let all = GalleryKeys.bindings(state) + [evidence, help, quit]
    guard state.view.gallery.editsFilter else { return all }
    return all.compactMap { $0.without { if case .character = $0 { true } else { false } } }
  }

  private static func shared(_ state: AppState, _ arrangement: Arrangement, _ size: Size) -> [Binding] {
    var shared: [Binding] = []
    if state.view.confirmation == nil, arrangement.canSwitch {
      let onPhone = arrangement.focus == .phone
      let attention = !onPhone && !arrangement.showsBoth && state.banner != nil
      shared.append(
        Binding(
          [.tab, .backtab], onPhone ? .keyPanel : attention ? .keyPhoneError : .keyPhone, .view(.switchFocus),
          // A narrow footer has no room for it beside what the phone offers.
          priority: attention ? 0 : 4, footer: !onPhone || !Arrangement.isNarrow(size), global: true))
    }
    for tab in PanelTabs.all where tab.tab.isBench {
      shared.append(Binding([.character(tab.key)], tab.keyPhrase, .view(.tab(tab.tab)), priority: 8, global: true))
    }
    shared.append(GalleryKeys.open(state, size))
    if arrangement.panel != nil {
      for tab in PanelTabs.all where !tab.tab.isBench {
        shared.append(
          Binding([.character(tab.key)], tab.keyPhrase, .view(.tab(tab.tab)), priority: 7, global: true))
      }
    }
    if !state.settings.presenter {
      shared.append(
        Binding(
          [.character("r")], state.view.revealsSecrets ? .keyMask : .keyReveal, .view(.toggleSecrets), priority: 5,
          footer: showsSecrets(state, arrangement), global: true))
    }
    if state.view.confirmation == nil {
      shared.append(
        Binding(
          [.character("D")], .keyPhones, .phones(state.phones.isShown ? .close : .show), priority: 8, global: true))
    }
    return shared + PresenterKeys.bindings(state) + [
      evidence,
      help,
      quit,
      Binding([.control("l")], .keyRedraw, nil, global: true),
      Binding([.control("z")], .keySuspend, nil, global: true),
    ]
  }

  private static func showsSecrets(_ state: AppState, _ arrangement: Arrangement) -> Bool {
    if arrangement.panel != nil, state.view.showsMessageDetail, [.messages, .sequence].contains(state.view.tab) {
      return true
    }
    if arrangement.panel != nil, state.view.tab == .keystore, case .success = state.keystoreInsight.reading?.contents {
      return true
    }
    if case .authenticated = PhoneScreen(state) { return arrangement.phone != nil && PhoneSheet(state) == nil }
    return false
  }

  /// A scroll step cut to what there is to scroll; `nil` when the end is reached already.
  ///
  /// `update` knows no sizes, so what it was told may lie beyond the end after a resize.
  private static func bounded(_ step: Int, _ state: AppState, _ size: Size, _ look: Look) -> Action? {
    let composition = Composition(state, size: size, look: look)
    let current = composition.arrangement.scroll(state)
    let wanted = min(max(0, min(current, composition.furthest) + step), composition.furthest)
    return wanted == min(current, composition.furthest) ? nil : .view(.scroll(wanted - current))
  }

  private static func action(for mouse: MouseEvent, _ state: AppState, _ size: Size, _ look: Look) -> Action? {
    let composition = Composition(state, size: size, look: look)
    switch mouse.kind {
    case .press: return composition.picture.hits[mouse.at]
    case .release: return nil
    case .scrollUp, .scrollDown:
      let step = mouse.kind == .scrollUp ? -3 : 3
      if state.showsGallery, !state.view.showsHelp { return GalleryKeys.wheel(step, state, size, look) }
      let arrangement = composition.arrangement
      let overPanel = arrangement.panel?.contains(mouse.at) ?? false
      if overPanel, !PanelKeys.scrolls(state), !state.view.showsHelp {
        return .view(.moveSelection(step > 0 ? 1 : -1))
      }
      guard state.view.showsHelp || overPanel == (arrangement.focus == .panel) else { return nil }
      return bounded(step, state, size, look)
    }
  }
}
