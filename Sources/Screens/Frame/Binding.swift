import AppState
import Catalogue
import TerminalUI

/// One or several keys with their effect on the current screen.
package struct Binding: Hashable, Sendable {
  /// The footer names the first one. Empty: the palette runs it by its name.
  package var keys: [Key]
  package var phrase: Phrase
  /// The footer's text, if the phrase is too long for it.
  package var short: Phrase?
  /// The values of the phrase's placeholders.
  package var values: [String: String]
  /// Why it does nothing now; `nil`: it works.
  package var reason: Reason?
  /// `nil`: the terminal itself does it (suspend, redraw); only the help lists it.
  package var action: Action?
  /// If not all fit, the footer shows those with low numbers.
  package var priority: Int
  package var isInFooter: Bool
  /// Whether it is the same on every screen; the help lists these separately.
  package var isGlobal: Bool
  /// Whether it belongs to a bench tool and only the palette lists it; with `--bench` the help does, too.
  package var isOfBench = false
  /// Whether it shows more of something that plain lines show in full.
  var isOfScreen = false
  /// What choosing it in the palette does where its key has no effect; `nil`: leads to where the key works.
  var elsewhere: Action?

  package init(
    _ keys: [Key], _ phrase: Phrase, _ action: Action?, priority: Int = 9, footer: Bool = false, global: Bool = false,
    values: [String: String] = [:], short: Phrase? = nil
  ) {
    (self.keys, self.phrase, self.action, self.priority, self.values) = (keys, phrase, action, priority, values)
    (self.short, isInFooter, isGlobal) = (short, footer, global)
  }
}

extension Binding {
  private func with(_ change: (inout Binding) -> Void) -> Binding {
    var binding = self
    change(&binding)
    return binding
  }

  /// The same, listed only in the help.
  package var outOfFooter: Binding { with { $0.isInFooter = false } }
  /// The same, only for the full screen.
  package var ofScreen: Binding { with { $0.isOfScreen = true } }
  /// The same, with this action if chosen where its key has no effect.
  package func fromElsewhere(_ action: Action) -> Binding { with { $0.elsewhere = action } }
  /// The binding without these keys; `nil`: no key is left.
  package func without(_ taken: Set<Key>) -> Binding? { without(taken.contains) }

  package func without(_ isTaken: (Key) -> Bool) -> Binding? {
    let binding = with { $0.keys.removeAll(where: isTaken) }
    return binding.keys.isEmpty ? nil : binding
  }

  /// Its name as a choice: buttons and keys start with a capital there.
  func name(_ look: Look) -> String {
    let words = look.catalogue(phrase, values)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  package var isOn: Bool { reason == nil }
  package func off(_ reason: Reason) -> Binding { with { $0.reason = reason } }
  /// Disables the binding if it is not disabled yet: the first reason stays.
  package func off(_ phrase: Phrase, if isOff: Bool) -> Binding { isOff && isOn ? off(.because(phrase)) : self }
  /// The same; `nil`: no reason to disable it.
  package func off(_ phrase: Phrase?) -> Binding { phrase.map { off($0, if: true) } ?? self }

  /// The binding without the keys that mean something else now; disabled if no key is left.
  func leaving(_ reason: Phrase, _ isTaken: (Key) -> Bool) -> Binding {
    guard isOn, !keys.isEmpty else { return self }
    return without(isTaken) ?? off(.because(reason))
  }

  func ofBench(_ state: AppState) -> Binding {
    with { $0.isOfBench = !state.settings.showsBench }.off(.reasonStage, if: state.hidesBench)
  }
}

extension AppState {
  /// In presenter mode, a key pressed by mistake must not show the audience a bench tool.
  var hidesBench: Bool { settings.presenter && !settings.showsBench }
}

package indirect enum Reason: Hashable, Sendable {
  case because(Phrase)
  /// It is a key of this tab, or of the phone (`nil`); these keys lead there.
  case elsewhere(PanelTab?, [Key])

  func words(_ look: Look) -> String {
    switch self {
    case .because(let phrase): look.catalogue(phrase)
    case .elsewhere(nil, let keys): look.catalogue(.reasonPhone, ["keys": KeyNames.full(keys, look)])
    case .elsewhere(let tab?, let keys):
      look.catalogue(.reasonPanel, ["name": look.catalogue(tab.title), "keys": KeyNames.full(keys, look)])
    }
  }
}

extension Key {
  var isCharacter: Bool { if case .character = self { true } else { false } }
}
