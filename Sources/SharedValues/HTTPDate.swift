import FoundationEssentials
import Glibc

/// HTTP dates in the one form that may still be sent (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
  public static func parse(_ text: String) -> Date? {
    guard text.utf8.count <= 40,
      let parts = text.wholeMatch(of: /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/),
      let month = months.firstIndex(of: String(parts.2))
    else { return nil }
    let day = "\(parts.3)-\(FixedPoint.padded(month + 1, to: 2))-\(parts.1)"
    return CalendarTime.seconds("\(day)T\(parts.4):\(parts.5):\(parts.6)")
      .map { Date(timeIntervalSince1970: Double($0)) }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// A time in UTC by the C library's calendar: the first date that Foundation parses takes a twentieth of `keystore check`.
public enum CalendarTime {
  /// Seconds from 1970 to a time such as `1994-11-06T08:49:37`; `nil`: there is no such time.
  public static func seconds(_ text: some StringProtocol) -> Int? {
    let form = "0000-00-00T00:00:00".utf8
    guard text.utf8.count == form.count,
      zip(text.utf8, form).allSatisfy({ $1 == UInt8(ascii: "0") ? $0.isASCIIDigit : $0 == $1 })
    else { return nil }
    let numbers = text.split { !$0.isNumber }.compactMap { Int32($0) }
    var written = tm()
    (written.tm_year, written.tm_mon, written.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (written.tm_hour, written.tm_min, written.tm_sec) = (numbers[3], numbers[4], numbers[5])
    var read = written
    let seconds = timegm(&read)
    // The C library turns 31 February into 2 or 3 March.
    let isDate = (read.tm_mon, read.tm_mday, read.tm_hour) == (written.tm_mon, written.tm_mday, written.tm_hour)
    return isDate && (read.tm_min, read.tm_sec) == (written.tm_min, written.tm_sec) ? seconds : nil
  }
}

/// `TZ`, or else `/etc/localtime`, by the C library: without ICU, FoundationEssentials' `TimeZone` knows no names and would return GMT.
public enum LocalZone {
  /// Seconds east of Greenwich at this moment, including summer time; 0 for a time beyond the C library's calendar.
  @Sendable public static func seconds(at date: Date) -> Int {
    guard let whole = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
    var (moment, parts) = (whole, tm())
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
