import SmallFiles
import Synchronization
import Glibc

/// The system's calls, one kind of which fails. The others are carried out.
final class FaultyFileOperations: FileOperations {
  private let kind: DiskFault.Kind
  private let system = SystemFileOperations()
  private let struck = Atomic(false)

  init(_ kind: DiskFault.Kind) { self.kind = kind }

  /// Whether a call has failed.
  var hasStruck: Bool { struck.load(ordering: .acquiring) }

  private func strike(_ number: Int32, when kinds: DiskFault.Kind...) throws(SystemError) {
    guard kinds.contains(kind) else { return }
    struck.store(true, ordering: .releasing)
    throw SystemError(number: number)
  }

  func makeFolder(_ name: String, in folder: Int32) throws(SystemError) { try system.makeFolder(name, in: folder) }

  func createFile(_ name: String, mode: mode_t, in folder: Int32) throws(SystemError) -> Int32 {
    try strike(EROFS, when: .readOnly)
    return try system.createFile(name, mode: mode, in: folder)
  }

  /// A full disk still takes the bytes that fit.
  func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    if kind == .full { try? system.write(Array(bytes.prefix(bytes.count / 2)), to: file) }
    try strike(ENOSPC, when: .full)
    try system.write(bytes, to: file)
  }

  func sync(_ descriptor: Int32) throws(SystemError) {
    try strike(EIO, when: .notDurable)
    try system.sync(descriptor)
  }

  func rename(_ old: String, to new: String, in folder: Int32) throws(SystemError) {
    try strike(EROFS, when: .readOnly)
    try system.rename(old, to: new, in: folder)
  }

  func remove(_ name: String, in folder: Int32) throws(SystemError) -> Bool {
    try strike(EROFS, when: .readOnly)
    return try system.remove(name, in: folder)
  }

  func open(_ name: String, in folder: Int32, follows: Bool) throws(SystemError) -> Int32 {
    let file = try system.open(name, in: folder, follows: follows)
    guard name == FileKeystore.keyName, kind == .keyMissing else { return file }
    close(file)
    try strike(ENOENT, when: .keyMissing)
    return file
  }

  func status(of file: Int32, named name: String) throws(SystemError) -> stat {
    var status = try system.status(of: file, named: name)
    if kind == .permissions, name == FileKeystore.fileName {
      struck.store(true, ordering: .releasing)
      status.st_mode |= Permissions.writableByOthers
    }
    return status
  }

  func contents(of file: Int32, named name: String, upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes = try system.contents(of: file, named: name, upTo: count)
    guard name == FileKeystore.fileName else { return bytes }
    try strike(EIO, when: .unreadable)
    guard kind == .damaged || kind == .damagedHeader, bytes.count > 100 else { return bytes }
    struck.store(true, ordering: .releasing)
    bytes[kind == .damaged ? bytes.count - 5 : 40] ^= 1
    return bytes
  }

  func lock(_ file: Int32, exclusively: Bool) throws(SystemError) -> Bool {
    guard kind != .locked else {
      struck.store(true, ordering: .releasing)
      return false
    }
    return try system.lock(file, exclusively: exclusively)
  }
}
