import Catalogue
import FoundationEssentials
import TerminalUI

/// How screens look and speak: language, characters of the terminal, and time zone.
package struct Look: Sendable {
  package var catalogue: Catalogue
  package var glyphs: Glyphs
  /// The brand of the app.
  package var brand: Brand
  /// The phone's status bar: `6:06`.
  package var clock: @Sendable (Date) -> String
  /// Whether the reader has the full screen or plain lines.
  package var reader = ErrorReader.screen
  /// The size of the terminal that is drawn on, if there is one.
  package var terminal: Size?
  /// Seconds east of Greenwich at a given time; for every other time on a screen.
  package var zone: @Sendable (Date) -> Int

  /// - Parameter clock: `nil` shows hours and minutes in `zone`, as the seed's phone does.
  package init(
    catalogue: Catalogue = Catalogue(.english), glyphs: Glyphs = .unicode, brand: Brand = .curity,
    zone: @escaping @Sendable (Date) -> Int = { _ in 0 }, clock: (@Sendable (Date) -> String)? = nil
  ) {
    (self.catalogue, self.glyphs, self.brand, self.zone) = (catalogue, glyphs, brand, zone)
    self.clock = clock ?? { Moment($0, zone($0)).clock }
  }

  /// The marks that have a meaning; words in plain lines, which are read aloud.
  package var marks: Marks {
    let marks = glyphs == .ascii ? Marks.ascii : .unicode
    return reader == .lines ? marks.inWords(catalogue) : marks
  }

  package func moment(_ date: Date) -> Moment { Moment(date, zone(date)) }
}

/// Marks in the characters of the terminal. Each has the same width in both sets where columns matter.
package struct Marks: Sendable {
  package var done, current, open, failed, warning, note: String
  /// A selected and an unselected alternative.
  package var chosen, other: String
  /// A hint about an error, and an item of a list.
  package var hint, item: String
  package var focusLeft, focusRight, selected: String
  package var right, left, up, down: String
  package var separator, ellipsis, dot, pending: String
  /// One frame per second, to show that a wait continues.
  package var spinner: [String]

  package static let unicode = Marks(
    done: "✓", current: "●", open: "○", failed: "✗", warning: "⚠", note: "✓", chosen: "●", other: "○", hint: "→",
    item: "→", focusLeft: "▸", focusRight: "◂", selected: "▸", right: "→", left: "←", up: "▲", down: "▼",
    separator: "·", ellipsis: "…", dot: "•", pending: "…", spinner: ["◐", "◓", "◑", "◒"])
  package static let ascii = Marks(
    done: "+", current: "*", open: "-", failed: "x", warning: "!", note: "+", chosen: "*", other: "-", hint: ">",
    item: ">", focusLeft: ">", focusRight: "<", selected: ">", right: ">", left: "<", up: "^", down: "v",
    separator: "-", ellipsis: ".", dot: "*", pending: ".", spinner: ["|", "/", "-", "\\"])

  /// `dot` and `ellipsis` are part of texts and do not change.
  func inWords(_ text: Catalogue) -> Marks {
    var words = self
    (words.done, words.current, words.open) = (text(.markDone), text(.markNow), text(.markToCome))
    (words.failed, words.warning, words.note) = (text(.markFailed), text(.markWarning), text(.markDone))
    (words.chosen, words.other, words.hint) = (text(.markChosen), text(.markOther), text(.markHint))
    (words.item, words.right, words.pending) = ("-", text(.plainTo), text(.markNow))
    // Where a selection matters in a list, the text says so.
    (words.selected, words.spinner) = ("", [text(.markNow)])
    return words
  }
}
