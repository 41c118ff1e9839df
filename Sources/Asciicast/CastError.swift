/// Why a file is not a playable recording. The catalogue has the texts.
package struct CastError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable, CaseIterable {
    /// The file is empty.
    case empty
    /// The first line is not a JSON object.
    case noHeader
    /// The file has another version of the format, named in ``CastError/received``.
    case version
    /// `width` or `height` is not a whole number from 1 to 2000.
    case size
    /// Another member of the header violates the format; ``CastError/received`` names it.
    case member
    /// A line is not a JSON array of a number and two strings.
    case event
    /// A time is negative, or too large.
    case time
    /// A time is before that of the previous line.
    case backwards
    /// An event of the kind `r` does not have a size such as 80x24.
    case resize
    case longLine
    case longFile
    case manyEvents
  }

  package var reason: Reason
  /// Counted from 1.
  package var line: Int
  package var received: String

  package init(_ reason: Reason, line: Int, received: String = "") {
    (self.reason, self.line, self.received) = (reason, line, received)
  }
}
