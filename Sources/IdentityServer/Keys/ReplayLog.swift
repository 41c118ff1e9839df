import Foundation
import SmallFiles

/// What ``ReplayMemory`` holds, on disk, so that a restart forgets nothing: one file for each of its generations, of records of 16 bytes
/// (seconds since 1970 and the identifier, both big-endian), the newest last.
///
/// A record is written before its token is accepted, and survives the death of the process; a power failure may lose the last ones, as
/// it may lose the last commits of the database.
struct ReplayLog: Sendable {
  struct Record: Hashable, Sendable {
    var time: Int
    var identifier: UInt64
  }

  private static let recordBytes = 16
  /// More than two generations can have.
  private static let largestFile = 4 * ReplayMemory.usualCapacity * recordBytes

  private let path: String
  private var descriptor: Int32

  /// Opens the files, or makes them.
  ///
  /// - Throws: ``IdentityServerError`` `server_directory_unwritable`.
  init(_ path: String) throws(IdentityServerError) {
    self.path = path
    descriptor = ReplayLog.open(path)
    guard descriptor >= 0 else { throw IdentityServerError(.directoryUnwritable, path, detail: String(errno)) }
    dropTornRecord()
  }

  private static func open(_ path: String) -> Int32 {
    Foundation.open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  private var pathBefore: String { path + ".before" }

  /// The records of both generations, the one before first.
  func read() throws(IdentityServerError) -> (before: [Record], current: [Record]) {
    (try records(pathBefore), try records(path))
  }

  private func records(_ path: String) throws(IdentityServerError) -> [Record] {
    guard access(path, F_OK) == 0 else { return [] }
    guard let bytes = SmallFile.whole(path, limit: ReplayLog.largestFile, follows: false) else {
      throw IdentityServerError(.directoryUnwritable, path)
    }
    func number(_ place: Int) -> UInt64 { bytes[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    return stride(from: 0, through: bytes.count - ReplayLog.recordBytes, by: ReplayLog.recordBytes).map {
      Record(time: Int(truncatingIfNeeded: number($0)), identifier: number($0 + 8))
    }
  }

  /// - Returns: whether the record is kept.
  func append(_ record: Record) -> Bool {
    let bytes = [UInt64(bitPattern: Int64(record.time)), record.identifier].flatMap { value in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      dropTornRecord()
      return false
    }
    return true
  }

  /// Begins another generation: the one until now becomes the one before.
  ///
  /// - Returns: whether it could be done; otherwise everything is as it was.
  mutating func turn() -> Bool {
    guard rename(path, pathBefore) == 0 else { return false }
    let next = ReplayLog.open(path)
    guard next >= 0 else {
      rename(pathBefore, path)
      return false
    }
    close()
    descriptor = next
    return true
  }

  func close() { _ = Foundation.close(descriptor) }

  /// What a disk that was full, or a process that was killed, has left of a record.
  private func dropTornRecord() {
    let size = lseek(descriptor, 0, SEEK_END)
    if size % off_t(ReplayLog.recordBytes) != 0 { ftruncate(descriptor, size - size % off_t(ReplayLog.recordBytes)) }
  }
}
