import SharedValues

/// The start or end of an exchange, as a value. Every `started` is followed by exactly one `finished` with the same number.
package struct TraceEvent: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case started(HTTPRequest)
    case finished(Exchange)
  }

  /// The exchange's number in its transport, starting at 1.
  package var number: Int
  package var content: Content
}
