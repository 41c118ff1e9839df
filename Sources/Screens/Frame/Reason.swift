import AppState
import Catalogue
import TerminalUI

/// Why a key does nothing now.
package enum Reason: Hashable, Sendable {
  case because(Phrase)
  /// It is a key of this tab, or of the phone (`nil`); these keys lead there.
  case elsewhere(PanelTab?, [Key])

  func words(_ look: Look) -> String {
    switch self {
    case .because(let phrase): return look.catalogue(phrase)
    case .elsewhere(let tab, let keys):
      let keys = keys.map { KeyNames.full($0, look) }.joined(separator: " ")
      guard let tab else { return look.catalogue(.reasonPhone, ["keys": keys]) }
      return look.catalogue(.reasonPanel, ["name": look.catalogue(tab.title), "keys": keys])
    }
  }
}

extension Binding {
  /// Whether pressing it has an effect now.
  package var isOn: Bool { reason == nil }

  /// The same, disabled for this reason.
  package func off(_ reason: Reason) -> Binding {
    var binding = self
    binding.reason = reason
    return binding
  }

  /// Disables the binding if it is not disabled yet: the first reason stays.
  package func off(_ phrase: Phrase, if isOff: Bool) -> Binding { isOff && isOn ? off(.because(phrase)) : self }

  /// The same; `nil`: no reason to disable it.
  package func off(_ phrase: Phrase?) -> Binding { phrase.map { off($0, if: true) } ?? self }

  /// The binding without the keys that mean something else now; disabled if no key is left.
  func leaving(_ reason: Phrase, _ isTaken: (Key) -> Bool) -> Binding {
    guard isOn, !keys.isEmpty else { return self }
    return without(isTaken) ?? off(.because(reason))
  }
}
