import Catalogue

/// What faults are called in the menu, by the names of fault files. `nil` for a name that no fault file knows.
extension Phrase {
  package static func faultEndpoint(_ name: String) -> Phrase? { PhrasesByName.faultEndpoint[name] }
  package static func faultDefect(_ name: String) -> Phrase? { PhrasesByName.faultDefect[name] }
  package static func faultIDToken(_ kind: String) -> Phrase? { PhrasesByName.faultIDToken[kind] }

  /// Why a fault cannot happen, by the name of a ``Faults/FaultCondition``.
  static func faultNeed(_ name: String) -> Phrase? { PhrasesByName.faultNeeds[name] }

  /// The presets of the fault menu. Their English stands in their files, where people who copy one read it.
  package static func faultPreset(_ name: String, title: String) -> Phrase { faultPreset(name, english: title) }
  package static func faultPreset(_ name: String, about: String) -> Phrase {
    faultPreset(name + ".about", english: about)
  }

  private static func faultPreset(_ name: String, english: String) -> Phrase {
    PhrasesByName.faultPreset[name]?.inEnglish(english) ?? Phrase("fault.preset." + name, english)
  }
}
