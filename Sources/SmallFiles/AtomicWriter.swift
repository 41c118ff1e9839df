import Glibc
import SharedValues

/// A file that appears under its name only once it is complete: written beside it, made durable, then renamed over it.
///
/// Without a commit nothing is left behind, and an older file of that name stays as it was. An existing link is replaced itself, never followed.
package final class AtomicWriter {
  /// How the new name becomes durable: by syncing its folder.
  package enum NameDurability: Sendable {
    /// The commit fails when the folder cannot be synced, although the name already has the new content.
    case required
    /// The commit succeeds even if the folder cannot be synced.
    case attempted
  }

  private let name: String
  private let temporary: String
  private let folder: Int32
  private let operations: any FileOperations
  private var file: Int32

  /// - Parameters:
  ///   - name: within `folder`, an open descriptor that outlives this writer; without a folder, any path.
  ///   - mode: of the new file, before the process's umask.
  ///   - temporary: a fixed name beside it; the next write removes what an interrupted one left there. By default a random name.
  package init(
    _ name: String, in folder: Int32 = AT_FDCWD, mode: mode_t = 0o600, temporary: String? = nil,
    operations: any FileOperations = SystemFileOperations()
  ) throws(SystemError) {
    (self.name, self.folder, self.operations) = (name, folder, operations)
    self.temporary = temporary ?? AtomicWriter.temporaryName(for: name)
    if let temporary { _ = try? operations.remove(temporary, in: folder) }
    file = try operations.createFile(self.temporary, mode: mode, in: folder)
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try operations.write(bytes, to: file) }

  /// Makes the file durable and gives it its name. A second call has no effect.
  package func commit(_ durability: NameDurability) throws(SystemError) {
    guard file >= 0 else { return }
    do {
      try operations.sync(file)
      close(file)
      file = -1
      try operations.rename(temporary, to: name, in: folder)
    } catch {
      discard()
      throw error
    }
    do { try syncFolder() } catch { if durability == .required { throw error } }
  }

  private func syncFolder() throws(SystemError) {
    guard folder == AT_FDCWD else { return try operations.sync(folder) }
    let path = name.lastIndex(ofScalar: "/").map { String(name.through($0)) } ?? "."
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try operations.sync(descriptor)
  }

  private func discard() {
    if file >= 0 { close(file) }
    file = -1
    _ = try? operations.remove(temporary, in: folder)
  }

  deinit { if file >= 0 { discard() } }

  /// `.<name>.<16 hex digits>.tmp` in the same folder. A long name is cut, so that the temporary name is short enough.
  package static func temporaryName(for name: String) -> String {
    let last = name.lastIndex(ofScalar: "/").map { name.unicodeScalars.index(after: $0) } ?? name.startIndex
    let salt = String(UInt64.random(in: .min ... .max), radix: 16)
    return name[..<last] + "." + name[last...].prefix(scalars: 36) + "."
      + String(repeating: "0", count: 16 - salt.count) + salt
      + ".tmp"
  }
}
