import AppState
import Catalogue
import SharedValues
import TerminalUI

/// The contents of the palette: everything in the key map that matches the typed text, best match first; what is unavailable has its reason.
struct PaletteList {
  struct Entry: Hashable {
    var binding: Binding
    var name, keys: String
    var reason: String?
    var action: Action?
  }

  let text: String
  let all, found: [Entry]
  /// The index of the selected result; 0 if there is none.
  let chosen: Int

  init(_ palette: Palette, of state: AppState, on screen: Composition, size: Size) {
    text = palette.text
    let look = screen.picture.look
    let isCovered = state.openCover != nil || state.looksBack
    let keyless = isCovered ? [] : state.toolViews.flatMap { $0.paletteBindings(state, look) }
    all = (PaletteList.bindings(state, size) + keyless).map { Entry($0, state, screen, size, look) }
    found = PaletteList.found(text, in: all, look)
    chosen = max(0, min(palette.chosen, found.count - 1))
  }

  static func found(_ text: String, in all: [Entry], _ look: Look) -> [Entry] {
    let text = text.withoutEdgeSpaces
    guard !text.isEmpty else { return all.filter { $0.reason == nil } + all.filter { $0.reason != nil } }
    let ranked = all.enumerated().compactMap { place, entry in
      entry.rank(text, look).map { (order: ($0, entry.reason == nil ? 0 : 1, place), entry: entry) }
    }
    return ranked.sorted { $0.order < $1.order }.map(\.entry)
  }

  var pressed: Action? { found.indices.contains(chosen) ? found[chosen].action : nil }

  /// A step limited to the list; `nil`: already at its end.
  /// - Parameter wanted: the index in the state, which may lie beyond the end.
  func moved(by step: Int, from wanted: Int) -> Action? {
    let place = max(0, min(chosen + step, found.count - 1))
    return place == chosen ? nil : .view(.palette(.move(place - wanted)))
  }

  /// The keys of the screen, the phone's actions by name, and the keys of other parts; without duplicates.
  private static func bindings(_ state: AppState, _ size: Size) -> [Binding] {
    let arrangement = Arrangement(size, state)
    var own = KeyMap.all(for: state, size: size)
    var others = PhoneActions.bindings(state)
    if state.openCover != nil || state.looksBack {
      let reason: Phrase = state.looksBack ? .reasonPast : .reasonCovered
      others = (KeyMap.ofScreen(state, arrangement, size) + others).map { $0.off(.because(reason)) }
    }
    own = ordered(own + others.filter(\.isOn))
    let off = others.filter { !$0.isOn } + elsewhere(state, arrangement)
    var actions = Set(own.compactMap { $0.isOn ? $0.action : nil })
    var names: Set<Name> = []
    var all: [Binding] = []
    for binding in own.filter(\.isOn) where !binding.keys.isEmpty || !hasKey(binding, own) {
      if names.insert(Name(binding)).inserted || !binding.keys.isEmpty { all.append(binding) }
    }
    for binding in own.filter({ !$0.isOn }) + off where binding.action.map({ !actions.contains($0) }) ?? true {
      guard names.insert(Name(binding)).inserted else { continue }
      if let action = binding.action { actions.insert(action) }
      all.append(binding)
    }
    return all
  }

  /// First what the footer offers, then the buttons, then global keys, and last the small steps.
  private static func ordered(_ bindings: [Binding]) -> [Binding] {
    func group(_ binding: Binding) -> Int {
      binding.isGlobal ? 2 : binding.keys.isEmpty ? 1 : binding.isInFooter ? 0 : 3
    }
    return (0...3).flatMap { wanted in bindings.filter { group($0) == wanted } }
  }

  private struct Name: Hashable {
    let phrase: Phrase
    let values: [String: String]
    init(_ binding: Binding) { (phrase, values) = (binding.phrase, binding.values) }
  }

  private static func hasKey(_ binding: Binding, _ all: [Binding]) -> Bool {
    all.contains { $0.isOn && !$0.keys.isEmpty && $0.action == binding.action }
  }

