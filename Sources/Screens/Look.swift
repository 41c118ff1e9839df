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

  /// The characters that carry meaning beside words; in lines, which are read aloud, words.
  package var marks: Marks {
    let marks = glyphs == .ascii ? Marks.ascii : .unicode
    return reader == .lines ? marks.inWords(catalogue) : marks
  }

  package func moment(_ date: Date) -> Moment { Moment(date, zone(date)) }
}

/// Signs with a meaning, in the characters that the terminal has. Each has the same width in both sets where columns matter.
package struct Marks: Sendable {
  package var done, current, open, failed, warning, note: String
  /// One of several that is chosen, and one that is not.
  package var chosen, other: String
  /// What to do about an error, and an item of a list.
  package var hint, item: String
  package var focusLeft, focusRight, selected: String
  package var right, left, up, down: String
  package var separator, ellipsis, dot, pending: String
  /// One frame a second, so that a wait is seen to live.
  package var spinner: [String]

  package static let unicode = Marks(
    done: "✓", current: "●", open: "○", failed: "✗", warning: "⚠", note: "✓", chosen: "●", other: "○",
    hint: "→", item: "→", focusLeft: "▸", focusRight: "◂", selected: "▸", right: "→", left: "←", up: "▲", down: "▼",
    separator: "·", ellipsis: "…", dot: "•", pending: "…",
    spinner: ["◐", "◓", "◑", "◒"])
  package static let ascii = Marks(
    done: "+", current: "*", open: "-", failed: "x", warning: "!", note: "+", chosen: "*", other: "-",
    hint: ">", item: ">", focusLeft: ">", focusRight: "<", selected: ">", right: ">", left: "<", up: "^", down: "v",
    separator: "-", ellipsis: ".", dot: "*", pending: ".",
    spinner: ["|", "/", "-", "\\"])

  /// `dot` and `ellipsis` stand within texts and stay as they are.
  func inWords(_ text: Catalogue) -> Marks {
    var words = self
    (words.done, words.current, words.open) = (text(.markDone), text(.markNow), text(.markToCome))
    (words.failed, words.warning, words.note) = (text(.markFailed), text(.markWarning), text(.markDone))
    (words.chosen, words.other, words.hint) = (text(.markChosen), text(.markOther), text(.markHint))
    (words.item, words.right, words.pending) = ("-", text(.plainTo), text(.markNow))
    // What is chosen beside other things of a list is said where that matters.
    (words.selected, words.spinner) = ("", [text(.markNow)])
    return words
  }
}
