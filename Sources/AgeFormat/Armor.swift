// ASCII armor: strict PEM (RFC 7468 §3, figure 3) with the label AGE ENCRYPTED FILE (age-encryption.org/v1, "ASCII armor").
// Only read, never written.

/// Decodes the armor. White space around it and CRLF line ends are accepted.
final class Armor: ByteSource {
  private static let beginning = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
  private static let ending = Array("-----END AGE ENCRYPTED FILE-----".utf8)
  private static let columns = 64
  private static let maximumSpace = 1024

  private let source: BufferedSource
  private var isAfterShortLine = false
  private var lines = 0
  private var ended = false

  private init(_ source: BufferedSource) { self.source = source }

  /// The source itself, or the decoded content of its armor.
  static func strippedIfPresent(_ source: any ByteSource) throws(AgeError) -> any ByteSource {
    let buffered = BufferedSource(source)
    let space = try buffered.peek(maximumSpace).prefix(while: isSpace).count
    guard try buffered.peek(space + 10).dropFirst(space).elementsEqual("-----BEGIN".utf8) else {
      return buffered
    }
    _ = try buffered.take(space)
    let armor = Armor(buffered)
    guard try armor.line() == beginning else {
      throw AgeError(.damagedArmor, "expected -----BEGIN AGE ENCRYPTED FILE-----")
    }
    return armor
  }

  func read(upTo count: Int) throws(AgeError) -> [UInt8] {
    guard !ended else { return [] }
    var bytes: [UInt8] = []
    // 48 bytes per line; as many whole lines as fit, but at least one.
    while bytes.count == 0 || bytes.count + 48 <= count {
      guard let line = try content() else { break }
      bytes += line
    }
    return bytes
  }

  private func content() throws(AgeError) -> [UInt8]? {
    let line = try line()
    if line == Armor.ending {
      guard lines > 0 else { throw AgeError(.damagedArmor, "it is empty") }
      try nothingButSpaceFollows()
      ended = true
      return nil
    }
    guard !isAfterShortLine else {
      throw AgeError(.damagedArmor, "a line before the last is shorter than 64 characters")
    }
    guard (1...Armor.columns).contains(line.count), let bytes = Base64.decodePadded(line[...]) else {
      throw AgeError(.damagedArmor, "line \(lines + 2) is not 64 characters of canonical base64")
    }
    isAfterShortLine = line.count < Armor.columns || bytes.count < 48
    lines += 1
    return bytes
  }

  private func line() throws(AgeError) -> [UInt8] {
    switch try source.line(limit: 100) {
    case .whole(let line): return line.last == 0x0D ? line.dropLast() : line
    // The last line may lack its line feed.
    case .unfinished(let line) where line == Armor.ending: return line
    case .unfinished: throw AgeError(.damagedArmor, "the end line is missing")
    case .tooLong: throw AgeError(.damagedArmor, "a line is too long")
    }
  }

  private func nothingButSpaceFollows() throws(AgeError) {
    while case let rest = try source.take(4096), !rest.isEmpty {
      guard rest.allSatisfy(Armor.isSpace) else { throw AgeError(.damagedArmor, "there is text after the end line") }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
