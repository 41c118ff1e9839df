import Foundation
import SmallFiles

/// Keeps the content of ``ReplayMemory`` on disk, so that restarts forget nothing: one file per generation, of 16-byte records
/// (seconds since 1970 and the identifier, both big-endian), in order of arrival.
///
/// A record is written before its token is accepted and survives the death of the process. A power failure may lose the
/// last records, as it may lose the database's last commits.
struct ReplayLog: Sendable {
  struct Record: Hashable, Sendable {
    var time: Int
    var identifier: UInt64
  }

  private static let recordBytes = 16
  /// Bytes; more than two generations can have.
  private static let largestFile = 4 * ReplayMemory.usualCapacity * recordBytes

  private let path: String
  private var descriptor: Int32

  /// Opens or creates the files.
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

  /// The records of both generations, the previous one first.
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

  /// - Returns: whether the record was written.
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

  /// Starts a new generation: the current one becomes the previous one.
  ///
  /// - Returns: whether it succeeded; otherwise nothing has changed.
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

  /// Removes the partial record that a full disk or a killed process left.
  private func dropTornRecord() {
    let size = lseek(descriptor, 0, SEEK_END)
    if size % off_t(ReplayLog.recordBytes) != 0 { ftruncate(descriptor, size - size % off_t(ReplayLog.recordBytes)) }
  }
}
