import Catalogue

/// A message of a flow by its raw name. `nil`: there is no such message.
extension Phrase {
  static func stepTitle(_ name: String) -> Phrase? { PhrasesByName.stepTitle[name] }

  /// The answer to somebody who expected this message now, when another one comes.
  static func stepNeeds(_ name: String) -> Phrase? { PhrasesByName.stepNeeds[name] }
}
