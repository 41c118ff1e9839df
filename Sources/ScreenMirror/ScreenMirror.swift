import TerminalUI

#if canImport(Glibc)
  import Glibc
#endif

/// Writes what this program shows to a FIFO, for another program to read.
///
/// Nothing is written anywhere unless the program was started with the path of a FIFO. When its reader is gone, the program goes on.
@MainActor public final class ScreenMirror {
  /// The names of what the next picture shows, for scripts.
  public var facts: [String: String] = [:]
  private let program: MirrorFrame.Program
  private let descriptor: Int32
  private var last: MirrorFrame.Content?

  /// `nil`: the path names no FIFO, or a FIFO that no program reads.
  public init?(_ path: String, program: MirrorFrame.Program) {
    self.program = program
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFIFO else { return nil }
    descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // From here on it waits for its reader, so that no picture is lost.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { close(descriptor) }

  /// Tells everything that this terminal shows from now on.
  public func watch(_ terminal: Terminal) {
    terminal.onShown = { [weak self] canvas in self?.show(canvas) }
    terminal.onTaken = { [weak self] bytes in self?.send(.taken(bytes)) }
  }

  private func show(_ canvas: Canvas) {
    let picture = MirrorFrame.Content.picture(canvas, facts: facts)
    guard picture != last else { return }
    last = picture
    send(picture)
  }

  /// A line feed goes before each line, too: whatever another writer left unfinished ends there.
  private func send(_ content: MirrorFrame.Content) {
    let line = "\n" + MirrorFrame(program, process: Int(getpid()), content).json.compact + "\n"
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
