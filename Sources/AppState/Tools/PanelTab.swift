import Catalogue

/// One tab of the panel beside the phone. The tools define the tabs.
public struct PanelTab: Hashable, Sendable {
  /// Stable, for scripts.
  public let name: String
  /// Its place among the tabs; no two tabs share a place.
  public let place: Int
  public let key: Character
  public let title: Phrase
  /// The key's name in footer and help.
  public let keyPhrase: Phrase
  /// Whether it is a tool of the QA bench: it replaces the panel's tab while it is open.
  public let isBench: Bool

  /// - Parameter key: `nil`: the digit of its place.
  public init(
    _ name: String, at place: Int, key: Character? = nil, isBench: Bool = false, _ title: Phrase, _ keyPhrase: Phrase
  ) {
    (self.name, self.place, self.title, self.keyPhrase) = (name, place, title, keyPhrase)
    (self.key, self.isBench) = (key ?? Character(String(place)), isBench)
  }

  public static func == (one: PanelTab, other: PanelTab) -> Bool { one.place == other.place }
  public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}
