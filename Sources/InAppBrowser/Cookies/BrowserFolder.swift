import Glibc
import SmallFiles

/// The browser's own folder (0700), locked for this process. Symbolic links in place of its files are refused.
final class BrowserFolder: Sendable {
  private let directory: String
  private let descriptor: Int32
  private let lock: Int32

  static let lockName = "lock"

  /// Waits a moment for another browser to release the folder, then throws ``BrowserError/Code/browserBusy``.
  init(_ directory: String, patience: Duration = .seconds(2)) throws(BrowserError) {
    self.directory = directory
    try BrowserFolder.make(directory)
    descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BrowserError(.browserDataUnreadable, at: directory, .last) }
    lock = openat(descriptor, BrowserFolder.lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw BrowserError(.browserDataNotSaved, at: directory + "/" + BrowserFolder.lockName, .last)
    }
    let deadline = ContinuousClock.now + patience
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard ContinuousClock.now < deadline else { throw BrowserError(.browserBusy, ["path": directory]) }
      usleep(20_000)
    }
  }

  // Runs also when the initializer fails. Closing releases the lock.
  deinit {
    close(lock)
    close(descriptor)
  }

  func path(of name: String) -> String { directory + "/" + name }

  /// The file's bytes; `nil` when it does not exist.
  func read(_ name: String, limit: Int) throws(BrowserError) -> [UInt8]? {
    let noFile = BrowserError(.cookieJarDamaged, ["path": path(of: name), "detail": Phrase.browserJarNoFile.english])
    let bytes: [UInt8]
    do { bytes = try SmallFile.read(name, in: descriptor, upTo: limit + 1, follows: false) } catch {
      switch error {
      case .unopened(SystemError(number: ENOENT)): return nil
      case .unopened(let error): throw BrowserError(.browserDataUnreadable, at: path(of: name), error)
      case .notRegular: throw noFile
      }
    }
    guard bytes.count <= limit else { throw noFile }
    return bytes
  }

  /// Replaces a file atomically: a crash leaves either the old or the new one.
  func replace(_ name: String, with bytes: [UInt8]) throws(BrowserError) {
    do {
      let writer = try AtomicWriter(name, in: descriptor, temporary: name + ".new")
      try writer.write(bytes)
      try writer.commit(.attempted)
    } catch { throw BrowserError(.browserDataNotSaved, at: path(of: name), error) }
  }

  /// Removes a file; `false` when it did not exist.
  func remove(_ name: String) throws(BrowserError) -> Bool {
    if unlinkat(descriptor, name, 0) == 0 {
      fsync(descriptor)
      return true
    }
    if errno == ENOENT { return false }
    throw BrowserError(.browserDataNotSaved, at: path(of: name), .last)
  }

  private static func make(_ directory: String) throws(BrowserError) {
    var path = directory.hasPrefix(bytes: "/") ? "" : "."
    for part in directory.split(scalar: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw BrowserError(.browserDataNotSaved, at: path, .last) }
    }
  }
}

extension BrowserError {
  fileprivate init(_ code: Code, at path: String, _ error: SystemError) {
    self.init(code, ["path": path, "detail": error.message])
  }
}
