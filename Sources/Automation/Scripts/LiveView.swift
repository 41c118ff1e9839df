import AppConfiguration
import Programs
import Edge
import Asciicast
import Glibc
import TerminalUI

/// Shows on this terminal, unchanged, what the app draws. ^C ends it.
package final class LiveView: ScriptTerminalObserver {
  private let terminal: RawTerminal
  private var modesOn = SwitchedModes()

  /// Switches off all that the app may have left on, for a crash.
  package nonisolated static let undo =
    "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l" + CastPlayer.undo + CastPlayer.leave

  /// - Throws: `script_needs_terminal`, `script_needs_room` when one of the scripts is larger than this terminal.
  package init(_ scripts: [Script]) throws(CommandError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw CommandError(.scriptNeedsTerminal) }
    do throws(TerminalError) {
      try RawTerminal.checkKind()
      terminal = try RawTerminal(undo: LiveView.undo, crashNote: LookOptions.crashNote)
    } catch { throw CommandError(error) }
    let (room, sizes) = (terminal.size, scripts.flatMap(\.sizes))
    let needed = Size(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0)
    guard needed.width <= room.width, needed.height <= room.height else {
      close()
      throw CommandError(
        .scriptNeedsRoom,
        ["expected": "\(needed.width)x\(needed.height)", "received": "\(room.width)x\(room.height)"])
    }
  }

  package var modes: termios? { terminal.found }

  package func wait(reading: [Int32], writing: [Int32], seconds: Double) {
    for event in terminal.wait(reading: reading, writing: writing, seconds: seconds) {
      switch event {
      case .input(let bytes): if bytes.contains(0x03) || bytes.contains(UInt8(ascii: "q")) { Interruption.come(SIGINT) }
      case .signal(let number) where [SIGINT, SIGTERM, SIGHUP].contains(number): Interruption.come(number)
      case .inputEnded, .signal, .readable, .writable: break
      }
    }
  }

  package func show(_ bytes: [UInt8]) {
    modesOn.note(String(decoding: bytes, as: UTF8.self))
    terminal.send(bytes)
  }

  /// Clears the terminal, because a smaller picture would leave the rest of the larger one standing.
  package func resized(_ size: Size) { terminal.send("\u{1B}[0m\u{1B}[2J") }

  /// Resets between two scripts the terminal modes that the app left switched on.
  package func rest() {
    terminal.send(modesOn.undo)
    modesOn = SwitchedModes()
  }

  package func close() {
    rest()
    terminal.close()
  }
}

extension Script {
  var sizes: [Size] { [setup.size] + steps.compactMap { if case .resize(let size) = $0.action { size } else { nil } } }
}
