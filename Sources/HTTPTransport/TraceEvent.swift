import SharedValues

/// The start or end of an exchange, as a value: for the message panel, the sequence diagram and the log.
///
/// Every `started` is followed by exactly one `finished` with the same number.
public struct TraceEvent: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case started(HTTPRequest)
    case finished(Exchange)
  }

  /// The exchange's number in its transport, starting at 1.
  public var number: Int
  public var content: Content

  public init(number: Int, _ content: Content) { (self.number, self.content) = (number, content) }
}
