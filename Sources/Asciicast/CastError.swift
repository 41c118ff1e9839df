/// Why a file is no recording that can be played. What people read of it stands in the catalogue.
public struct CastError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// There is nothing in it.
    case empty
    /// The first line is no JSON object.
    case noHeader
    /// Another version of the format; ``CastError/received`` says which.
    case version
    /// `width` or `height` is no whole number from 1 to 2000.
    case size
    /// Another member of the header is not what the format says; ``CastError/received`` names it.
    case member
    /// A line is no JSON array of a number and two strings.
    case event
    /// A time is negative, or too large.
    case time
    /// A time is before the one of the line above.
    case backwards
    /// An event of the kind `r` has no size such as 80x24.
    case resize
    case longLine
    case longFile
    case manyEvents
  }

  public var reason: Reason
  /// Counted from 1.
  public var line: Int
  public var received: String

  public init(_ reason: Reason, line: Int, received: String = "") {
    (self.reason, self.line, self.received) = (reason, line, received)
  }
}
