import FoundationEssentials
import SharedValues

/// Parses the dates of `Expires` by the lenient algorithm of RFC 6265 §5.1.1.
enum CookieDate {
  static func parse(_ text: String) -> Date? {
    var time: (Int, Int, Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.split(whereSeparator: { !isTokenCharacter($0) }) {
      if time == nil, let found = timeOfDay(token) { time = found; continue }
      if day == nil, let found = leadingNumber(token, digits: 1...2) { day = found; continue }
      if month == nil, let found = months.firstIndex(of: token.prefix(3).lowercased()) { month = found + 1; continue }
      if year == nil, let found = leadingNumber(token, digits: 2...4) { year = found }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
    guard (1...31).contains(day), year >= 1601, time.0 <= 23, time.1 <= 59, time.2 <= 59 else { return nil }
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (year, month, day)
    (parts.hour, parts.minute, parts.second) = time
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    guard let date = calendar.date(from: parts), calendar.component(.day, from: date) == day else { return nil }
    return date
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private static func isTokenCharacter(_ character: Character) -> Bool {
    guard let byte = character.asciiValue else { return true }
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: return false
    default: return true
    }
  }

  private static func timeOfDay(_ token: Substring) -> (Int, Int, Int)? {
    let parts = token.split(scalar: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    let numbers = parts.prefix(3).enumerated().map { index, part in
      index < 2 ? (part.count <= 2 ? Int(part) : nil) : leadingNumber(part, digits: 1...2)
    }
    guard let hour = numbers[0], let minute = numbers[1], let second = numbers[2] else { return nil }
    return (hour, minute, second)
  }

  /// The leading digits, if their count is allowed and the next character is not a digit.
  private static func leadingNumber(_ token: Substring, digits: ClosedRange<Int>) -> Int? {
    let number = token.prefix { $0.isASCII && $0.isNumber }
    return digits.contains(number.count) ? Int(number) : nil
  }
}
