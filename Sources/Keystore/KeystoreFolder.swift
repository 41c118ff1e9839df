// `<data directory>/devices/<name>`, opened once and then used by its descriptor, so that nobody can exchange it for another
// folder in between. Its last two components must not be links; the data directory itself may be reached through links,
// because where it lies is its owner's choice.

import ForeignText
import SmallFiles

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open device folder.
struct KeystoreFolder: ~Copyable {
  let path: String
  let descriptor: Int32
  private let operations: any FileOperations

  private init(path: String, descriptor: Int32, operations: any FileOperations) {
    (self.path, self.descriptor, self.operations) = (path, descriptor, operations)
  }

  deinit { close(descriptor) }

  /// Opens the folder, making it and its parents (0700) when `creating`; `nil` when it is not there.
  static func open(
    _ path: String, creating: Bool, operations: any FileOperations
  ) throws(KeystoreError) -> KeystoreFolder? {
    let components = path.split(scalar: "/").map(String.init)
    let names = Array(components.suffix(2))
    var reached = (path.hasPrefix(bytes: "/") ? "/" : "") + Array(components.dropLast(2)).joined(separator: "/")
    if reached.isEmpty { reached = "." }
    if creating { try makeParents(reached) }
    var folder = systemOpen(reached, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      let failure = SystemError.last
      if failure.number == ENOENT, !creating { return nil }
      throw unreachable(failure, path: reached, creating: creating)
    }
    for name in names {
      let parent = folder
      defer { close(parent) }
      reached += (reached.hasSuffix(bytes: "/") ? "" : "/") + name
      folder = try openComponent(name, in: parent, path: reached, creating: creating, operations: operations)
      if folder < 0 { return nil }
    }
    return KeystoreFolder(path: path, descriptor: folder, operations: operations)
  }

  /// -1 when it is not there.
  private static func openComponent(
    _ name: String, in parent: Int32, path: String, creating: Bool, operations: any FileOperations
  ) throws(KeystoreError) -> Int32 {
    if creating {
      do {
        try operations.makeFolder(name, in: parent)
      } catch { throw KeystoreError.writing(error, path: path) }
    }
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if folder >= 0 { return folder }
    let failure = SystemError.last
    if failure.number == ENOENT, !creating { return -1 }
    if isLink(name, in: parent) { throw KeystoreError(.symlink, path: path) }
    throw unreachable(failure, path: path, creating: creating)
  }

  private static func unreachable(_ error: SystemError, path: String, creating: Bool) -> KeystoreError {
    creating ? .writing(error, path: path) : .reading(error, path: path)
  }

  private static func makeParents(_ path: String) throws(KeystoreError) {
    var made = path.hasPrefix(bytes: "/") ? "" : "."
    for component in path.split(scalar: "/") {
      made += "/" + component
      guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
        throw KeystoreError.writing(.last, path: made)
      }
    }
  }

  private static func isLink(_ name: String, in folder: Int32) -> Bool {
    var status = stat()
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Refuses a folder in which another user could exchange the files.
  func checkPermissions() throws(KeystoreError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw KeystoreError.reading(.last, path: path) }
    try Permissions.judge(status, forbidden: Permissions.writableByOthers, path: path)
  }

  /// Others need not even see the names. Narrowing is always safe, so it is done without asking; a file system that has no modes keeps
  /// those that ``checkPermissions()`` has found good enough.
  func narrowPermissions() { fchmod(descriptor, 0o700) }

  func pathOf(_ name: String) -> String { path + "/" + name }

  // MARK: Reading

  /// A regular file's bytes; `nil` when it is not there. Links are not followed, and no device or pipe is waited for.
  func read(
    _ name: String, limit: Int, forbidden: mode_t = Permissions.writableByOthers
  ) throws(KeystoreError) -> FileContent? {
    let path = pathOf(name)
    let file: RegularFile
    do { file = try RegularFile.open(name, in: descriptor, follows: false, operations: operations) } catch {
      switch error {
      case .unopened(SystemError(number: ENOENT)): return nil
      case .unopened(SystemError(number: ELOOP)): throw KeystoreError(.symlink, path: path)
      case .unopened(let error): throw KeystoreError.reading(error, path: path)
      case .notRegular: throw KeystoreError(.unreadable, path: path, detail: "not a regular file")
      }
    }
    try Permissions.judge(file.status, forbidden: forbidden, path: path)
    guard file.status.st_size <= limit else {
      throw KeystoreError(.tooLarge, path: path, detail: "\(file.status.st_size) bytes, at most \(limit)")
    }
    let bytes: [UInt8]
    do { bytes = try file.bytes(upTo: limit + 1) } catch { throw KeystoreError.reading(error, path: path) }
    guard bytes.count <= limit else { throw KeystoreError(.tooLarge, path: path, detail: "it grew while it was read") }
    return FileContent(bytes: bytes, status: file.status)
  }

  /// Whether the lock is taken now, or somebody else has it.
  func lock(_ file: Int32, exclusively: Bool) throws(SystemError) -> Bool {
    try operations.lock(file, exclusively: exclusively)
  }

  // MARK: Changing

  /// The whole of `bytes` under `name`, or `name` as it was: written beside it, made durable, then renamed over it.
  func replace(_ name: String, by bytes: [UInt8]) throws(KeystoreError) {
    do {
      let writer = try AtomicWriter(name, in: descriptor, operations: operations)
      try writer.write(bytes)
      try writer.commit(.required)
    } catch { throw KeystoreError.writing(error, path: pathOf(name)) }
  }

  /// Removes a file if it is there, durably. A link is removed itself, not what it points to.
  func remove(_ name: String) throws(KeystoreError) -> Bool {
    do {
      guard try operations.remove(name, in: descriptor) else { return false }
      // A removal is durable only with the folder that holds the names.
      try operations.sync(descriptor)
      return true
    } catch { throw KeystoreError.writing(error, path: pathOf(name)) }
  }

  /// Removes what interrupted saves left. Only to be called under the exclusive lock. Returns the names.
  func removeLeftovers() -> [String] {
    var removed: [String] = []
    for name in Leftovers.names(in: descriptor) where (try? operations.remove(name, in: descriptor)) == true {
      removed.append(name)
    }
    return removed
  }
}

/// A file that was read, and what the system says of it.
struct FileContent {
  var bytes: [UInt8]
  var status: stat
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

extension KeystoreError {
  static func reading(_ error: SystemError, path: String) -> KeystoreError {
    KeystoreError(.unreadable, path: path, detail: error.message)
  }

  static func writing(_ error: SystemError, path: String) -> KeystoreError {
    KeystoreError(error.isNoSpace ? .noSpace : .unwritable, path: path, detail: error.message)
  }
}
