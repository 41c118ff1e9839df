import Dispatch
import Glibc

/// Ends this browser when the app that started it has ended: the terminal then belongs to the shell again.
///
/// The app reads this program's standard error from a pipe. Poll reports POLLERR when the pipe's reader has closed (poll(2)).
enum OwnerWatch {
  static func start() {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
    DispatchQueue(label: "owner").async {
      var errors = pollfd(fd: STDERR_FILENO, events: 0, revents: 0)
      while poll(&errors, 1, -1) < 0, errno == EINTR {}
      // The app had switched off echo for this browser, which would restore only that state.
      atexit {
        var modes = termios()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
        modes.c_lflag |= tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
      }
      kill(getpid(), SIGTERM)
    }
  }
}
