// `<data directory>/devices/<name>`, opened once and then used by its descriptor, so that it cannot be exchanged for another folder in between. Its
// last two components must not be links; the data directory itself may be reached through links, because its owner chooses its location.

import SharedValues
import SmallFiles
import Glibc

/// An open device folder.
struct KeystoreFolder: ~Copyable {
  let path: String
  let descriptor: Int32
  private let operations: any FileOperations

  deinit { close(descriptor) }

  /// Opens the folder, creating it and its parents (0700) when `creating`; `nil` when it does not exist.
  static func open(
    _ path: String, creating: Bool, operations: any FileOperations
  ) throws(KeystoreError) -> KeystoreFolder? {
    let components = path.split(scalar: "/").map(String.init)
    let names = Array(components.suffix(2))
    var reached = (path.hasPrefix(bytes: "/") ? "/" : "") + Array(components.dropLast(2)).joined(separator: "/")
    if reached.isEmpty { reached = "." }
    if creating { try makeParents(reached) }
    var folder = Glibc.open(reached, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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

  /// -1 when the component does not exist.
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

  /// Others need not even see the names. Narrowing is always safe and needs no question; a file system without modes keeps those that
  /// ``checkPermissions()`` has accepted.
  func narrowPermissions() { fchmod(descriptor, 0o700) }
  func pathOf(_ name: String) -> String { path + "/" + name }

  // MARK: Reading

  /// A regular file's bytes; `nil` when it does not exist. Links are not followed, and a device or pipe is not waited for.
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

  /// Takes the lock; false when another program holds it.
  func lock(_ file: Int32, exclusively: Bool) throws(SystemError) -> Bool {
    try operations.lock(file, exclusively: exclusively)
  }

  // MARK: Changing

  /// Leaves either all of `bytes` under `name`, or the old file: written beside it, made durable, then renamed over it.
  func replace(_ name: String, by bytes: [UInt8]) throws(KeystoreError) {
    do {
      let writer = try AtomicWriter(name, in: descriptor, operations: operations)
      try writer.write(bytes)
      try writer.commit(.required)
    } catch { throw KeystoreError.writing(error, path: pathOf(name)) }
  }

  /// Removes a file if it exists, durably. A link is removed itself, not its target.
  func remove(_ name: String) throws(KeystoreError) -> Bool {
    do {
      guard try operations.remove(name, in: descriptor) else { return false }
      // A removal is durable only once the folder is synced.
      try operations.sync(descriptor)
      return true
    } catch { throw KeystoreError.writing(error, path: pathOf(name)) }
  }

  /// Removes the temporary files that interrupted saves left (`AtomicWriter`) and returns their names. Requires the exclusive lock.
  func removeLeftovers() -> [String] {
    leftovers().filter { (try? operations.remove($0, in: descriptor)) == true }
  }

  private func leftovers() -> [String] {
    // A second descriptor, because closing the directory stream closes the one that it reads.
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if KeystoreFolder.isTemporary(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// `.keystore.age.<16 hex digits>.tmp`
  static func isTemporary(_ name: String) -> Bool {
    [FileKeystore.fileName, FileKeystore.keyName].contains { original in
      name.hasPrefix(bytes: ".\(original).") && name.hasSuffix(bytes: ".tmp")
        && name.utf8.count == original.utf8.count + 22
    }
  }
}

/// A file's content and its status.
struct FileContent {
  var bytes: [UInt8]
  var status: stat
}

extension KeystoreError {
  static func reading(_ error: SystemError, path: String) -> KeystoreError {
    KeystoreError(.unreadable, path: path, detail: error.term)
  }

  static func writing(_ error: SystemError, path: String) -> KeystoreError {
    KeystoreError(error.isNoSpace ? .noSpace : .unwritable, path: path, detail: error.term)
  }
}
