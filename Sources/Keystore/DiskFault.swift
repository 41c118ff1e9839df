import Glibc
import SmallFiles
import Synchronization

/// An operation of the keystore on the disk.
public enum DiskOperation: Hashable, Sendable {
  case load
  /// A save, an erasure, a change of protection.
  case change
}

/// A failure that is injected into one operation.
public struct DiskFault: Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// No failure, only a delay.
    case none
    /// No space is left for the write.
    case full
    /// Nothing can be created, replaced or removed.
    case readOnly
    /// The last sync fails: the write may be lost when the machine loses power.
    case notDurable
    /// One bit of the encrypted document, or of the file's header, is read wrong. The file itself stays intact.
    case damaged, damagedHeader
    case unreadable
    /// The file seems to be writable by others.
    case permissions
    /// Another program seems to hold the lock.
    case locked
    /// There seems to be no key.
    case keyMissing
  }

  public var kind: Kind
  /// Called before the operation begins; it may block.
  public var wait: (@Sendable () -> Void)?
  /// Called after the operation, with whether the fault had any effect.
  public var over: @Sendable (Bool) -> Void

  public init(_ kind: Kind, wait: (@Sendable () -> Void)? = nil, over: @escaping @Sendable (Bool) -> Void = { _ in }) {
    (self.kind, self.wait, self.over) = (kind, wait, over)
  }
}

/// Decides for each operation whether it fails. The keystore keeps its guarantees in any case.
public protocol DiskFaultInjecting: Sendable { func fault(for operation: DiskOperation) -> DiskFault? }

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
