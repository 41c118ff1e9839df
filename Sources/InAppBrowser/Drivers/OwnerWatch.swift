import Dispatch
#if canImport(Glibc)
  import Glibc
#endif

/// Ends this browser when the app is gone that started it, however that ended: nobody waits for an answer any more, and the terminal
/// belongs to the shell again.
///
/// The app reads this program's standard error from a pipe. A pipe whose reader is gone says so (POLLERR, poll(2)).
enum OwnerWatch {
  static func start() {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
    DispatchQueue(label: "owner").async {
      var errors = pollfd(fd: STDERR_FILENO, events: 0, revents: 0)
      while poll(&errors, 1, -1) < 0, errno == EINTR {}
      // The app had silenced the terminal for this browser, which gives back what it found.
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
