import AppConfiguration
import Programs
import Asciicast
import Catalogue
import Glibc
import SharedValues
import TerminalUI

/// Plays a recording on the terminal's alternate screen, with keys; at the end, the last picture stays above the next prompt.
@MainActor package final class CastPlayer {
  private let terminal: RawTerminal
  private let needed: Size
  private var playback: Playback
  private var ending: Ending?
  private let line: PlayerLine
  private let savesCursor: Bool
  private var shownLine: String?
  /// The time until which the line may cover a row of the recording.
  private var lineEnds = PlayerLine.moment
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  package enum Ending: Hashable {
    case end
    case quit
    case status(ExitStatus)
  }

  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  /// Switches off every mode that a recording may have left on. Sent before the alternate screen is left.
  package nonisolated static let undo =
    "\u{1B}[r\u{1B}[4l\u{1B}[?1;5;6;12l\u{1B}[?7;25h\u{1B}>\u{1B}(B\u{1B})B\u{0F}\u{1B}[0m"
  package nonisolated static let leave = "\u{1B}[?1049l"

  package init(_ timeline: Timeline, needs size: Size, speed: Double, _ catalogue: Catalogue) throws(CommandError) {
    (line, savesCursor) = (PlayerLine(catalogue: catalogue), timeline.savesCursor)
    do {
      terminal = try RawTerminal(undo: CastPlayer.undo + CastPlayer.leave, crashNote: LookOptions.crashNote)
    } catch { throw CommandError(error) }
    needed = size
    start = clock.now
    playback = Playback(timeline, speed: speed, now: 0)
  }

  private var now: Double { (clock.now - start) / .seconds(1) }

  package func run() -> ExitStatus {
    terminal.send(CastPlayer.enter)
    askAboutSize()
    if ending == nil { play() }
    terminal.send(CastPlayer.undo + CastPlayer.leave)
    if ending == .end { leaveLastPicture() }
    terminal.close()
    return if case .status(let status) = ending { status } else { .done }
  }

  private func play() {
    // The time spent on the question about the size does not count.
    _ = playback.press(.restart, now)
    repaint()
    lineEnds = now + PlayerLine.moment
    while ending == nil {
      terminal.send(playback.advance(now))
      keepLine()
      if playback.isFinished {
        ending = .end
        return
      }
      // Without a terminal for keys, the recording plays to the end.
      wait(seconds: waitingTime, needsKeys: playback.isPaused, repaint) { bytes in
        lineEnds = now + PlayerLine.moment
        type(bytes)
      }
    }
  }

  private func wait(seconds: Double?, needsKeys: Bool, _ paint: () -> Void, _ type: ([UInt8]) -> Void) {
    for event in terminal.wait(seconds: seconds) where ending == nil {
      switch event {
      case .input(let bytes): type(bytes)
      case .inputEnded: if needsKeys { ending = .quit }
      case .signal(let number): signalled(number, paint)
      case .readable, .writable: break
      }
    }
  }

  private var hasOwnRow: Bool { terminal.size.height > needed.height }

  /// Without keys the line is useless; and it would overwrite the saved cursor of a playing recording that uses one.
  private var showsLine: Bool {
    guard terminal.found != nil, playback.isPaused || !savesCursor else { return false }
    return hasOwnRow || playback.isPaused || now < lineEnds
  }

  /// Writes the line when its text changes, and repaints what it covered when it disappears.
  private func keepLine() {
    guard showsLine else {
      if shownLine != nil { repaint() }
      return
    }
    let position = playback.position(now)
    let text = line.text(playback, position, width: terminal.size.width)
    // The recording may draw on the row that the line covers, so the line is written again.
    guard text != shownLine || !hasOwnRow else { return }
    shownLine = text
    terminal.send(PlayerLine.painted(text, row: terminal.size.height))
  }

  /// Seconds until the next picture or the next change of the line.
  private var waitingTime: Double? {
    let picture = playback.wait(now)
    guard showsLine, let picture else { return picture }
    let second = (1 - playback.position(now).truncatingRemainder(dividingBy: 1)) / playback.speed
    let end = hasOwnRow ? .infinity : max(0.05, lineEnds - now)
    return min(picture, max(0.05, min(second, end)))
  }

  private func repaint() {
    shownLine = nil
    terminal.send(CastPlayer.undo + "\u{1B}[2J\u{1B}[H\u{1B}[?25l" + playback.picture)
  }

  private func type(_ bytes: [UInt8]) {
    for key in PlayerKey.read(bytes) where ending == nil {
      switch key {
      case .quit: ending = .quit
      case .interrupt: ending = .status(.interrupted)
      case .suspend: suspend { self.repaint() }
      case .redraw: repaint()
      case .confirm: break
      case .playback(let key) where key.goesBack:
        _ = playback.press(key, now)
        repaint()
      case .playback(let key): terminal.send(playback.press(key, now))
      }
    }
  }

  /// Tells the user, and plays if the user wants it anyway or enlarges the terminal.
  private func askAboutSize() {
    guard terminal.found != nil else { return }
    showSize()
    var isConfirmed = false
    while ending == nil, isTooSmall, !isConfirmed {
      wait(seconds: nil, needsKeys: true, showSize) { bytes in
        for key in PlayerKey.read(bytes) where ending == nil {
          switch key {
          // The rest of the keys is dropped: nobody meant them for the recording.
          case .confirm, .playback(.pause):
            isConfirmed = true
            return
          case .quit: ending = .quit
          case .interrupt: ending = .status(.interrupted)
          case .suspend: suspend(showSize)
          default: showSize()
          }
        }
      }
    }
  }

  private var isTooSmall: Bool { terminal.size.width < needed.width || terminal.size.height < needed.height }

  private func showSize() {
    guard isTooSmall else { return }
    let size = terminal.size
    let text = """
      The recording is \(needed.width)x\(needed.height), but this terminal is \(size.width)x\(size.height).
      Enlarge it, or press
        Enter  to play it all the same, cut and broken
        q      to quit
      """
    terminal.send("\u{1B}[2J\u{1B}[H" + text.replacingBytes(of: "\n", with: "\r\n"))
  }

  private func signalled(_ number: Int32, _ paint: () -> Void) {
    switch number {
    case SIGWINCH: paint()
    case SIGTSTP: suspend(paint)
    case SIGCONT:
      terminal.setRawMode()
      terminal.send(CastPlayer.enter)
      paint()
    default: ending = .status(ExitStatus(rawValue: 128 + number) ?? .interrupted)
    }
  }

  private func suspend(_ paint: () -> Void) {
    let wasPaused = playback.isPaused
    if !wasPaused { _ = playback.press(.pause, now) }
    terminal.send(CastPlayer.undo + CastPlayer.leave)
    terminal.suspend()
    terminal.send(CastPlayer.enter)
    paint()
    if !wasPaused { _ = playback.press(.pause, now) }
  }

  /// Paints the last picture on the main screen, below the earlier output.
  private func leaveLastPicture() {
    let rows = terminal.size.height
    let room = String(repeating: "\r\n", count: rows) + "\u{1B}[2J\u{1B}[H"
    let below = "\u{1B}[\(min(rows, needed.height));1H\r\n"
    terminal.send(room + playback.picture + CastPlayer.undo + below)
  }
}
