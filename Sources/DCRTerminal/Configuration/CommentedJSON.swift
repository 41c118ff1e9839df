/// JSON with comments: `//` to the end of the line, outside strings. A configuration explains itself; nothing else that is read may.
enum CommentedJSON {
  /// The same bytes with spaces in the place of comments, so that every offset and line stays what it was.
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
      // A string never goes on in the next line.
      case UInt8(ascii: "\n"): isInString = false
      default: break
      }
      index += 1
    }
    return result
  }
}
