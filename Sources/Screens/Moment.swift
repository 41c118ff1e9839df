import FoundationEssentials
import SharedValues

/// A date for display, computed without a formatter: fast enough for every row of a list, and the same on every
/// machine.
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
    return value < 99.95 ? "\(tenth(value)) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }

  /// `8 ms`, `1.2 s`
  package static func milliseconds(_ value: Double) -> String {
    let bounded = min(max(value, 0), 1e9)
    return bounded < 1000 ? "\(Int(bounded.rounded())) ms" : "\(tenth(bounded / 1000)) s"
  }

  private static func tenth(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
