import FoundationEssentials
import Glibc

/// The zone of the person at the terminal: `TZ`, else `/etc/localtime`. The C library reads both; FoundationEssentials' `TimeZone`
/// knows no names of zones without ICU and would say GMT.
public enum LocalZone {
  /// Seconds east of Greenwich at this moment, summer time included; 0 for a time that no calendar of the C library reaches.
  @Sendable public static func seconds(at date: Date) -> Int {
    guard let whole = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
    var (moment, parts) = (whole, tm())
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
