import FoundationEssentials
import Glibc

/// The zone of the person at the terminal: `TZ`, or else `/etc/localtime`. The C library reads both; FoundationEssentials' `TimeZone` knows no zone
/// names without ICU and would return GMT.
public enum LocalZone {
  /// Seconds east of Greenwich at this moment, including summer time; 0 for a time beyond the C library's calendar.
  @Sendable public static func seconds(at date: Date) -> Int {
    guard let whole = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
    var (moment, parts) = (whole, tm())
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
