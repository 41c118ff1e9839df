/// Programs that prepare the same folder take turns (flock(2) on the folder itself), so that tables and certificates are made once.
///
/// Where a folder cannot be locked, as on some network file systems, or stays locked for ten seconds, there are no turns.
struct FolderTurn {
  private let descriptor: Int32

  /// Waits for the turn.
  init(_ folder: String) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    for _ in 0..<500 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(20_000)
    }
  }

  func end() { if descriptor >= 0 { close(descriptor) } }
}
