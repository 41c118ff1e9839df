import CNcurses
import Dispatch
import Glibc

/// The terminal of the process: shows canvases and reports input. ``close()``, exit, SIGTERM, SIGHUP, SIGINT and an async-signal-safe handler for
/// crashes restore modes, screen, cursor, mouse and paste reporting. Control-Z and Control-L are handled here and not reported.
///
/// Runs on the main actor, woken by the dispatch main queue, which the program must keep running (`dispatchMain()`, a run loop or an asynchronous
/// `main`). Nothing polls, so an idle terminal takes no CPU time. One per process.
@MainActor public final class Terminal {
  public internal(set) var size: Size
  public let glyphs: Glyphs
  public let colourMode: ColourMode
  /// Keys, pastes, mouse and size changes, in order. After a size change, present a canvas of the new size.
  public var onEvent: (TerminalEvent) -> Void = { _ in }
  /// Called once for SIGTERM, SIGHUP or SIGINT, after the terminal was restored: the place to stop child processes. When it returns, the process
  /// exits with 128 plus the number.
  public var onTermination: (_ signal: Int32) -> Void = { _ in }
  /// Called with each canvas that is shown: when it is presented, and when a child program has returned the terminal.
  public var onShown: (Canvas) -> Void = { _ in }
  /// Called when all input so far has been reported, with the number of its bytes since the start.
  public var onTaken: (_ bytes: Int) -> Void = { _ in }
  public var onFocus: (_ hasFocus: Bool) -> Void = { _ in }
  public var onBackground: (_ isLight: Bool) -> Void = { _ in }
  /// The window's title while this program runs; `nil` leaves it unchanged.
  public var title: String? { didSet { if title != oldValue { sendTitle() } } }
  var shown, last: Canvas?
  var known: [KnownLink] = []
  private var painter: CellPainter
  private var theme: Theme
  var input: TerminalInput?
  var signals: (any DispatchSourceRead)?
  let switches: String
  var capabilities: TerminalCapabilities
  var introduced: DispatchTime?
  /// Whether the terminal answered fast enough for short-lived pictures to be visible. A terminal that is not asked counts as fast, e.g. a recording.
  public internal(set) var isFast = false
  var hasTitle = false
  private var links = LinkPainter()
  /// Whether the terminal's links must be written although the picture is unchanged.
  var repaintsLinks = false
  var state = State.active
  var terminating = false
  /// Whether a picture was skipped because keys were waiting, which may change it.
  var isBehind = false
  /// Shows the latest canvas that was allowed to wait.
  private var waiting: Task<Void, Never>?
  private static let patience = Duration.milliseconds(100)
  private static var isOpen = false
  enum State { case active, left(ChildProgram), closed }

  /// How a child program uses the terminal.
  public enum ChildProgram: Sendable {
    /// The program takes over the whole screen and sets its own modes. What is typed before that waits for it, without echo.
    case fullScreen
    /// Like ``fullScreen``, but only if the program has something to show. Until then this program's picture stays.
    case fullScreenIfNeeded
    /// The program reads and writes lines; the terminal behaves as before this program.
    case lines
  }

