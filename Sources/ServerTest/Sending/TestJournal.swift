import Glibc
import OAuthClient
import Programs
import SharedValues
import SmallFiles
import Synchronization

/// What a run has made at the server, on disk before the answer that told it is judged: after any end of the run, the next one can clean up.
///
/// A file for each run (mode 0600) with a JSON object a line. It is locked while its run lasts, and gone when nothing is left to clean.
package final class TestJournal: Sendable {
  /// A client that is still there, as far as the journal knows.
  package struct Entry: Hashable, Sendable {
    package var client: String
    /// `nil`: the registration cannot be managed, so that the client stays.
    package var uri: String?
    package var token: Secret?
    /// The server does not take the token, which does not tell whether the client is there.
    package var isRefused = false
  }

  package let path: String
  private let descriptor: Int32
  private let kept = Mutex<[Entry]>([])
  package var entries: [Entry] { kept.withLock { $0 } }

  /// Bytes of the largest journal that is read.
  static let limit = 1 << 20

  /// Begins a journal.
  /// - Throws: `journalUnwritable`.
  package init(in folder: String, issuer: String, name: String) throws(TestStop) {
    path = folder + "/" + name
    do throws(SystemError) {
      descriptor = try SystemFileOperations().createFile(path, mode: 0o600, in: AT_FDCWD)
    } catch { throw .journalUnwritable(error.message) }
    _ = try? SystemFileOperations().lock(descriptor, exclusively: true)
    try write(["issuer": .string(issuer)])
  }

  /// Continues one that an earlier run has left.
  /// - Returns: `nil`: it cannot be read, its run still lasts, or it is about another issuer.
  package init?(left path: String, issuer: String) {
    guard let bytes = SmallFile.whole(path, limit: TestJournal.limit, follows: false) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).lines.compactMap { try? JSON.parse(String($0)) }
    guard lines.first?["issuer"]?.stringValue?.isExactly(issuer) == true else { return nil }
    let file = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    guard (try? SystemFileOperations().lock(file, exclusively: true)) == true else {
      close(file)
      return nil
    }
    (self.path, descriptor) = (path, file)
    for line in lines.dropFirst() { apply(line) }
  }

  /// Writes down a client, or its new token, and returns when the line is on the disk.
  package func note(_ entry: Entry) throws(TestStop) {
    let line: JSON = ["client": .string(entry.client)]
    try write(
      line.setting("uri", entry.uri.map(JSON.string)).setting("token", entry.token.map { .string($0.revealed) }))
  }

  package func strike(_ client: String) throws(TestStop) {
    try write(["gone": .string(client)])
  }

  private func apply(_ line: JSON) {
    guard let client = line["client"]?.stringValue ?? line["gone"]?.stringValue else { return }
    let uri = line["uri"]?.stringValue
    let token = line["token"]?.stringValue.map { Secret($0) }
    let isThere = line["client"] != nil
    kept.withLock { entries in
      entries.removeAll { $0.client == client }
      if isThere { entries.append(Entry(client: client, uri: uri, token: token)) }
    }
  }

  private func write(_ line: JSON) throws(TestStop) {
    do throws(SystemError) {
      try SystemFileOperations().write(Array((line.compact + "\n").utf8), to: descriptor)
      try SystemFileOperations().sync(descriptor)
    } catch { throw .journalUnwritable(error.message) }
    apply(line)
  }

  package func finish() { if entries.isEmpty { unlink(path) } }

  deinit { close(descriptor) }

  package static func left(in folder: String) -> [String] {
    AbsolutePath.names(in: folder, endingIn: suffix).map { folder + "/" + $0 }
  }

  package static let suffix = ".journal"
}
