import FoundationEssentials
import Glibc

/// HTTP dates in the one form that may still be sent (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
  public static func parse(_ text: String) -> Date? {
    guard text.utf8.count <= 40,
      let parts = text.wholeMatch(of: /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/),
      let month = months.firstIndex(of: String(parts.2))
    else { return nil }
    return try? Date(
      "\(parts.3)-\(month < 9 ? "0" : "")\(month + 1)-\(parts.1)T\(parts.4):\(parts.5):\(parts.6)Z", strategy: .iso8601)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
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
