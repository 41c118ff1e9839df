/// Ends a test that cannot go on, because a value is not the one that the next lines are about.
public struct Unexpected: Error, CustomStringConvertible {
  public let description: String

  public init(_ what: String = "another value", file: StaticString = #fileID, line: UInt = #line) {
    description = "\(file):\(line): \(what)"
  }
}
