import Glibc

/// Splits and searches texts as other programs do.
///
/// A `Character` of Swift is a grapheme cluster: `=` followed by U+0301 is a different `Character` from `=`, and so is `=` after U+0D4E. A parser of
/// a foreign format sees scalars or bytes. Text that came from one, or goes to one, is split here; `scripts/check-text` refuses the functions of the
/// standard library that go by `Character`.
extension StringProtocol where SubSequence == Substring {
  /// The parts between the separators, as by `split(separator:)`.
  public func split(
    scalar separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    if separator.isASCII, let parts = split(UInt8(separator.value), maxSplits, omittingEmptySubsequences) {
      return parts
    }
    return split(maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences) { $0 == separator }
  }

  /// Splits at a byte, which in UTF-8 is no part of another scalar, many times as fast as scalar by scalar; `nil`: the text is not stored as UTF-8.
  private func split(_ separator: UInt8, _ maxSplits: Int, _ omitsEmpty: Bool) -> [SubSequence]? {
    utf8.withContiguousStorageIfAvailable { bytes in
      var (parts, start) = ([SubSequence](), 0)
      func add(_ end: Int) {
        guard start < end || !omitsEmpty else { return }
        let first = utf8.index(startIndex, offsetBy: start)
        parts.append(self[first..<utf8.index(first, offsetBy: end - start)])
      }
      while parts.count < maxSplits, let base = bytes.baseAddress,
        let next = memchr(base + start, CInt(separator), bytes.count - start)
      {
        let place = UnsafeRawPointer(next) - UnsafeRawPointer(base)
        add(place)
        start = place + 1
      }
      add(bytes.count)
      return parts
    }
  }

  public func split(
    maxSplits: Int = .max, omittingEmptySubsequences: Bool = true,
    whereScalar isSeparator: (Unicode.Scalar) -> Bool
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    func add(_ end: Index) { if start < end || !omittingEmptySubsequences { parts.append(self[start..<end]) } }
    let scalars = unicodeScalars
    var place = startIndex
    while place < endIndex, parts.count < maxSplits {
      let next = scalars.index(after: place)
      if isSeparator(scalars[place]) {
        add(place)
        start = next
      }
      place = next
    }
    add(endIndex)
    return parts
  }

  /// Lines end with a line feed, on Windows with a carriage return before it. The text after the last one is a line too, and may be empty.
  public var lines: [SubSequence] { split(scalar: "\n", omittingEmptySubsequences: false).map(\.withoutCarriageReturn) }

  /// The first of ``lines``.
  public var firstLine: SubSequence { withoutMark.prefix(whileScalar: { $0 != "\n" }).withoutCarriageReturn }

  /// Without the byte order mark that Windows editors write at the beginning of a file.
  public var withoutMark: SubSequence { unicodeScalars.first == "\u{FEFF}" ? after(startIndex) : self[...] }

  private var withoutCarriageReturn: SubSequence {
    unicodeScalars.last == "\r" ? self[..<unicodeScalars.index(before: endIndex)] : self[...]
  }

  /// The text before the first scalar that fails the test.
  public func prefix(whileScalar isWanted: (Unicode.Scalar) -> Bool) -> SubSequence {
    self[..<(unicodeScalars.firstIndex { !isWanted($0) } ?? endIndex)]
  }

  /// The text after ``prefix(whileScalar:)``.
  public func drop(whileScalar isUnwanted: (Unicode.Scalar) -> Bool) -> SubSequence {
    self[(unicodeScalars.firstIndex { !isUnwanted($0) } ?? endIndex)...]
  }

  /// At most this many scalars. `prefix(_:)` limits no memory, because a Character has no greatest length.
  public func prefix(scalars count: Int) -> SubSequence {
    self[..<(unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)]
  }

  /// Whether the text begins with these bytes. `hasPrefix(_:)` misses a `/` with a combining mark, and treats é as e with a mark.
  public func hasPrefix(bytes prefix: some StringProtocol) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { text in
      prefix.utf8.withContiguousStorageIfAvailable { wanted in
        guard let start = wanted.baseAddress, !wanted.isEmpty else { return true }
        return text.count >= wanted.count && memcmp(text.baseAddress!, start, wanted.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.starts(with: prefix.utf8)
  }

  @inlinable public func hasSuffix(bytes suffix: some StringProtocol) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// The text after these bytes; `nil`: it does not begin with them. `dropFirst(_:)` would also remove a following combining mark.
  public func without(prefix: some StringProtocol) -> SubSequence? {
    hasPrefix(bytes: prefix) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
  }

  /// The text before these bytes; `nil`: it does not end with them.
  public func without(suffix: some StringProtocol) -> SubSequence? {
    hasSuffix(bytes: suffix) ? self[..<utf8.index(endIndex, offsetBy: -suffix.utf8.count)] : nil
  }

  public func contains(scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }
  public func firstIndex(ofScalar scalar: Unicode.Scalar) -> Index? { unicodeScalars.firstIndex(of: scalar) }
  public func lastIndex(ofScalar scalar: Unicode.Scalar) -> Index? { unicodeScalars.lastIndex(of: scalar) }

  /// The text up to the scalar at this place, inclusive.
  public func through(_ place: Index) -> SubSequence { self[..<unicodeScalars.index(after: place)] }

  /// The text after the scalar at this place.
  public func after(_ place: Index) -> SubSequence { self[unicodeScalars.index(after: place)...] }
}
