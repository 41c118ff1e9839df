import Catalogue
import FoundationEssentials
import SharedValues
import TerminalUI

/// How screens look and speak: language, characters of the terminal, and time zone.
package struct Look: Sendable {
  package var catalogue: Catalogue
  package var glyphs: Glyphs
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

  /// Says of something that it is not over: `One moment…`. In plain lines the mark is a word, which stands before the others, as all marks do.
  package func unfinished(_ words: String) -> String {
    reader == .lines ? "\(marks.pending) \(words)" : words + marks.pending
  }
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

/// A date for display, computed without a formatter: fast enough for every row of a list, and the same on every machine.
package struct Moment {
  package var year, month, day, hour, minute, second: Int

  /// - Parameter offset: seconds east of Greenwich.
  package init(_ date: Date, _ offset: Int) {
    // Far beyond any date that a server may send, and safe to convert.
    let bounded = min(max(date.timeIntervalSince1970, -60_000_000_000), 250_000_000_000)
    let seconds = Int(bounded.rounded(.down)) + offset
    let days = Int((Double(seconds) / 86400).rounded(.down))
    let rest = seconds - days * 86400
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // Converts days to year, month, day of the Gregorian calendar, in eras of 400 years from 1 March 0000.
    let shifted = days + 719_468
    let era = Int((Double(shifted) / 146_097).rounded(.down))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `6:06`
  package var clock: String { "\(hour):\(Moment.two(minute))" }
  /// `06:06:21`
  package var time: String { "\(Moment.two(hour)):\(Moment.two(minute)):\(Moment.two(second))" }
  /// `2021-06-18`: ISO 8601, because day and month have no order that every reader shares.
  package var date: String { "\(year)-\(Moment.two(month))-\(Moment.two(day))" }
  /// `2021-06-18 06:06`
  package var dateAndTime: String { "\(date) \(Moment.two(hour)):\(Moment.two(minute))" }
  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension Look {
  /// ``Measure/size(_:)`` in the language's notation: `1,2 kB`.
  package func size(_ bytes: Int) -> String { decimal(Measure.size(bytes)) }
  /// ``Measure/milliseconds(_:)`` in the language's notation.
  package func duration(_ milliseconds: Double) -> String { decimal(Measure.milliseconds(milliseconds)) }

  package func decimal(_ text: String) -> String {
    let separator = catalogue.language.decimalSeparator
    return separator == "." ? text : text.replacingBytes(of: ".", with: String(separator))
  }
}

/// Durations and sizes in few columns, with a decimal point; screens use them through `Look`.
package enum Measure {
  /// `4:59`, or `2:03:04` from an hour on. Whole seconds, rounded down; never negative.
  package static func countdown(_ interval: TimeInterval) -> String {
    let seconds = whole(interval)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(Moment.two(minutes)):\(Moment.two(seconds % 60))" : "\(minutes):\(Moment.two(seconds % 60))"
  }

  /// `4 d 3 h`, `59 min`, `12 s`: the largest units, without a sign.
  package static func span(_ interval: TimeInterval, units count: Int = 2) -> String {
    let seconds = whole(abs(interval).rounded())
    let units = [(seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    guard let first = units.firstIndex(where: { $0.0 > 0 }) else { return "0 s" }
    return units[first..<min(first + count, units.count)].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(
      separator: " ")
  }

  package static func whole(_ interval: TimeInterval) -> Int { Int(min(max(interval, 0), 1e12)) }

  /// `812 B`, `1.2 kB`, `1.0 MB`
  package static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    let (value, unit) = bytes < 1_000_000 ? (Double(bytes) / 1000, "kB") : (Double(bytes) / 1_000_000, "MB")
    return value < 99.95 ? "\(FixedPoint.text(value, digits: 1)) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }

  /// `8 ms`, `1.2 s`
  package static func milliseconds(_ value: Double) -> String {
    let bounded = min(max(value, 0), 1e9)
    return bounded < 1000 ? "\(Int(bounded.rounded())) ms" : "\(FixedPoint.text(bounded / 1000, digits: 1)) s"
  }
}
