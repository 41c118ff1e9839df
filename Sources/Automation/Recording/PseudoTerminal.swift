import Programs
import Glibc
import SmallFiles
import TerminalUI

/// This program's end of a pseudo-terminal (pty(7)). Never blocks: bytes that cannot be written now are written later.
package final class PseudoTerminal {
  package let descriptor: Int32
  /// The path that the program opens as its terminal.
  package let path: String
  /// The program's end, kept open until the program has opened it.
  private var programs: Int32
  /// Whether a program has the other end open.
  package private(set) var isOpen = true
  private var waiting: [UInt8] = []

  /// Bytes; larger than any paste.
  private static let mostWaiting = 4 << 20

  /// - Parameter modes: the modes of the real terminal, such as its erase and interrupt keys.
  /// - Throws: `pseudo_terminal_missing`.
  package init(_ size: Size, modes: termios?) throws(CommandError) {
    var (own, other): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&own, &other, &name, nil, nil) == 0 else {
      throw CommandError(.pseudoTerminalMissing, ["detail": SystemError.last])
    }
    for end in [own, other] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(own, F_SETFL, O_NONBLOCK)
    if var modes { tcsetattr(other, TCSANOW, &modes) }
    (descriptor, programs) = (own, other)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    resize(size)
  }

  /// Called when the program has opened its end. From then on, closing it ends the session.
  package func isTaken() {
    if programs >= 0 { Glibc.close(programs) }
    programs = -1
  }

  deinit {
    isTaken()
    Glibc.close(descriptor)
  }

  /// The kernel informs the programs in the terminal.
  package func resize(_ size: Size) {
    var window = winsize(
      ws_row: UInt16(clamping: size.height), ws_col: UInt16(clamping: size.width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
  }

  /// The program's output, at most 64 KiB; empty: none at the moment; `nil`: no program has the terminal open any more.
  package func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer.prefix(count)) }
      if count < 0, errno == EINTR { continue }
      isOpen = count < 0 && errno == EAGAIN
      return isOpen ? [] : nil
    }
  }

  package func write(_ bytes: [UInt8]) {
    if waiting.count + bytes.count <= PseudoTerminal.mostWaiting { waiting += bytes }
    flush()
  }

  var hasMoreToWrite: Bool { !waiting.isEmpty }

  func flush() {
    while !waiting.isEmpty {
      let count = waiting.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno != EAGAIN { waiting = [] }
      guard count > 0 else { return }
      waiting.removeFirst(count)
    }
  }
}
