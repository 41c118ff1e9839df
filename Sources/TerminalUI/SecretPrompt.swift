#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Asks for secrets in lines on a terminal. Until ``end(discardsInput:)`` the terminal shows nothing that is typed, also while an
/// answer is being checked. What was typed before a question is thrown away.
///
/// The terminal shows what is typed whenever this program does not read it: after a signal that ends the program, and
/// while Ctrl-Z has stopped it. When the program goes on, the question is written again, for an answer from the beginning.
/// Signals that the program handles itself are left to it. There may be one prompt at a time.
public final class SecretPrompt: Sendable {
  /// More than any password; longer answers are cut.
  private static let limit = 4096
  private let terminal: Int32
  private let closesTerminal: Bool
  private let taken: [Int32]

  /// On the terminal that controls this process, whatever standard input is; `nil`: there is none.
  public convenience init?() {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    self.init(input: terminal, output: terminal, closes: true)
  }

  /// - Parameter byCharacter: the caller reads the terminal itself, each character when it is typed.
  /// - Returns: `nil` when `input` is no terminal.
  public convenience init?(input: Int32, output: Int32, byCharacter: Bool = false) {
    self.init(input: input, output: output, closes: false, byCharacter: byCharacter)
  }

  private init?(input: Int32, output: Int32, closes: Bool, byCharacter: Bool = false) {
    letBackgroundStopThisThread()
    var before = termios()
    guard tcgetattr(input, &before) == 0 else {
      if closes { close(input) }
      return nil
    }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | (byCharacter ? ICANON : 0))
    (terminal, closesTerminal) = (input, closes)
    asked = Asked(input: input, output: output, before: before, silent: silent)
    taken = [SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT].filter { number in
      let found: (@convention(c) (Int32) -> Void)? =
        switch number {
        case SIGTSTP: signal(number, restoreAndStop)
        case SIGCONT: signal(number, goOn)
        default: signal(number, restoreAndEnd)
        }
      // Swift's own handler for SIGQUIT writes a backtrace and leaves the terminal as it is.
      guard let other = found, number != SIGQUIT else { return true }
      signal(number, other)
      return false
    }
    hideTyping()
  }

  /// `nil` at the end of input: Ctrl-D, or the terminal is gone.
  public func ask(_ question: String) -> String? {
    letBackgroundStopThisThread()
    tcflush(terminal, TCIFLUSH)
    repeatAfterStop(question)
    writeQuestion()
    defer {
      asked.question = nil
      endLine()
    }
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      if line.count < SecretPrompt.limit { line.append(byte) }
    }
  }

  /// What a caller that writes its question itself wants to have written when the program goes on.
  public func repeatAfterStop(_ question: String) {
    // Never freed: a signal's handler may be writing it.
    asked.question = strdup(question)
  }

  /// For a caller that reads each character: whether the question was written again since the last call, for an answer from the beginning.
  public func takeAskedAgain() -> Bool {
    defer { asked.isAskedAgain = false }
    return asked.isAskedAgain
  }

  /// - Parameter discardsInput: an answer was checked, and nobody may know what was typed meanwhile and for whom.
  public func end(discardsInput: Bool) {
    var before = asked.before
    if discardsInput { tcflush(terminal, TCIFLUSH) }
    tcsetattr(terminal, TCSADRAIN, &before)
    for number in taken { signal(number, SIG_DFL) }
    if closesTerminal { close(terminal) }
  }
}

/// Lets the system stop the whole job when this thread reads the terminal, or sets its modes, in the background. Swift's own threads
/// take no signals: their reads fail then (EIO), which is no end of the input, and the modes that they set are the shell's.
public func letBackgroundStopThisThread() {
  var stops = sigset_t()
  sigemptyset(&stops)
  for signal in [SIGTTIN, SIGTTOU] { sigaddset(&stops, signal) }
  pthread_sigmask(SIG_UNBLOCK, &stops, nil)
}

/// What the signals' handlers need. A copy is handed to every system call, because a handler may interrupt one.
private struct Asked {
  var input, output: Int32
  var before, silent: termios
  var question: UnsafeMutablePointer<CChar>?
  /// The program has gone on since a line was begun.
  var isAskedAgain = false
}

nonisolated(unsafe) private var asked = Asked(input: -1, output: -1, before: termios(), silent: termios())

// From here on: system calls that a signal's handler may make, and nothing else (signal-safety(7)).

private func hideTyping() {
  var modes = asked.silent
  tcflush(asked.input, TCIFLUSH)
  tcsetattr(asked.input, TCSANOW, &modes)
}

/// Half a secret is not left for the program that reads the terminal next.
private func showTyping() {
  var modes = asked.before
  tcflush(asked.input, TCIFLUSH)
  tcsetattr(asked.input, TCSANOW, &modes)
  endLine()
}

private func endLine() {
  var lineFeed: UInt8 = 0x0A
  _ = write(asked.output, &lineFeed, 1)
}

private func writeQuestion() {
  guard let question = asked.question else { return }
  _ = write(asked.output, question, strlen(question))
}

/// The program ends by the signal, as if it had no handler.
private func restoreAndEnd(_ number: Int32) {
  showTyping()
  signal(number, SIG_DFL)
  raise(number)
}

private func restoreAndStop(_ number: Int32) {
  let before = errno
  signal(SIGTSTP, SIG_DFL)
  signal(SIGCONT, SIG_DFL)
  // It is blocked in its handler. A SIGCONT that comes before it is unblocked takes it away.
  raise(SIGTSTP)
  // A shell that has taken its terminal back has set the modes, and would stop this program here (SIGTTOU), with the rest still to do.
  let front = tcgetpgrp(asked.input)
  if front < 0 || front == getpgrp() { showTyping() }
  var stops = sigset_t()
  sigemptyset(&stops)
  sigaddset(&stops, SIGTSTP)
  // It stops here, but for a process that nobody could continue, which goes on at once.
  pthread_sigmask(SIG_UNBLOCK, &stops, nil)
  signal(SIGTSTP, restoreAndStop)
  signal(SIGCONT, goOn)
  goOn(SIGCONT)
  errno = before
}

/// Another program may have shown what is typed meanwhile, a shell most of all.
private func goOn(_ number: Int32) {
  let before = errno
  asked.isAskedAgain = false
  hideTyping()
  // In the background it was stopped there, and has asked when it went on, or is about to.
  var waiting = sigset_t()
  sigpending(&waiting)
  if !asked.isAskedAgain, sigismember(&waiting, SIGCONT) == 0 { writeQuestion() }
  asked.isAskedAgain = true
  errno = before
}