  /// The keys of other tabs, and of the phone while the panel has the keys; none works here.
  private static func elsewhere(_ state: AppState, _ arrangement: Arrangement) -> [Binding] {
    let onPhone = arrangement.focus == .phone
    let phone = onPhone ? [] : PhoneKeys.bindings(state).map { $0.off(.elsewhere(nil, [.tab])) }
    let tabs = state.tools.tabs.filter { onPhone || $0 != state.view.tab }
    return phone
      + tabs.flatMap { tab in
        var there = state
        (there.view.tab, there.view.focus) = (tab, .panel)
        let way = way(to: tab, state, arrangement)
        let reason = tab.isBench && state.hidesBench ? Reason.because(.reasonStage) : .elsewhere(tab, way)
        return (there.panelView?.keys(tab, there) ?? []).map { $0.off(reason) }
      }
  }

  private static func way(to tab: PanelTab, _ state: AppState, _ arrangement: Arrangement) -> [Key] {
    let key = Key.character(tab.key)
    if tab.isBench || arrangement.focus == .panel { return [key] }
    if tab == state.view.tab { return [.tab] }
    return [key, .tab]
  }
}

extension PaletteList.Entry {
  fileprivate init(_ binding: Binding, _ state: AppState, _ screen: Composition, _ size: Size, _ look: Look) {
    self.binding = binding
    name = binding.name(look)
    keys = KeyNames.full(binding.keys, look)
    reason = binding.reason?.words(look)
    if case .elsewhere(let tab?, _) = binding.reason {
      // Choosing it leads to where its key works.
      action = .view(.palette(.choose(binding.elsewhere ?? .view(.tab(tab)), focus: .panel)))
    }
    guard reason == nil else { return }
    guard let action = binding.action else {
      reason = look.catalogue(.reasonTerminal)
      return
    }
    guard let settled = screen.settled(action, state, size, look) else {
      reason = look.catalogue(.reasonEnd)
      return
    }
    let isTab = if case .view(.tab(let tab)) = settled { !tab.isBench } else { false }
    // Naming a panel means wanting to see it.
    let isHidden = isTab && Arrangement(size, state).panel == nil
    let focus: ViewState.Focus? = isHidden ? .panel : binding.keys.isEmpty ? .phone : nil
    self.action = .view(.palette(.choose(settled, focus: focus)))
  }

  /// How well it matches, 0 best; `nil`: not at all. The name of a key also finds it.
  fileprivate func rank(_ text: String, _ look: Look) -> Int? {
    if binding.keys.contains(where: { KeyNames.full($0, look) == text || KeyNames.name($0, look) == text }) { return 0 }
    var names = [name]
    if case .elsewhere(let tab?, _) = binding.reason { names.append("\(look.catalogue(tab.title)) \(name)") }
    let rank = names.lazy.compactMap { FuzzySearch.rank(of: text, in: $0) }.first
    // Most users look for an action, under any of its names, rather than for a fault with that name.
    if binding.isOfBench, binding.keys.isEmpty { return rank.map { max($0, 4) } }
    guard let others = binding.phrase.synonyms else { return rank }
    // A synonym is a better match than letters that happen to occur in the name.
    return [rank, FuzzySearch.rank(ofWords: text, in: "\(look.catalogue(others)) \(name)")].compactMap(\.self).min()
  }
}

/// Finds names by a few of their letters, ignoring case and accents.
package enum FuzzySearch {
  /// How well a name matches; `nil`: not at all. An equal name is best (0). Every typed word has to match: at the start of the name (1), at the start
  /// of a word (2), inside it (3), or letter by letter in order (4).
  package static func rank(of text: String, in name: String) -> Int? {
    let (text, name) = (plain(text), plain(name))
    guard text != name else { return 0 }
    var worst = 1
    for word in text.split(scalar: " ") {
      guard let rank = rank(of: word, inPlain: name) else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }

  /// The same among words that are not shown (3): each typed word has to be the start of one.
  static func rank(ofWords text: String, in words: String) -> Int? {
    let known = plain(words).split { !$0.isLetter && !$0.isNumber }
    return plain(text).split(scalar: " ").allSatisfy { word in known.contains { $0.hasPrefix(bytes: word) } } ? 3 : nil
  }

  private static func rank(of word: Substring, inPlain name: String) -> Int? {
    if name.hasPrefix(bytes: word) { return 1 }
    if name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains(where: { $0.hasPrefix(bytes: word) }) {
      return 2
    }
    if name.contains(word) { return 3 }
    var rest = word
    for letter in name where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 4 : nil
  }

  private static let accents: [Character: Character] = [
    "ä": "a", "å": "a", "á": "a", "à": "a", "ö": "o", "ü": "u", "é": "e",
  ]

  private static func plain(_ text: String) -> String { String(text.lowercased().map { accents[$0] ?? $0 }) }
}
