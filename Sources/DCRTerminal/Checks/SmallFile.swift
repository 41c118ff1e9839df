import Foundation

/// Reading a file that somebody else may have put there: regular, and no longer than it may be.
enum SmallFile {
  struct Unreadable: Error, Hashable { var text: String }

  /// At most one byte beyond `limit`, so that a reader can tell.
  /// - Parameter follows: whether the file may be a symbolic link.
  static func contents(of path: String, limit: Int, follows: Bool = true) -> Result<[UInt8], Unreadable> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follows ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { return .failure(Unreadable(text: String(cString: strerror(errno)))) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      return .failure(Unreadable(text: "a regular file"))
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return .success([UInt8]((try? handle.read(upToCount: limit + 1)) ?? Data()))
  }
}
