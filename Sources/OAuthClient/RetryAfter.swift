import Foundation
import SharedValues

/// When a server that refused asks to be asked again (RFC 9110 §10.2.3).
public enum RetryAfter {
  /// Seconds from `now`, from a number or from an HTTP date; `nil` when the server said nothing that can be read. Never
  /// negative. How much of it is honoured is for the caller to decide.
  public static func delay(of response: HTTPResponse, now: Date) -> TimeInterval? {
    guard let text = response.headers[first: "Retry-After"]?.trimmingCharacters(in: .whitespaces), text.count <= 40
    else {
      return nil
    }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return min(Double(text) ?? 0, 1e9) }
    return date(text).map { min(max(0, $0.timeIntervalSince(now)), 1e9) }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form of a date that may still be sent (RFC 9110 §5.6.7).
  private static func date(_ text: String) -> Date? {
    guard let parts = text.wholeMatch(of: /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/),
      let month = months.firstIndex(of: String(parts.2))
    else { return nil }
    return try? Date(
      "\(parts.3)-\(month < 9 ? "0" : "")\(month + 1)-\(parts.1)T\(parts.4):\(parts.5):\(parts.6)Z", strategy: .iso8601)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
