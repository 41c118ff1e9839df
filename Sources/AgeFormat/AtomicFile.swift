import OpenSSLCrypto

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that appears under its name only when it is whole: written beside it, then renamed over it.
///
/// Mode 0600. A file that is not committed leaves nothing behind, and an older file of that name as it was.
public final class AtomicFile: ByteSink {
  private let path: String
  private let temporaryPath: String
  private var descriptor: Int32

  /// - Throws: ``AgeError/Code/unwritable`` or ``AgeError/Code/noSpace``, naming `path`.
  public init(_ path: String) throws(AgeError) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[...$0] } ?? ""
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let salt = secureRandom(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    self.path = path
    temporaryPath = folder + "." + name.prefix(150) + "." + salt + ".tmp"
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw AgeError.writing(errno).at(path) }
  }

  public func write(_ bytes: [UInt8]) throws(AgeError) {
    do {
      try DescriptorSink(descriptor).write(bytes)
    } catch { throw error.at(path) }
  }

  /// Makes it durable and gives it its name. A second time it does nothing.
  public func commit() throws(AgeError) {
    guard descriptor >= 0 else { return }
    guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw AgeError.writing(errno).at(path) }
    close(descriptor)
    descriptor = -1
    syncFolder()
  }

  /// The name is durable only with its folder. Where folders cannot be synced there is nothing more to do.
  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let folderDescriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folderDescriptor >= 0 else { return }
    fsync(folderDescriptor)
    close(folderDescriptor)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(temporaryPath)
  }
}
