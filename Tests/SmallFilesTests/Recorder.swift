import Synchronization

@testable import SmallFiles

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Records the system's calls in their order; one of them can fail.
final class Recorder: FileOperations {
  private let calls = Mutex<[String]>([])
  private let system = SystemFileOperations()
  private let failing: String?

  /// - Parameter failing: the call that is not performed and reports an input/output error.
  init(failing: String? = nil) { self.failing = failing }

  var names: [String] { calls.withLock { $0 } }

  private func record(_ call: String) throws(SystemError) {
    calls.withLock { $0.append(call) }
    if call == failing { throw SystemError(number: EIO) }
  }

  func makeFolder(_ name: String, in folder: Int32) throws(SystemError) {
    try record("mkdir")
    try system.makeFolder(name, in: folder)
  }

  func createFile(_ name: String, mode: mode_t, in folder: Int32) throws(SystemError) -> Int32 {
    try record("create")
    return try system.createFile(name, mode: mode, in: folder)
  }

  func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    try record("write")
    try system.write(bytes, to: file)
  }

  /// The open descriptor tells whether a file or a folder is synced.
  func sync(_ descriptor: Int32) throws(SystemError) {
    var status = stat()
    fstat(descriptor, &status)
    try record(status.st_mode & S_IFMT == S_IFDIR ? "sync folder" : "sync file")
    try system.sync(descriptor)
  }

  func rename(_ old: String, to new: String, in folder: Int32) throws(SystemError) {
    try record("rename")
    try system.rename(old, to: new, in: folder)
  }

  func remove(_ name: String, in folder: Int32) throws(SystemError) -> Bool {
    try record("remove")
    return try system.remove(name, in: folder)
  }
}
