/// What a test says while it runs, for people at a terminal.
enum WrappedLines {
  /// The text broken between words. What continues a line stands two columns further right than its beginning.
  /// - Parameter columns: of the terminal; fewer than 20 are taken as 20.
  static func of(_ text: String, columns: Int) -> String {
    text.lines.flatMap { line -> [String] in
      let indent = String(line.prefix(whileScalar: { $0 == " " }))
      let words = line.drop(whileScalar: { $0 == " " })
      // A terminal breaks a link without adding to it.
      guard words.contains(scalar: " ") else { return [String(line)] }
      let wrapped = TextLayout.wrap(String(words), width: max(20, columns) - indent.utf8.count - 2)
      return wrapped.enumerated().map { ($0 == 0 ? indent : indent + "  ") + $1 }
    }.joined(separator: "\n")
  }
}
