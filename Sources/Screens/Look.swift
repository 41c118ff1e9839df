import Catalogue
import FoundationEssentials
import TerminalUI

/// How screens look and speak: the language, the characters that the terminal has, and the zone that times are shown in.
public struct Look: Sendable {
  public var catalogue: Catalogue
  public var glyphs: Glyphs
  /// Whose app it is.
  public var brand: Brand
  /// The phone's status bar: `6:06`.
  public var clock: @Sendable (Date) -> String
  /// What the reader has at hand.
  public var reader = ErrorReader.screen
  /// What is drawn on, where that is a terminal of its own.
  package var terminal: Size?
  /// Seconds east of Greenwich at a moment; for every other time that a screen shows.
  public var zone: @Sendable (Date) -> Int

  /// - Parameter clock: `nil` shows hours and minutes in `zone`, as the seed's phone does.
  public init(
    catalogue: Catalogue = Catalogue(.english), glyphs: Glyphs = .unicode, brand: Brand = .curity,
    zone: @escaping @Sendable (Date) -> Int = { _ in 0 }, clock: (@Sendable (Date) -> String)? = nil
  ) {
    (self.catalogue, self.glyphs, self.brand, self.zone) = (catalogue, glyphs, brand, zone)
    self.clock = clock ?? { Moment($0, zone($0)).clock }
  }

  /// The characters that carry meaning beside words.
  package var marks: Marks { glyphs == .ascii ? .ascii : .unicode }

  package func moment(_ date: Date) -> Moment { Moment(date, zone(date)) }
}

/// Signs with a meaning, in the characters that the terminal has. Each has the same width in both sets where columns matter.
package struct Marks: Sendable {
  package var done, current, open, failed, warning, note: String
  package var focusLeft, focusRight, selected: String
  package var right, left, up, down: String
  package var separator, ellipsis, dot, pending: String
  /// One frame a second, so that a wait is seen to live.
  package var spinner: [String]

  package static let unicode = Marks(
    done: "✓", current: "●", open: "○", failed: "✗", warning: "⚠", note: "✓", focusLeft: "▸", focusRight: "◂",
    selected: "▸", right: "→", left: "←", up: "▲", down: "▼", separator: "·", ellipsis: "…", dot: "•", pending: "…",
    spinner: ["◐", "◓", "◑", "◒"])
  package static let ascii = Marks(
    done: "+", current: "*", open: "-", failed: "x", warning: "!", note: "+", focusLeft: ">", focusRight: "<",
    selected: ">", right: ">", left: "<", up: "^", down: "v", separator: "-", ellipsis: ".", dot: "*", pending: ".",
    spinner: ["|", "/", "-", "\\"])
}
