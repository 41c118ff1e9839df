import SmallFiles
import Glibc

/// The advisory lock on `keystore.lock` (flock(2)): several programs, or two windows of this one, take turns.
///
/// The lock file is never removed: a lock on a deleted file would exclude no other program.
struct FolderLock: ~Copyable {
  static let name = "keystore.lock"

  enum Kind { case shared, exclusive }

  private let descriptor: Int32

  /// Waits up to `seconds` for the lock.
  ///
  /// - Throws: ``KeystoreError/Code/locked`` when another program holds it.
  static func acquire(_ kind: Kind, in folder: borrowing KeystoreFolder, seconds: Double) throws(KeystoreError)
    -> FolderLock
  {
    let path = folder.pathOf(name)
    let file = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let failure = SystemError.last
      if failure.number == ELOOP { throw KeystoreError(.symlink, path: path) }
      // Reading from read-only storage needs no lock: no other program can write there either.
      if kind == .shared, [EROFS, EACCES, EPERM].contains(failure.number) { return FolderLock(descriptor: -1) }
      throw KeystoreError.writing(failure, path: path)
    }
    let lock = FolderLock(descriptor: file)
    let attempts = max(1, Int(seconds * 50))
    for attempt in 1...attempts {
      do {
        if try folder.lock(file, exclusively: kind == .exclusive) { return lock }
      } catch { throw KeystoreError.reading(error, path: path) }
      if attempt < attempts { usleep(20_000) }
    }
    throw KeystoreError(.locked, path: path, detail: "another program has had it for \(Int(seconds)) s")
  }

  /// Explicit, so that the code shows how long the lock is held.
  func release() { if descriptor >= 0 { flock(descriptor, LOCK_UN) } }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
