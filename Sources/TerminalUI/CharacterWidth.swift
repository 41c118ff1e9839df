import SharedValues

/// The width of a character in columns, by Unicode 15.0: UAX #11 (East Asian Width W and F: two columns, ambiguous: one); conjoining Hangul vowels
/// and finals have none, like all combining marks. The C library's table depends on the locale, and a test must give the same picture everywhere.
enum CharacterWidth {
  /// 0, 1 or 2, for a printable scalar that is no combining mark: ``Sanitiser`` has removed all others.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if (0x1160..<0x1200).contains(value) || (0xD7B0..<0xD800).contains(value) { return 0 }
    return value >= 0x1100 && isWide(value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if value > wide[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  // Generated from EastAsianWidth-15.0.0.txt: first and last value of each range.
  private static let wide: [ClosedRange<UInt32>] = (Embedded.tables["wide.txt"] ?? "")
    .split(whereScalar: { $0 == " " || $0 == "\n" }).map { range in
      let ends = range.split(scalar: "-").map { UInt32($0, radix: 16) ?? 0 }
      return ends[0]...ends[ends.count - 1]
    }
}
