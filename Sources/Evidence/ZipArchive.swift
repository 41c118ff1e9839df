/// A zip file whose members are stored uncompressed (PKWARE APPNOTE 6.3.10 §4.3, method 0). Simple enough to need no library; the same members give
/// the same bytes.
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

/// The checksum of zip files (APPNOTE §4.4.7).
enum CRC32 {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }
}
