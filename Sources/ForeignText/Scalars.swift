/// Splitting and finding as other programs do it.
///
/// A `Character` of Swift is a grapheme cluster: `=` followed by U+0301 is another `Character` than `=`, and so is `=` behind
/// U+0D4E. A parser of a foreign format sees scalars or bytes. Text that came from one, or goes to one, is taken apart here;
/// `scripts/check-text` refuses the functions of the standard library that go by `Character`.
extension StringProtocol where SubSequence == Substring {
  /// The parts between the separators, as `split(separator:)` has them.
  public func split(
    scalar separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    split(maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences) { $0 == separator }
  }

  /// The parts between the scalars that the test is true of.
  public func split(
    maxSplits: Int = .max, omittingEmptySubsequences: Bool = true,
    whereScalar isSeparator: (Unicode.Scalar) -> Bool
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    func add(_ end: Index) {
      if start < end || !omittingEmptySubsequences { parts.append(self[start..<end]) }
    }
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

  /// The lines of a text file: they end with a line feed, or with a carriage return and a line feed, as Windows writes them.
  /// Behind the last of these comes one more line, which may be empty.
  public var lines: [SubSequence] {
    split(scalar: "\n", omittingEmptySubsequences: false).map(\.withoutCarriageReturn)
  }

  /// The first of ``lines``, without the byte order mark that editors of Windows write before it.
  public var firstLine: SubSequence {
    let text = unicodeScalars.first == "\u{FEFF}" ? after(startIndex) : self[...]
    return text.prefix(whileScalar: { $0 != "\n" }).withoutCarriageReturn
  }

  private var withoutCarriageReturn: SubSequence {
    unicodeScalars.last == "\r" ? self[..<unicodeScalars.index(before: endIndex)] : self[...]
  }

  /// What stands before the first scalar that the test is false of.
  public func prefix(whileScalar isWanted: (Unicode.Scalar) -> Bool) -> SubSequence {
    self[..<(unicodeScalars.firstIndex { !isWanted($0) } ?? endIndex)]
  }

  /// Without what ``prefix(whileScalar:)`` returns.
  public func drop(whileScalar isUnwanted: (Unicode.Scalar) -> Bool) -> SubSequence {
    self[(unicodeScalars.firstIndex { !isUnwanted($0) } ?? endIndex)...]
  }

  /// So many scalars at most. A Character has no longest length: `prefix(_:)` bounds no memory.
  public func prefix(scalars count: Int) -> SubSequence {
    self[..<(unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)]
  }

  /// Whether the text begins with these bytes. `hasPrefix(_:)` finds no `/` that a mark stands over, and takes é for e with a mark.
  @inlinable public func hasPrefix(bytes prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the text ends with these bytes.
  @inlinable public func hasSuffix(bytes suffix: some StringProtocol) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// What stands behind these bytes; `nil`: the text does not begin with them. `dropFirst(_:)` would take a mark behind them away.
  public func without(prefix: some StringProtocol) -> SubSequence? {
    hasPrefix(bytes: prefix) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
  }

  /// What stands before these bytes; `nil`: the text does not end with them.
  public func without(suffix: some StringProtocol) -> SubSequence? {
    hasSuffix(bytes: suffix) ? self[..<utf8.index(endIndex, offsetBy: -suffix.utf8.count)] : nil
  }

  public func contains(scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }

  public func firstIndex(ofScalar scalar: Unicode.Scalar) -> Index? { unicodeScalars.firstIndex(of: scalar) }

  public func lastIndex(ofScalar scalar: Unicode.Scalar) -> Index? { unicodeScalars.lastIndex(of: scalar) }

  /// What stands before the scalar at this place, and that scalar.
  public func through(_ place: Index) -> SubSequence { self[..<unicodeScalars.index(after: place)] }

  /// What stands behind the scalar at this place.
  public func after(_ place: Index) -> SubSequence { self[unicodeScalars.index(after: place)...] }
}
