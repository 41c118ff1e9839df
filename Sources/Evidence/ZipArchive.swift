import SharedValues

/// A zip file whose members are stored uncompressed (PKWARE APPNOTE 6.3.10 §4.3, method 0). The same members give the same bytes.
package struct ZipArchive: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    /// The member's path: `/` between folders, relative, without `..`.
    var name: String
    var bytes: [UInt8]
    init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  var members: [Member] = []

  subscript(name: String) -> [UInt8]? { members.first { $0.name == name }?.bytes }

  /// The file. Every member has the earliest date that the format allows; the manifest has the real date.
  package var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      let offset = file.count
      let name = Array(member.name.utf8)
      let common = ZipArchive.common(CRC32.of(member.bytes), member.bytes.count, name.count)
      file += ZipArchive.words(ZipArchive.localHeader) + common + ZipArchive.shorts(0) + name + member.bytes
      directory += ZipArchive.words(ZipArchive.entry) + ZipArchive.shorts(ZipArchive.madeOnUnix) + common
      // No extra field, no comment, first disk, no internal attributes; a regular file that only its owner may read.
      directory += ZipArchive.shorts(0, 0, 0, 0) + ZipArchive.words(0o100600 << 16, UInt32(offset)) + name
    }
    let end =
      ZipArchive.words(ZipArchive.endOfDirectory) + ZipArchive.shorts(0, 0, members.count, members.count)
      + ZipArchive.words(UInt32(directory.count), UInt32(file.count)) + ZipArchive.shorts(0)
    return file + directory + end
  }

  static let localHeader: UInt32 = 0x0403_4B50
  static let entry: UInt32 = 0x0201_4B50
  static let endOfDirectory: UInt32 = 0x0605_4B50
  private static let madeOnUnix = 3 << 8 | 20
  /// Names are UTF-8 (APPNOTE §4.4.4, bit 11).
  private static let utf8Names = 1 << 11

  /// The common part of a member's two headers: version, flags, method, time, date, checksum, sizes, length of the name.
  private static func common(_ checksum: UInt32, _ size: Int, _ name: Int) -> [UInt8] {
    shorts(20, utf8Names, 0, 0, 1 << 5 | 1) + words(checksum, UInt32(size), UInt32(size)) + shorts(name)
  }

  private static func shorts(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private static func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  }
}

/// Reads a zip file that may come from a stranger, by its central directory: the whole file, or the reason against it.
///
/// Reads only stored members, so that no member is larger than the file. Names that lead out of the folder, overlapping members, wrong checksums and
/// any contradiction between the headers are refused.
struct ZipReader {
  static let fileLimit = 64 << 20
  static let memberLimit = 4000
  private static let nameLimit = 200

  /// Why a file is refused. `member` is empty if the reason concerns the whole file.
  struct Fault: Error, Hashable {
    enum Reason: String, Hashable {
      case notZip = "it is no zip file"
      case truncated = "its end is missing, or something follows it"
      case tooLarge = "it is larger than 64 MiB"
      case tooMany = "it has more than 4000 members"
      case compressed = "{member} is compressed; evidence is not"
      case encrypted = "{member} is encrypted"
      case split = "it is one part of several"
      case badName = "a member has a name that leads elsewhere or is none"
      case twice = "{member} is there twice"
      case overlapping = "{member} lies in the middle of another member, or behind a gap"
      case damaged = "{member} is damaged: its check sum is another"
      case contradictory = "its directories contradict each other {member}"
    }
    var reason: Reason
    var member = ""
    var words: String { reason.rawValue.filled(["member": member]) }
  }

  private let bytes: [UInt8]
  private var members: [ZipArchive.Member] = []
  private var names: Set<String> = []
  /// The end of the members that have been read.
  private var taken = 0

  static func read(_ bytes: [UInt8]) throws(Fault) -> ZipArchive {
    guard bytes.count <= fileLimit else { throw Fault(reason: .tooLarge) }
    var reader = ZipReader(bytes: bytes)
    try reader.readDirectory()
    return ZipArchive(members: reader.members)
  }

  private mutating func readDirectory() throws(Fault) {
    guard bytes.count >= 22, word(0) == ZipArchive.localHeader || word(0) == ZipArchive.endOfDirectory else {
      throw Fault(reason: .notZip)
    }
    // This program writes no comment at the end.
    let end = bytes.count - 22
    guard word(end) == ZipArchive.endOfDirectory, short(end + 20) == 0 else { throw Fault(reason: .truncated) }
    guard short(end + 4) == 0, short(end + 6) == 0, short(end + 8) == short(end + 10) else {
      throw Fault(reason: .split)
    }
    let count = short(end + 10)
    let (size, start) = (Int(word(end + 12)), Int(word(end + 16)))
    guard count <= ZipReader.memberLimit else { throw Fault(reason: .tooMany) }
    guard start + size == end else { throw Fault(reason: .truncated) }
    var place = start
    for _ in 0..<count { place = try readEntry(at: place, before: end, data: start) }
    guard place == end, taken == start else { throw Fault(reason: .contradictory) }
  }

  private mutating func readEntry(at place: Int, before end: Int, data: Int) throws(Fault) -> Int {
    guard place + 46 <= end, word(place) == ZipArchive.entry else { throw Fault(reason: .contradictory) }
    let (nameLength, more) = (short(place + 28), short(place + 30) + short(place + 32))
    let next = place + 46 + nameLength + more
    guard next <= end, (1...ZipReader.nameLimit).contains(nameLength),
      let name = String(validating: bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self),
      ZipReader.isGood(name)
    else { throw Fault(reason: .badName) }
    guard names.insert(name).inserted else { throw Fault(reason: .twice, member: name) }
    let (flags, method) = (short(place + 8), short(place + 10))
    guard flags & 1 == 0 else { throw Fault(reason: .encrypted, member: name) }
    guard method == 0, flags & 8 == 0 else { throw Fault(reason: .compressed, member: name) }
    let (checksum, stored, size) = (word(place + 16), Int(word(place + 20)), Int(word(place + 24)))
    guard stored == size else { throw Fault(reason: .contradictory, member: name) }
    let header = Int(word(place + 42))
    // Members lie in the order of the directory, one right behind the other, so that they do not overlap and nothing is hidden between them.
    guard header == taken else { throw Fault(reason: .overlapping, member: name) }
    guard header + 30 <= data, word(header) == ZipArchive.localHeader else {
      throw Fault(reason: .contradictory, member: name)
    }
    let content = header + 30 + short(header + 26) + short(header + 28)
    guard content + size <= data, slice(header + 4, 22) == slice(place + 6, 22), short(header + 26) == nameLength,
      slice(header + 30, nameLength) == slice(place + 46, nameLength)
    else { throw Fault(reason: .contradictory, member: name) }
    let body = Array(slice(content, size))
    guard CRC32.of(body) == checksum else { throw Fault(reason: .damaged, member: name) }
    members.append(ZipArchive.Member(name, body))
    taken = content + size
    return next
  }

  /// A relative name without `..` and without characters that a terminal or a file system would interpret.
  static func isGood(_ name: String) -> Bool {
    let parts = name.split(scalar: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
      && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":") }
  }

  private func slice(_ start: Int, _ length: Int) -> ArraySlice<UInt8> { bytes[start..<(start + length)] }
  private func short(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
  private func word(_ place: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << ($1 * 8) } }
}
