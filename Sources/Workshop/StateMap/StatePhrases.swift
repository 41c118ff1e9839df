import Catalogue

/// A state by its raw name. `nil`: there is no such state.
extension Phrase {
  static func stateName(_ name: String) -> Phrase? { PhrasesByName.stateName[name] }

  /// What a state means, with the rule behind it where there is one.
  static func stateMeaning(_ name: String) -> Phrase? { PhrasesByName.stateMeaning[name] }

  /// What made a change, as a person tells it.
  static func stateCause(_ name: String) -> Phrase? { PhrasesByName.stateCause[name] }
}
