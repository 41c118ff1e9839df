import CNcurses
import Dispatch

#if canImport(Glibc)
  import Glibc
#endif

/// The terminal that the process runs in: shows canvases, tells what is typed, and is restored whatever happens.
///
/// Everything runs on the main actor, woken by the dispatch main queue: the program keeps it running (`dispatchMain()`, a
/// run loop or an asynchronous `main`). Nothing is polled, so an idle terminal costs no time. One process has one.
///
/// Restored are modes, screen, cursor, mouse and paste reporting: by ``close()``, at exit, on SIGTERM, SIGHUP and SIGINT, and
/// by an async-signal-safe handler when the process crashes. Control-Z and Control-L are done here and not reported.
@MainActor public final class Terminal {
  public internal(set) var size: Size
  public let glyphs: Glyphs
  public let colourMode: ColourMode

  /// Keys, pastes, mouse and changes of size, in their order. After a change of size, present a canvas of the new one.
  public var onEvent: (TerminalEvent) -> Void = { _ in }

  /// Called once for SIGTERM, SIGHUP or SIGINT with the signal's number, after the terminal has been restored: the place
  /// to stop child processes. When it returns, the process exits with 128 and the number.
  public var onTermination: (_ signal: Int32) -> Void = { _ in }

  /// Called with each canvas when it is shown: at ``present(_:)``, and when a child program has given the terminal back.
  public var onShown: (Canvas) -> Void = { _ in }

  /// Called when everything that was typed so far has been reported, with the number of its bytes since the start.
  public var onTaken: (_ bytes: Int) -> Void = { _ in }

  /// Called when the terminal says that it got the keys, or that another window has them now.
  public var onFocus: (_ hasFocus: Bool) -> Void = { _ in }

  /// Called when the terminal has said what its background is like.
  public var onBackground: (_ isLight: Bool) -> Void = { _ in }

  /// What the window is called while this program runs; `nil` leaves it as it is.
  public var title: String? { didSet { if title != oldValue { sendTitle() } } }

  var shown: Canvas?
  var last: Canvas?
  var known: [KnownLink] = []
  private var painter: CellPainter
  private var theme: Theme
  var input: TerminalInput?
  var signals: (any DispatchSourceRead)?
  let switches: String
  var manners: TerminalManners
  var introduced: DispatchTime?
  /// Whether the terminal has answered so soon that pictures which stand for a moment are seen. On a slow line they would come one after the
  /// other, long after what they show. One that is asked nothing is taken to be so: a recording is.
  public internal(set) var isSwift = false
  var hasTitle = false
  private var links = LinkPainter()
  /// Whether there are none on the terminal, although the picture is the same.
  var repaintsLinks = false
  var state = State.active
  var terminating = false
  /// Whether a picture was not shown because keys were waiting, after which it would have been another one.
  var isBehind = false
  /// Shows the latest canvas of those that may wait.
  private var waiting: Task<Void, Never>?
  private static let patience = Duration.milliseconds(100)
  private static var isOpen = false

  enum State { case active, left(ChildProgram), closed }

  /// How a child program uses the terminal.
  public enum ChildProgram: Sendable {
    /// The program takes over the whole screen and sets the modes that it needs. What is typed before it does so waits for it,
    /// unseen.
    case fullScreen
    /// As ``fullScreen``, but only if it has something to show. Until then this program's picture stands.
    case fullScreenIfNeeded
    /// The program reads and writes lines; the terminal behaves as before the program.
    case lines
  }

