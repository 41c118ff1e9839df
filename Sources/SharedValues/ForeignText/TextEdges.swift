import Glibc

/// Trims and searches texts without Foundation's locale tables.
extension StringProtocol where SubSequence == Substring {
  /// The text without the scalars at both ends that satisfy the test.
  public func trimming(_ isEdge: (Unicode.Scalar) -> Bool) -> String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isEdge($0) }),
      let last = scalars.lastIndex(where: { !isEdge($0) })
    else { return "" }
    return String(String.UnicodeScalarView(scalars[first...last]))
  }

  /// The text without tabs and spaces (Unicode's category Zs) at both ends.
  public var withoutEdgeSpaces: String { trimming(\.isBlank) }

  /// The text without tabs, spaces and line breaks at both ends.
  public var withoutEdgeLines: String { trimming { $0.isBlank || $0.isLineBreak } }

  /// The first range of the text, compared byte by byte, so that a combining mark does not hide it.
  ///
  /// - Parameter ignoringCase: whether ASCII letters of either case are the same.
  public func byteRange(of text: String, ignoringCase: Bool = false) -> Range<Index>? {
    func folded(_ byte: UInt8) -> UInt8 { ignoringCase ? byte.lowercased : byte }
    func offset(of wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
      guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
      if ignoringCase {
        return (0...bytes.count - wanted.count).first { start in
          folded(bytes[start]) == first && wanted.indices.allSatisfy { folded(bytes[start + $0]) == wanted[$0] }
        }
      }
      let base = bytes.baseAddress!
      var place = 0
      while place <= bytes.count - wanted.count {
        guard let next = memchr(base + place, CInt(first), bytes.count - place) else { return nil }
        place = UnsafeRawPointer(next) - UnsafeRawPointer(base)
        if place <= bytes.count - wanted.count, memcmp(next, wanted, wanted.count) == 0 { return place }
        place += 1
      }
      return nil
    }
    let wanted = text.utf8.map(folded)
    // A text that is not stored as UTF-8 is copied once.
    let found =
      utf8.withContiguousStorageIfAvailable { offset(of: wanted, in: $0) }
      ?? Array(utf8).withUnsafeBufferPointer { offset(of: wanted, in: $0) }
    guard let found else { return nil }
    let start = utf8.index(startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: wanted.count)
  }

  /// The parts between the ranges that ``byteRange(of:ignoringCase:)`` finds.
  public func split(
    bytes separator: String, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    var (parts, rest) = ([SubSequence](), self[...])
    func isKept(_ part: SubSequence) -> Bool { !part.isEmpty || !omittingEmptySubsequences }
    while parts.count < maxSplits, let range = rest.byteRange(of: separator) {
      let part = rest[..<range.lowerBound]
      if isKept(part) { parts.append(part) }
      rest = rest[range.upperBound...]
    }
    return isKept(rest) ? parts + [rest] : parts
  }

  /// The text with every range that ``byteRange(of:ignoringCase:)`` finds replaced.
  public func replacingBytes(of text: String, with other: String) -> String {
    var (done, rest) = ("", self[...])
    while let range = rest.byteRange(of: text) {
      done += rest[..<range.lowerBound]
      done += other
      rest = rest[range.upperBound...]
    }
    return done + rest
  }

  /// The text with a value in the place of each `{name}`. Other braces stay, and no value is searched for names.
  public func filled(_ value: (String) -> String?) -> String {
    var (text, rest) = ("", self[...])
    while let close = rest.firstIndex(ofScalar: "}") {
      if let open = rest[..<close].lastIndex(ofScalar: "{"), let value = value(String(rest.after(open)[..<close])) {
        text += rest[..<open] + value
      } else {
        text += rest.through(close)
      }
      rest = rest.after(close)
    }
    return text + rest
  }

  public func filled(_ values: [String: String]) -> String { filled { values[$0] } }
}

extension UInt8 {
  public var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  public var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }

  /// An ASCII letter in lower case; other bytes stay as they are.
  var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

  /// Whether it is an ASCII letter, a digit, a hyphen or an underscore.
  var isOfName: Bool { isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == "\t" || properties.generalCategory == .spaceSeparator }
  fileprivate var isLineBreak: Bool {
    (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }
}
