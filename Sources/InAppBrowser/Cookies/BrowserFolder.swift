import Catalogue
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The browser's own folder (0700): read and written by this process alone, under a lock.
///
/// Symbolic links in place of its files are refused, so nobody can point the browser at another file.
final class BrowserFolder: Sendable {
  private let directory: String
  private let descriptor: Int32
  private let lock: Int32

  static let lockName = "lock"

  /// Opens the folder, makes it where it is missing, and waits a moment for another browser to leave it.
  ///
  /// - Parameter patience: how long to wait for the lock; after that ``BrowserError/Code/browserBusy``.
  init(_ directory: String, patience: Duration = .seconds(2)) throws(BrowserError) {
    self.directory = directory
    try BrowserFolder.make(directory)
    descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BrowserFolder.failure(.browserDataUnreadable, directory) }
    lock = openat(descriptor, BrowserFolder.lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      let error = BrowserFolder.failure(.browserDataNotSaved, directory + "/" + BrowserFolder.lockName)
      close(descriptor)
      throw error
    }
    let deadline = ContinuousClock.now + patience
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard ContinuousClock.now < deadline else {
        close(lock)
        close(descriptor)
        throw BrowserError(.browserBusy, ["path": directory])
      }
      usleep(20_000)
    }
  }

  deinit {
    // Closing gives the lock back.
    close(lock)
    close(descriptor)
  }

  func path(of name: String) -> String { directory + "/" + name }

  /// The file's bytes; `nil` when there is none.
  func read(_ name: String, limit: Int) throws(BrowserError) -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw BrowserFolder.failure(.browserDataUnreadable, path(of: name))
    }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_size <= limit else {
      throw BrowserError(.cookieJarDamaged, ["path": path(of: name), "detail": Phrase.browserJarNoFile.english])
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while bytes.count <= limit {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw BrowserFolder.failure(.browserDataUnreadable, path(of: name))
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw BrowserError(.cookieJarDamaged, ["path": path(of: name), "detail": Phrase.browserJarNoFile.english])
  }

  /// Replaces a file as a whole: a crash leaves the old one or the new one.
  func replace(_ name: String, with bytes: [UInt8]) throws(BrowserError) {
    let temporary = name + ".new"
    unlinkat(descriptor, temporary, 0)
    let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BrowserFolder.failure(.browserDataNotSaved, path(of: name)) }
    let written = BrowserFolder.write(bytes, to: file) && fsync(file) == 0
    let error = BrowserFolder.failure(.browserDataNotSaved, path(of: name))
    close(file)
    guard written, renameat(descriptor, temporary, descriptor, name) == 0 else {
      let reason = written ? BrowserFolder.failure(.browserDataNotSaved, path(of: name)) : error
      unlinkat(descriptor, temporary, 0)
      throw reason
    }
    fsync(descriptor)
  }

  /// Removes a file; `false` when there was none.
  func remove(_ name: String) throws(BrowserError) -> Bool {
    if unlinkat(descriptor, name, 0) == 0 {
      fsync(descriptor)
      return true
    }
    if errno == ENOENT { return false }
    throw BrowserFolder.failure(.browserDataNotSaved, path(of: name))
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func make(_ directory: String) throws(BrowserError) {
    var path = directory.hasPrefix("/") ? "" : "."
    for part in directory.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(.browserDataNotSaved, path) }
    }
  }

  private static func failure(_ code: BrowserError.Code, _ path: String) -> BrowserError {
    BrowserError(code, ["path": path, "detail": String(cString: strerror(errno))])
  }
}