  /// Takes over the terminal on standard input and output and shows an empty screen.
  public init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
    guard !Terminal.isOpen else { throw TerminalError(.alreadyOpen) }
    let environment = Terminal.environment
    // Adopts the locale, which ncurses needs as well.
    let ofLocale = Glyphs.ofLocale
    glyphs = options.glyphs ?? ofLocale
    try Terminal.open(options, environment)
    Terminal.isOpen = true
    colourMode = ColourDetection.mode(options.colour, environment: environment, colours: Int(screen_colours()))
    theme = options.theme
    painter = CellPainter(theme: options.theme, mode: colourMode, colours: Int(screen_colours()), glyphs: glyphs)
    switches = TerminalSwitches.on(mouse: screen_has_mouse())
    size = Terminal.measure()
    capabilities = TerminalCapabilities(
      term: environment["TERM", default: ""], inTmux: environment["TMUX"]?.isEmpty == false, isBasic: options.isBasic,
      colours: environment["COLORFGBG", default: ""])
    isFast = options.isBasic
    dress()
    guardAgainstCrashes(options)
    listen()
    write(switches)
  }

  /// Shows a canvas, sending only the difference from the previous one. While a child program has the terminal, keeps it for ``reenter(tookScreen:)``.
  /// - Parameters:
  ///   - known: texts on it that are links, besides sections of RFCs.
  ///   - mayWait: it is no response to a key: on a slow line it is held for a moment, and only the latest canvas of that time is sent.
  public func present(_ canvas: Canvas, links known: [KnownLink] = [], mayWait: Bool = false) {
    (last, self.known) = (canvas, known)
    guard mayWait, !isFast, introduced != nil else { return show(canvas) }
    guard waiting == nil else { return }
    waiting = Task { [weak self] in
      try? await Task.sleep(for: Terminal.patience)
      if !Task.isCancelled { self?.showWaiting() }
    }
  }

  func showWaiting() { if waiting != nil, let last { show(last) } }

  private func show(_ canvas: Canvas) {
    waiting?.cancel()
    waiting = nil
    isBehind = input?.hasMore == true
    guard case .active = state, !isBehind else { return }
    let isFresh = shown == nil
    let isChanged = canvas != shown || repaintsLinks
    let isOnePicture = capabilities.synchronizes && isChanged
    if isOnePicture { write(TerminalSwitches.beginPicture) }
    painter.draw(canvas, over: shown, in: size)
    shown = canvas
    let cursor = canvas.cursor.flatMap { Rect(0, 0, size.width, size.height).contains($0) ? $0 : nil }
    screen_flush(Int32(cursor?.y ?? -1), Int32(cursor?.x ?? 0))
    if capabilities.showsLinks, isChanged { paintLinks(canvas, isFresh: isFresh) }
    if isOnePicture { write(TerminalSwitches.endPicture) }
    onShown(canvas)
    introduce()
  }

  private func paintLinks(_ canvas: Canvas, isFresh: Bool) {
    let runs = Hyperlinks.runs(in: canvas, known: known).filter {
      $0.at.y < size.height && $0.at.x + $0.width <= size.width
    }
    write(links.sequence(canvas, runs, isFresh: isFresh, mode: colourMode) { painter.look($0) })
    repaintsLinks = false
  }

  public func adopt(_ theme: Theme) {
    self.theme = theme
    dress()
  }

  /// Paints a background for a theme that relies on the terminal's, where text could be unreadable on that.
  private func dress() {
    let worn = capabilities.hidesTextForDark ? theme.painted : theme
    guard worn != painter.theme else { return }
    painter = CellPainter(theme: worn, mode: colourMode, colours: Int(screen_colours()), glyphs: glyphs)
    shown = nil
  }

  func dressAnew() {
    dress()
    if shown == nil, let last { present(last, links: known) }
  }

  /// Whether presented canvases are visible: no child program has the terminal.
  public var isSeen: Bool { if case .active = state { true } else { false } }

  /// Sends the whole screen again, whatever the terminal shows.
  public func redraw() {
    guard case .active = state else { return }
    screen_invalidate()
    repaintsLinks = true
    if let last { present(last, links: known) } else { screen_flush(-1, 0) }
  }

  /// Gives the terminal to a child program: restores the earlier screen and reports no events until ``reenter(tookScreen:)``. What is typed meanwhile
  /// stays in the terminal's queue for the child, or for this program after it.
  public func leave(for child: ChildProgram = .fullScreen) {
    guard case .active = state else { return }
    input?.pause()
    state = .left(child)
    if child == .fullScreenIfNeeded { return screen_lend(true) }
    // A shell has its own title.
    if hasTitle, child == .lines { write(TerminalSwitches.restoreTitle) }
    if child == .lines { hasTitle = false }
    write(TerminalSwitches.off)
    screen_leave(child == .fullScreen)
  }

  /// Takes the terminal back after ``leave(for:)`` and shows the last canvas; reports a change of size.
  /// - Parameter tookScreen: `false`: a program with ``ChildProgram/fullScreenIfNeeded`` did not take the screen.
  public func reenter(tookScreen: Bool = true) {
    guard case .left(let child) = state else { return }
    state = .active
    if child == .fullScreenIfNeeded, !tookScreen {
      screen_regain()
    } else {
      if child == .fullScreenIfNeeded { screen_leave(true) }
      screen_reenter()
      write(switches + capabilities.switches)
      shown = nil
    }
    input?.resume()
    sendTitle()
    if !adoptSize(), let last { present(last, links: known, mayWait: true) }
  }

  /// Restores the terminal for good. May be called repeatedly.
  public func close() {
    switch state {
    case .closed: return
    // A child program that may not have taken the screen leaves this one's modes on.
    case .active, .left(.fullScreenIfNeeded):
      write((hasTitle ? TerminalSwitches.restoreTitle : "") + TerminalSwitches.off)
      awaitAnswers()
    case .left: break
    }
    input?.cancel()
    waiting?.cancel()
    signals?.cancel()
    state = .closed
    screen_close()
    screen_guard_clear()
    screen_signals_close()
    Terminal.isOpen = false
  }

  /// Stops the process as ^Z does, and takes the terminal back when the process continues.
  public func suspend() {
    if isSeen {
      leave(for: .lines)
      screen_stop(true)
      reenter()
    } else {
      // The child program stops the whole group. Telling the group again could stop the child a second time, after it was continued.
      screen_stop(false)
    }
  }

  /// Asks the terminal to copy a text to its clipboard (OSC 52). Terminals do not report whether they did, and many refuse.
  /// - Returns: whether the terminal was asked: not while a child program has it, nor for a text that is too long.
  public func copy(_ text: String) -> Bool {
    Clipboard.sequence(text, inTmux: Terminal.environment["TMUX"]?.isEmpty == false).map(send) ?? false
  }

  /// Sends a control string that does not change the screen. Returns whether it was sent: not while a child program has the terminal.
  public func send(_ sequence: String) -> Bool {
    if isSeen { write(sequence) }
    return isSeen
  }

  func write(_ text: String) { writeToTerminal(text.utf8) }
}

extension Glyphs {
  /// The glyphs of this process's locale, for programs that write lines.
  public static var ofLocale: Glyphs { screen_adopt_locale() ? .unicode : .ascii }
}
