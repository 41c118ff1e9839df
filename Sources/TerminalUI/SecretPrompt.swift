import Glibc

/// Asks for secrets line by line on a terminal. Until ``end(discardsInput:)`` the terminal does not echo, even while an answer is being checked.
/// Discards what was typed before a question.
///
/// Echo is restored whenever this program does not read: after a signal that ends the program, and while Ctrl-Z has stopped it. When the program
/// continues, it writes the question again and reads the answer from the beginning. Signals that the program handles itself stay with it. Only one
/// prompt may exist at a time.
public final class SecretPrompt: Sendable {
  private let terminal: Int32
  private let closesTerminal: Bool
  private let taken: [Int32]

  /// Uses the controlling terminal of this process, whatever standard input is; `nil`: there is none.
  public convenience init?() {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    self.init(input: terminal, output: terminal, closes: true)
  }

  /// - Parameters:
  ///   - byCharacter: the caller reads the terminal itself, character by character.
  ///   - closes: `input` is closed at the end.
  /// - Returns: `nil` if `input` is no terminal.
  public init?(input: Int32, output: Int32, byCharacter: Bool = false, closes: Bool = false) {
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
      // Swift's own handler for SIGQUIT writes a backtrace and does not restore the terminal.
      guard let other = found, number != SIGQUIT else { return true }
      signal(number, other)
      return false
    }
    hideTyping()
  }

  /// `nil` at the end of input: Ctrl-D, or the terminal has closed.
  public func ask(_ question: String) -> String? {
    letBackgroundStopThisThread()
    tcflush(terminal, TCIFLUSH)
    repeatAfterStop(question)
    writeQuestion()
    defer {
      asked.question = nil
      endLine()
    }
    let line = TypedLine(from: terminal)
    return line.isWhole ? line.text : nil
  }

  /// For a caller that writes its question itself: sets the question to repeat when the program continues.
  public func repeatAfterStop(_ question: String) {
    // Never freed, because a signal handler may be writing it.
    asked.question = strdup(question)
  }

  /// For a caller that reads characters: whether the question was repeated since the last call, so that the answer starts over.
  public func takeAskedAgain() -> Bool {
    defer { asked.isAskedAgain = false }
    return asked.isAskedAgain
  }

  /// - Parameter discardsInput: an answer was checked; what was typed meanwhile may have been meant for anything.
  public func end(discardsInput: Bool) {
    var before = asked.before
    if discardsInput { tcflush(terminal, TCIFLUSH) }
    tcsetattr(terminal, TCSADRAIN, &before)
    for number in taken { signal(number, SIG_DFL) }
    if closesTerminal { close(terminal) }
  }
}

/// A line that a person types, read byte by byte, because later input may belong to another program. Longer ones than any password are cut.
public struct TypedLine {
  public private(set) var text = ""
  /// Whether the line ended with a line feed, and not with the input.
  public private(set) var isWhole = false

  public init(from input: Int32) {
    letBackgroundStopThisThread()
    var line: [UInt8] = []
    while !isWhole {
      var byte: UInt8 = 0
      let count = read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { break }
      isWhole = byte == 0x0A
      if !isWhole, line.count < 4096 { line.append(byte) }
    }
    text = String(decoding: line, as: UTF8.self)
  }
}

/// Lets the system stop the whole job when this thread reads the terminal or sets its modes in the background. Swift's own threads block all signals:
/// their reads would fail (EIO), which is not the end of the input, and the modes that they set would be the shell's.
public func letBackgroundStopThisThread() {
  var stops = sigset_t()
  sigemptyset(&stops)
  for signal in [SIGTTIN, SIGTTOU] { sigaddset(&stops, signal) }
  pthread_sigmask(SIG_UNBLOCK, &stops, nil)
}

/// The data of the signal handlers. Every system call gets a copy, because a handler may interrupt it.
private struct Asked {
  var input, output: Int32
  var before, silent: termios
  var question: UnsafeMutablePointer<CChar>?
  /// Whether the program was continued since the current line was started.
  var isAskedAgain = false
}

nonisolated(unsafe) private var asked = Asked(input: -1, output: -1, before: termios(), silent: termios())

// From here on: only system calls that are allowed in a signal handler (signal-safety(7)).

private func hideTyping() {
  var modes = asked.silent
  tcflush(asked.input, TCIFLUSH)
  tcsetattr(asked.input, TCSANOW, &modes)
}

/// Discards the input, so that the next program does not read half a secret.
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

/// Ends the program by the signal, as if there were no handler.
private func restoreAndEnd(_ number: Int32) {
  showTyping()
  signal(number, SIG_DFL)
  raise(number)
}

private func restoreAndStop(_ number: Int32) {
  let before = errno
  signal(SIGTSTP, SIG_DFL)
  signal(SIGCONT, SIG_DFL)
  // The signal is blocked in its own handler, so it stays pending. A SIGCONT that arrives before it is unblocked cancels it.
  raise(SIGTSTP)
  // A shell that has taken its terminal back has set the modes, and would stop this program here (SIGTTOU) before it is done.
  let front = tcgetpgrp(asked.input)
  if front < 0 || front == getpgrp() { showTyping() }
  var stops = sigset_t()
  sigemptyset(&stops)
  sigaddset(&stops, SIGTSTP)
  // The process stops here, except in an orphaned process group, where it goes on at once.
  pthread_sigmask(SIG_UNBLOCK, &stops, nil)
  signal(SIGTSTP, restoreAndStop)
  goOn(SIGCONT)
  errno = before
}

/// Another program, usually the shell, may have switched echo on meanwhile.
private func goOn(_ number: Int32) {
  let before = errno
  // In the background, hiding the echo stops the process. Its continuation is no second reason to ask, which another thread would take it for.
  signal(SIGCONT, SIG_DFL)
  hideTyping()
  writeQuestion()
  asked.isAskedAgain = true
  signal(SIGCONT, goOn)
  errno = before
}
