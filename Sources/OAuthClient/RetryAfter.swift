import ForeignText
import FoundationEssentials
import SharedValues

/// When a server that refused asks to be asked again (RFC 9110 §10.2.3).
public enum RetryAfter {
  /// Seconds from `now`, from a number or from an HTTP date; `nil` when the server said nothing that can be read. Never
  /// negative. How much of it is honoured is for the caller to decide.
  public static func delay(of response: HTTPResponse, now: Date) -> TimeInterval? {
    guard let text = response.headers[first: "Retry-After"]?.withoutEdgeSpaces, text.count <= 40
    else {
      return nil
    }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return min(Double(text) ?? 0, 1e9) }
    return HTTPDate.parse(text).map { min(max(0, $0.timeIntervalSince(now)), 1e9) }
  }
}
