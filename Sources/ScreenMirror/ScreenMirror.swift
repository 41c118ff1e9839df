import Glibc
import SmallFiles
import TerminalUI

/// Writes what this program shows to a FIFO, for another program to read.
///
/// Writes nothing unless the program was started with the path of a FIFO. If the reader ends, the program continues.
@MainActor public final class ScreenMirror {
  /// The facts about the next picture, for scripts.
  public var facts: [String: String] = [:]
  private let program: MirrorFrame.Program
  private let descriptor: Int32
  private var last: MirrorFrame.Content?

  /// `nil`: the path is not a FIFO, or no program reads it.
  public init?(_ path: String, program: MirrorFrame.Program) {
    self.program = program
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFIFO else { return nil }
    descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // From here on writing waits for the reader, so that no picture is lost.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { close(descriptor) }

  /// Reports everything that this terminal shows from now on.
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

  /// Each line also starts with a line feed, which ends what another writer left unfinished.
  private func send(_ content: MirrorFrame.Content) {
    Descriptor.write("\n" + MirrorFrame(program, process: Int(getpid()), content).json.compact + "\n", to: descriptor)
  }
}
