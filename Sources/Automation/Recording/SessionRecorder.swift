import Edge
import Asciicast
import Glibc
import TerminalUI

/// Connects a program with the terminal: passes keys on to the program, its output to the terminal and the recording, and sizes and signals to both.
/// ^Z stops this program, not the recorded one; the pause is not recorded. The terminal is restored even if the program is killed.
@MainActor package final class SessionRecorder {
  private let terminal: RawTerminal
  private let pseudo: PseudoTerminal
  private let child: ChildProcess
  private let file: CastFile
  private var writer = CastWriter()
  private var markers = MarkerReader()
  private var modes = SwitchedModes()
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  private var killTime: ContinuousClock.Instant?
  private var size: Size

  /// How long a program may take to end after a signal.
  private static let patience = Duration.seconds(5)
  /// How often 64 KiB are read from a program that has ended.
  private static let lastWords = 64

  package init(_ terminal: RawTerminal, _ size: Size, _ pseudo: PseudoTerminal, _ child: ChildProcess, _ file: CastFile)
  {
    (self.terminal, self.size, self.pseudo, self.child, self.file) = (terminal, size, pseudo, child, file)
    start = clock.now
  }

  package var seconds: Double { (clock.now - start) / .seconds(1) }

  package func run() async -> ChildProcess.Exit {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (ended, tell) = (ends[0], ends[1])
    Task.detached { [child] in
      _ = await child.exit()
      close(tell)
    }
    var hasEnded = false
    while !hasEnded {
      let events = terminal.wait(
        reading: pseudo.isOpen ? [ended, pseudo.descriptor] : [ended],
        writing: pseudo.hasMoreToWrite ? [pseudo.descriptor] : [],
        seconds: killTime == nil ? nil : 0.1)
      for event in events {
        switch event {
        case .readable(ended): hasEnded = true
        case .readable: pass()
        case .writable: pseudo.flush()
        case .input(let bytes): type(bytes)
        case .inputEnded: end(SIGHUP)
        case .signal(let number): signalled(number)
        }
      }
      if let killTime, clock.now >= killTime { child.send(SIGKILL) }
    }
    // The program's last output is still in the kernel's buffer. A child of it that keeps writing is not waited for.
    for _ in 0..<SessionRecorder.lastWords where !pass() {}
    close(ended)
    let rest = markers.finish()
    if !rest.isEmpty { show(rest) }
    record(writer.finish(at: seconds))
    terminal.send(modes.undo)
    return await child.exit()
  }

  /// - Returns: whether nothing was left to read.
  @discardableResult private func pass() -> Bool {
    guard let bytes = pseudo.read(), !bytes.isEmpty else { return true }
    for piece in markers.read(bytes) {
      switch piece {
      case .output(let bytes): show(bytes)
      case .marker(let label): record(writer.marker(label, at: seconds))
      }
    }
    return false
  }

  private func show(_ bytes: [UInt8]) {
    // Written to the file first, so that everything that was seen can be played.
    record(writer.output(bytes, at: seconds))
    modes.note(String(decoding: bytes, as: UTF8.self))
    terminal.send(bytes)
  }

  private func record(_ line: String?) { if let line { file.append(line) } }

  /// Passes keys on to the program without recording them.
  private func type(_ bytes: [UInt8]) {
    let stop = terminal.found.map { withUnsafeBytes(of: $0.c_cc) { $0[Int(VSUSP)] } } ?? 0x1A
    guard stop != 0, let place = bytes.firstIndex(of: stop) else { return pseudo.write(bytes) }
    pseudo.write(Array(bytes[..<place]))
    suspend()
    type(Array(bytes[(place + 1)...]))
  }

  private func signalled(_ number: Int32) {
    switch number {
    case SIGWINCH: resize()
    case SIGTSTP: suspend()
    case SIGCONT: resumed()
    default: end(number)
    }
  }

  private func resize() {
    let now = terminal.size
    guard now != size else { return }
    size = now
    pseudo.resize(size)
    record(writer.resize(width: size.width, height: size.height, at: seconds))
  }

  private func suspend() {
    let stopped = clock.now
    terminal.send(modes.undo)
    terminal.suspend()
    terminal.send(modes.redo)
    start += clock.now - stopped
    resumed()
  }

  /// The shell may have changed modes, size and screen, so the program is told as if it had been stopped itself.
  private func resumed() {
    terminal.setRawMode()
    resize()
    child.send(SIGCONT, toItsGroup: true)
  }

  /// The program ends by itself and restores the terminal; after a while it is killed.
  private func end(_ number: Int32) {
    child.send(number)
    if killTime == nil { killTime = clock.now + SessionRecorder.patience }
  }
}
