import CNcurses
import Glibc

/// The unprocessed terminal, for a program that forwards or replays keys and output of another one. ``close()``, the process's exit and an
/// async-signal-safe handler for crashes restore its modes; the caller undoes what it sends. A process has at most one, and no ``Terminal`` beside it.
@MainActor public final class RawTerminal {
  public enum Event: Hashable, Sendable {
    case input([UInt8])
    /// The terminal has closed, or the input has ended.
    case inputEnded
    /// SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP or SIGCONT.
    case signal(Int32)
    /// One of the given descriptors is readable: it has bytes, or has ended.
    case readable(Int32)
    case writable(Int32)
  }

  /// The modes of standard input at the start; `nil`: it is no terminal.
  public let found: termios?
  private let signals: Int32
  private var listens = true

  /// Takes over the terminal on standard output, and the keys if standard input is one, too.
  /// - Parameters:
  ///   - undo: sent when the process crashes. At most 400 bytes.
  ///   - crashNote: see ``TerminalOptions/crashNote``.
  public init(undo: String, crashNote: String) throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw TerminalError(.notATerminal) }
    var modes = termios()
    let hasKeys = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &modes) == 0
    found = hasKeys ? modes : nil
    listens = hasKeys
    screen_guard_remember()
    let bytes = undo.utf8.map { CChar(bitPattern: $0) }
    screen_guard_set(bytes, bytes.count, crashNote + "\n")
    screen_guard_install()
    signals = screen_signals_open()
    setRawMode()
  }

  /// Checks that `TERM` names a known terminal that can position its cursor.
  /// - Throws: `unknown_terminal`, `unsuitable_terminal`.
  public static func checkKind() throws(TerminalError) {
    let term = getenv("TERM").map { String(cString: $0) } ?? ""
    switch term.isEmpty ? 0 : screen_knows(term) {
    case 1: return
    case 0: throw TerminalError(.unknownTerminal, TextLayout.clip(term, to: 40))
    default: throw TerminalError(.unsuitableTerminal, TextLayout.clip(term, to: 40))
    }
  }

  /// How many colours terminfo gives a terminal of this kind; `nil`: it does not know the kind.
  public nonisolated static func colours(ofKind term: String) -> Int? {
    let colours = term.isEmpty ? -1 : screen_colours_of(term)
    return colours < 0 ? nil : Int(colours)
  }

  public var size: Size { Terminal.measure() }

  /// Sends bytes unchanged. Does nothing if the terminal has closed.
  public func send(_ bytes: [UInt8]) { writeToTerminal(bytes) }
  public func send(_ text: String) { writeToTerminal(text.utf8) }

  /// Waits for keys, signals, the given descriptors, or the end of the time (`nil`: no limit).
  public func wait(reading: [Int32] = [], writing: [Int32] = [], seconds: Double? = nil) -> [Event] {
    let readable = [signals, listens ? STDIN_FILENO : -1] + reading
    var descriptors = readable.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    descriptors += writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let milliseconds = seconds.map { Int32(min(($0 * 1000).rounded(.up), 1e9)) } ?? -1
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return [] }
    var events: [Event] = []
    if descriptors[0].revents != 0 { events += readAvailable(signals).map { .signal(Int32($0)) } }
    if descriptors[1].revents != 0 {
      let typed = readAvailable(STDIN_FILENO)
      listens = !typed.isEmpty
      if typed.isEmpty { screen_signals_hung_up() }
      events.append(typed.isEmpty ? .inputEnded : .input(typed))
    }
    for descriptor in descriptors.dropFirst(2) where descriptor.revents != 0 {
      events.append(descriptor.events == Int16(POLLIN) ? .readable(descriptor.fd) : .writable(descriptor.fd))
    }
    return events
  }

  /// Stops the process and its group as ^Z does; returns when the process continues, in raw mode again.
  public func suspend() {
    restoreModes()
    screen_stop(true)
    setRawMode()
  }

  /// Sets raw mode: keys arrive at once, without echo. Also use it after another program may have changed the modes.
  public func setRawMode() {
    guard var modes = found else { return }
    cfmakeraw(&modes)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  /// Restores the modes for good. May be called repeatedly.
  public func close() {
    restoreModes()
    screen_guard_clear()
    screen_signals_close()
  }

  private func restoreModes() {
    guard var modes = found else { return }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }
}
