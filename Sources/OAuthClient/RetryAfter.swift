import FoundationEssentials
import SharedValues

/// How long a server that refused asks the app to wait (RFC 9110 §10.2.3).
public enum RetryAfter {
  /// Seconds from `now`, from a number or an HTTP date; `nil` when the header is absent or unreadable. Never negative.
  /// The caller decides how much of it to honour.
  public static func delay(of response: HTTPResponse, now: Date) -> TimeInterval? {
    guard let text = response.headers[first: "Retry-After"]?.withoutEdgeSpaces, text.count <= 40 else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return min(Double(text) ?? 0, 1e9) }
    return HTTPDate.parse(text).map { min(max(0, $0.timeIntervalSince(now)), 1e9) }
  }
}