  /// Takes over the terminal on standard input and output and shows an empty screen.
  public init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
    guard !Terminal.isOpen else { throw TerminalError(.alreadyOpen) }
    let environment = Terminal.environment
    let utf8 = screen_adopt_locale()
    glyphs = if case .always(let glyphs) = options.glyphs { glyphs } else { utf8 ? .unicode : .ascii }
    try Terminal.open(options, environment)
    Terminal.isOpen = true
    colourMode = ColourDetection.mode(options.colour, environment: environment, colours: Int(screen_colours()))
    theme = options.theme
    painter = CellPainter(theme: options.theme, mode: colourMode, colours: Int(screen_colours()), glyphs: glyphs)
    switches = TerminalSwitches.on(mouse: options.mouse && screen_has_mouse())
    size = Terminal.measure()
    manners = TerminalManners(
      term: environment["TERM", default: ""], inTmux: environment["TMUX"]?.isEmpty == false, isBasic: options.isBasic,
      colours: environment["COLORFGBG", default: ""])
    isSwift = options.isBasic
    dress()
    guardAgainstCrashes(options)
    listen()
    write(switches)
  }

  /// Shows a canvas: what differs from the one before is sent. Parts beyond the terminal's size are cut.
  ///
  /// While a child program has the terminal, the canvas is kept and shown on ``reenter()``.
  ///
  /// - Parameters:
  ///   - known: texts on it that lead somewhere, besides sections of RFCs.
  ///   - mayWait: the canvas does not answer a key. Where the line may be slow, it is held for a moment, and only the latest canvas of
  ///     that moment is sent.
  public func present(_ canvas: Canvas, links known: [KnownLink], mayWait: Bool = false) {
    (last, self.known) = (canvas, known)
    guard mayWait, !isSwift, introduced != nil else { return show(canvas) }
    guard waiting == nil else { return }
    waiting = Task { [weak self] in
      try? await Task.sleep(for: Terminal.patience)
      if !Task.isCancelled, let last = self?.last { self?.show(last) }
    }
  }

  private func show(_ canvas: Canvas) {
    waiting?.cancel()
    waiting = nil
    isBehind = input?.hasMore == true
    guard case .active = state, !isBehind else { return }
    let isFresh = shown == nil
    let isChanged = canvas != shown || repaintsLinks
    let isOnePicture = manners.synchronizes && isChanged
    if isOnePicture { write(TerminalSwitches.beginPicture) }
    painter.draw(canvas, over: shown, in: size)
    shown = canvas
    let cursor = canvas.cursor.flatMap { Rect(0, 0, size.width, size.height).contains($0) ? $0 : nil }
    screen_flush(Int32(cursor?.y ?? -1), Int32(cursor?.x ?? 0))
    if manners.showsLinks, isChanged { paintLinks(canvas, isFresh: isFresh) }
    if isOnePicture { write(TerminalSwitches.endPicture) }
    onShown(canvas)
    introduce()
  }

  public func present(_ canvas: Canvas) { present(canvas, links: []) }

  private func paintLinks(_ canvas: Canvas, isFresh: Bool) {
    let runs = Hyperlinks.runs(in: canvas, known: known).filter {
      $0.at.y < size.height && $0.at.x + $0.width <= size.width
    }
    let sequence = links.sequence(canvas, runs, isFresh: isFresh, mode: colourMode) { painter.look($0) }
    if !sequence.isEmpty { write(sequence) }
    repaintsLinks = false
  }

  /// Everything is painted in these colours from the next canvas on.
  public func adopt(_ theme: Theme) {
    self.theme = theme
    dress()
  }

  /// A theme that relies on the terminal's background brings its own where that could hide it.
  private func dress() {
    let worn = manners.hidesTextForDark ? theme.painted : theme
    guard worn != painter.theme else { return }
    painter = CellPainter(theme: worn, mode: colourMode, colours: Int(screen_colours()), glyphs: glyphs)
    shown = nil
  }

  func dressAnew() {
    dress()
    if shown == nil, let last { present(last, links: known) }
  }

  /// Whether what is presented can be seen: no child program has the terminal.
  public var isSeen: Bool { if case .active = state { true } else { false } }

  /// Whether a child program has the terminal that may not have taken the screen.
  private var isLent: Bool { if case .left(.fullScreenIfNeeded) = state { true } else { false } }

  /// Sends the whole screen again, whatever the terminal shows.
  public func redraw() {
    guard case .active = state else { return }
    screen_invalidate()
    repaintsLinks = true
    if let last { present(last, links: known) } else { screen_flush(-1, 0) }
  }

  /// Hands the terminal to a child program: the screen as before this program, no events until ``reenter()``.
  ///
  /// What is typed meanwhile stays in the terminal's queue: the child reads it, or this program after it.
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
  ///
  /// - Parameter tookScreen: `false` when a program that was to take the screen only if needed has not.
  public func reenter(tookScreen: Bool = true) {
    guard case .left(let child) = state else { return }
    state = .active
    if child == .fullScreenIfNeeded, !tookScreen {
      screen_regain()
    } else {
      if child == .fullScreenIfNeeded { screen_leave(true) }
      screen_reenter()
      write(switches + manners.switches)
      shown = nil
    }
    input?.resume()
    sendTitle()
    if !adoptSize(), let last { present(last, links: known, mayWait: true) }
  }

  /// Restores the terminal for good. Harmless when repeated.
  public func close() {
    if case .closed = state { return }
    if isSeen || isLent {
      write((hasTitle ? TerminalSwitches.restoreTitle : "") + TerminalSwitches.off)
      awaitAnswers()
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

  /// Stops the process as ^Z does and takes the terminal back when it is continued.
  public func suspend() {
    if case .active = state {
      leave(for: .lines)
      screen_stop(true)
      reenter()
    } else {
      // The child program gave the terminal back and stops the whole group. Telling the group again could stop the
      // child a second time, after it was continued.
      screen_stop(false)
    }
  }

  /// Asks the terminal to put a text on its clipboard (OSC 52). Whether it does, it does not say: many refuse.
  ///
  /// - Returns: whether it was asked. It is not while a child program has the terminal, nor for a text that is too long.
  public func copy(_ text: String) -> Bool {
    let inTmux = Terminal.environment["TMUX"].map { !$0.isEmpty } ?? false
    guard case .active = state, let sequence = Clipboard.sequence(text, inTmux: inTmux) else { return false }
    write(sequence)
    return true
  }

  /// Sends a control string that changes nothing on the screen, after the picture that is shown.
  ///
  /// - Returns: whether it was sent. It is not while a child program has the terminal.
  public func send(_ sequence: String) -> Bool {
    guard case .active = state else { return false }
    write(sequence)
    return true
  }

  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension Glyphs {
  /// What the locale of this process has, for who writes lines.
  public static var ofLocale: Glyphs { screen_adopt_locale() ? .unicode : .ascii }
}
