// Decrypts files of any size in bounded memory, releasing nothing before the whole file has been authenticated.
//
// A plaintext of up to 8 MiB is held in memory until the end has been judged. A longer one is decrypted twice: the first pass judges everything and
// keeps nothing, the second releases. That takes longer than a temporary file, but a temporary file would put the plaintext on a disk without the
// user's consent. Input that cannot be read twice (a pipe) or is not binary (armor) is first copied, still encrypted, to an unlinked temporary file.
// The file may change between the passes: the second authenticates every chunk again before it releases it.

import Glibc
import SmallFiles

extension Age {
  /// Plaintexts up to this length are decrypted once and held; longer ones are decrypted twice.
  static let heldLength = 8 << 20

  /// Decrypts the descriptor from its current position. `sink` gets its first byte after the last one was authenticated.
  ///
  /// - Throws: ``AgeError``; all codes but those of reading and writing come before anything is written.
  public static func decrypt(
    descriptor: Int32, with identities: [AgeIdentity], into sink: any ByteSink
  ) throws(AgeError) {
    let file = try RereadableFile(descriptor)
    var held: [[UInt8]] = []
    var length = 0
    try forEachChunk(of: try file.fromStart(), with: identities) { chunk in
      length += chunk.count
      if length <= heldLength { held.append(chunk) } else { held = [] }
    }
    if length <= heldLength {
      for chunk in held { try sink.write(chunk) }
    } else {
      try forEachChunk(of: try file.fromStart(), with: identities) { (chunk) throws(AgeError) in
        try sink.write(chunk)
      }
    }
  }

  /// Decrypts into a file that appears under its name only once it is complete, so that one pass is enough.
  public static func decrypt(
    descriptor: Int32, with identities: [AgeIdentity], into file: AtomicFile
  ) throws(AgeError) {
    try forEachChunk(of: DescriptorSource(descriptor), with: identities) { (chunk) throws(AgeError) in
      try file.write(chunk)
    }
    try file.commit()
  }
}

/// A binary age file that can be read again from its start.
private final class RereadableFile {
  private let descriptor: Int32
  private let start: off_t
  private let isOwn: Bool

  init(_ descriptor: Int32) throws(AgeError) {
    let position = lseek(descriptor, 0, SEEK_CUR)
    if position >= 0, try RereadableFile.isBinary(descriptor, at: position) {
      self.descriptor = descriptor
      start = position
      isOwn = false
      return
    }
    let copy = try RereadableFile.temporaryFile()
    do {
      let sink = DescriptorSink(copy)
      let source = try Armor.strippedIfPresent(DescriptorSource(descriptor))
      while case let piece = try source.read(upTo: 64 * 1024), !piece.isEmpty { try sink.write(piece) }
    } catch {
      close(copy)
      let isOfCopy = [.unwritable, .noSpace].contains(error.code)
      throw isOfCopy ? error.at(TemporaryPlace.shown) : error
    }
    self.descriptor = copy
    start = 0
    isOwn = true
  }

  deinit { if isOwn { close(descriptor) } }

  func fromStart() throws(AgeError) -> DescriptorSource {
    guard lseek(descriptor, start, SEEK_SET) >= 0 else { throw .reading(errno) }
    return DescriptorSource(descriptor)
  }

  private static func isBinary(_ descriptor: Int32, at position: off_t) throws(AgeError) -> Bool {
    let first = try DescriptorSource(descriptor).read(upTo: 1)
    guard lseek(descriptor, position, SEEK_SET) >= 0 else { throw .reading(errno) }
    return first == [UInt8(ascii: "a")]
  }

  /// A temporary file that only this user can read, and whose name is removed at once.
  private static func temporaryFile() throws(AgeError) -> Int32 {
    var template = Array((TemporaryPlace.path + "/dcr-terminal.XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw AgeError.writing(errno).at(TemporaryPlace.shown) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }
}
