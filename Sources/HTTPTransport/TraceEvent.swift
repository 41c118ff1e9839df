import SharedValues

/// One thing that the transport did, as a value: for the message panel, the sequence diagram and the log.
///
/// Every `started` is followed by exactly one `finished` with the same number.
public struct TraceEvent: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case started(HTTPRequest)
    case finished(Exchange)
  }

  /// Counts the exchanges of one transport from 1.
  public var number: Int
  public var content: Content

  public init(number: Int, _ content: Content) { (self.number, self.content) = (number, content) }
}
