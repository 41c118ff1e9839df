import Glibc
import SharedValues
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
  /// `nil`: no failure, only a delay.
  public var defect: DiskDefect?
  /// Called before the operation begins; it may block.
  public var wait: (@Sendable () -> Void)?
  /// Called after the operation, with whether the fault had any effect.
  public var over: @Sendable (Bool) -> Void

  public init(
    _ defect: DiskDefect?, wait: (@Sendable () -> Void)? = nil, over: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    (self.defect, self.wait, self.over) = (defect, wait, over)
  }
}

/// Decides for each operation whether it fails. The keystore keeps its guarantees in any case.
public protocol DiskFaultInjecting: Sendable { func fault(for operation: DiskOperation) -> DiskFault? }

/// The system's calls, one of which fails. The others are carried out.
final class FaultyFileOperations: FileOperations {
  private let defect: DiskDefect
  private let system = SystemFileOperations()
  private let struck = Atomic(false)

  init(_ defect: DiskDefect) { self.defect = defect }

  /// Whether a call has failed.
  var hasStruck: Bool { struck.load(ordering: .acquiring) }

  private func strike(_ number: Int32, when cause: DiskDefect) throws(SystemError) {
    guard defect == cause else { return }
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
    if defect == .full { try? system.write(Array(bytes.prefix(bytes.count / 2)), to: file) }
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
    guard name == FileKeystore.keyName, defect == .keyMissing else { return file }
    close(file)
    try strike(ENOENT, when: .keyMissing)
    return file
  }

  func status(of file: Int32, named name: String) throws(SystemError) -> stat {
    var status = try system.status(of: file, named: name)
    if defect == .permissions, name == FileKeystore.fileName {
      struck.store(true, ordering: .releasing)
      status.st_mode |= Permissions.writableByOthers
    }
    return status
  }

  func contents(of file: Int32, named name: String, upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes = try system.contents(of: file, named: name, upTo: count)
    guard name == FileKeystore.fileName else { return bytes }
    try strike(EIO, when: .unreadable)
    guard defect == .damaged || defect == .damagedHeader, bytes.count > 100 else { return bytes }
    struck.store(true, ordering: .releasing)
    bytes[defect == .damaged ? bytes.count - 5 : 40] ^= 1
    return bytes
  }

  func lock(_ file: Int32, exclusively: Bool) throws(SystemError) -> Bool {
    guard defect != .locked else {
      struck.store(true, ordering: .releasing)
      return false
    }
    return try system.lock(file, exclusively: exclusively)
  }
}
