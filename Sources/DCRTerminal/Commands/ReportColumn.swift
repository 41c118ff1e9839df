extension String {
  /// The text as a column of a report: padded with spaces or cut to this many characters.
  func column(_ length: Int) -> String { prefix(length) + String(repeating: " ", count: max(0, length - count)) }
}
