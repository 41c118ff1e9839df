import Catalogue

/// One tab of the panel beside the phone. Which there are is told by the tools.
public struct PanelTab: Hashable, Sendable {
  /// Stable, for scripts.
  public let name: String
  /// Its place among the tabs; one place has one tab.
  public let place: Int
  /// What leads to it.
  public let key: Character
  public let title: Phrase
  /// What the footer and the help call the key.
  public let keyPhrase: Phrase
  /// A tool of the QA bench: it takes the panel's place while it is open, and gives it back.
  public let isBench: Bool

  /// - Parameter key: of a tool of the bench; the others are led to by their place as a digit.
  public init(_ name: String, at place: Int, key: Character? = nil, _ title: Phrase, _ keyPhrase: Phrase) {
    (self.name, self.place, self.title, self.keyPhrase) = (name, place, title, keyPhrase)
    self.key = key ?? Character(String(place))
    isBench = key != nil
  }

  public static func == (one: PanelTab, other: PanelTab) -> Bool { one.place == other.place }
  public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}
