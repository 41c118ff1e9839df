/// JSON with comments: `//` to the end of the line, outside strings. Only the configuration may have them.
enum CommentedJSON {
  /// The same bytes with comments replaced by spaces, so that offsets and lines stay the same.
  static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var isInString = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "/") where !isInString && bytes[index...].dropFirst().first == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
          result[index] = UInt8(ascii: " ")
          index += 1
        }
      // A string never continues in the next line.
      case UInt8(ascii: "\n"): isInString = false
      default: break
      }
      index += 1
    }
    return result
  }
}
