import Glibc
import SmallFiles

/// Lets only one app at a time use a device (flock(2) on `device.lock` in its folder).
///
/// The kernel releases the lock when the process ends, however it ends. The file stays, because a lock on a deleted
/// file would lock nothing. Reading the keystore needs no lock, because a save replaces the file as a whole.
package struct DeviceLock {
  private let descriptor: Int32

  /// - Parameter ifPresent: locks and makes nothing if the device has no folder yet; no app can use the device then.
  /// - Throws: `device_in_use` with the process id of the other program (exit code 75); `data_dir_unwritable`.
  package init(_ data: DataDirectory, ifPresent: Bool = false) throws(CommandError) {
    let path = data.lockFile
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if ifPresent, errno == ENOENT {
        descriptor = -1
        return
      }
      throw CommandError(.dataDirUnwritable, path: path)
    }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let reason = errno
      if reason == EINTR { continue }
      defer { close(file) }
      guard reason == EWOULDBLOCK else {
        throw CommandError(.dataDirUnwritable, path: path, SystemError(number: reason))
      }
      throw CommandError(ProblemCode.deviceInUse, ["received": data.device, "detail": DeviceLock.owner(file)])
    }
    // For the message to a second app on this device; the lock itself does not depend on it.
    let note = "\(getpid())\n"
    if ftruncate(file, 0) == 0 { _ = note.withCString { pwrite(file, $0, strlen($0), 0) } }
    descriptor = file
  }

  package func release() { if descriptor >= 0 { close(descriptor) } }

  /// - Returns: `device_in_use` if another program uses the device now. Locks nothing.
  package static func holder(_ data: DataDirectory) -> CommandError? {
    let file = open(data.lockFile, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard flock(file, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    return CommandError(ProblemCode.deviceInUse, ["received": data.device, "detail": owner(file)])
  }

  private static func owner(_ file: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 20)
    let count = pread(file, &buffer, buffer.count, 0)
    let digits = buffer.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    return digits.isEmpty ? "?" : String(decoding: digits, as: UTF8.self)
  }
}
