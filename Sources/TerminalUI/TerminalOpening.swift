import CNcurses
import Dispatch
import Glibc
import SharedValues

/// How the terminal is taken over: its kind, what a crash restores, and its input: keys, signals, size changes.
extension Terminal {
  static var environment: [String: String] {
    ProcessEnvironment.values(["TERM", "COLORTERM", "NO_COLOR", "TMUX", "COLORFGBG"])
  }

  static func open(_ options: TerminalOptions, _ environment: [String: String]) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError(.notATerminal) }
    try RawTerminal.checkKind()
    let wanted = ColourDetection.mode(options.colour, environment: environment, colours: 1 << 24)
    let direct = wanted == .trueColour ? ColourDetection.directNames(environment: environment) : []
    let term = environment["TERM", default: ""]
    let name = direct.first { screen_knows($0) == 1 } ?? term
    guard screen_open(name) else { throw TerminalError(.unknownTerminal, TextLayout.clip(term, to: 40)) }
  }

  func guardAgainstCrashes(_ options: TerminalOptions) {
    var undo = [CChar](repeating: 0, count: 400)
    let length = screen_undo(&undo, undo.count)
    let bytes = TerminalSwitches.off.utf8.map { CChar(bitPattern: $0) } + undo.prefix(length) + [CChar(13)]
    screen_guard_set(bytes, bytes.count, options.crashNote.isEmpty ? "" : options.crashNote + "\n")
    screen_guard_install()
  }

  func listen() {
    let descriptor = screen_signals_open()
    if descriptor >= 0 {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.signalled(descriptor) } }
      source.activate()
      signals = source
    }
    input = TerminalInput { [weak self] in self?.received($0) }
  }

  nonisolated public static var libraryVersion: String { screen_library_version().map { String(cString: $0) } ?? "" }

  static func measure() -> Size {
    var (rows, columns): (Int32, Int32) = (24, 80)
    screen_size(&rows, &columns)
    return Size(Int(columns), Int(rows))
  }

  private func received(_ event: TerminalInput.Event) {
    switch event {
    case .terminal(.key(.control("z"))): suspend()
    case .terminal(.key(.control("l"))): redraw()
    case .terminal(.report(let report)): receive(report)
    case .terminal(let event): onEvent(event)
    case .taken(let bytes):
      if isBehind, let last { present(last, links: known) }
      if !isBehind { onTaken(bytes) }
    case .end: terminate(SIGHUP)
    }
  }

  private func signalled(_ descriptor: Int32) {
    for number in readAvailable(descriptor).map(Int32.init) {
      switch number {
      case SIGWINCH: adoptSize()
      case SIGTSTP: suspend()
      case SIGCONT: continued()
      // Control-C in a child program that reads lines is for the child.
      case SIGINT: if case .left(.lines) = state { break } else { terminate(SIGINT) }
      default: terminate(number)
      }
    }
  }

  /// After SIGSTOP and SIGCONT the shell may have changed modes and screen.
  private func continued() {
    guard case .active = state else { return }
    screen_reenter()
    write(switches + capabilities.switches)
    shown = nil
    if !adoptSize(), let last { present(last, links: known) }
  }

  /// Adopts a new size and reports it; `false`: the size is unchanged.
  @discardableResult func adoptSize() -> Bool {
    guard case .active = state else { return false }
    let new = Terminal.measure()
    guard new != size else { return false }
    size = new
    screen_resize(Int32(new.height), Int32(new.width))
    screen_invalidate()
    screen_erase()
    shown = nil
    onEvent(.resize(new))
    return true
  }

  private func terminate(_ signal: Int32) {
    guard !terminating else { return }
    terminating = true
    screen_signals_hung_up()
    // A child program that has the terminal restores what it found when it ends, so it has to end first.
    if case .left = state {
      onTermination(signal)
      close()
    } else {
      close()
      onTermination(signal)
    }
    exit(128 + signal)
  }
}

/// Questions to the terminal and the consequences of its answers.
extension Terminal {
  /// Asks after the first picture, so that the time until the answer includes that of a picture.
  func introduce() {
    guard introduced == nil else { return }
    introduced = .now()
    guard let question = capabilities.introduce() else { return }
    write(question)
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(5))
      self?.capabilities.settle()
      self?.dressAnew()
    }
  }

  func receive(_ report: TerminalReport) {
    if report == .attributes, let introduced, DispatchTime.now() < introduced + .seconds(1) {
      isFast = true
      showWaiting()
    }
    let (hadTitles, hadLinks) = (capabilities.takesTitles, capabilities.showsLinks)
    if let answer = capabilities.receive(report), isSeen { write(answer) }
    if capabilities.takesTitles, !hadTitles { sendTitle() }
    if capabilities.showsLinks, !hadLinks, let last {
      repaintsLinks = true
      present(last, links: known)
    }
    switch report {
    case .focus(let hasFocus) where capabilities.reportsFocus: onFocus(hasFocus)
    case .background:
      if let isLight = capabilities.isLight { onBackground(isLight) }
      dressAnew()
    case .attributes: dressAnew()
    default: break
    }
  }

  /// A terminal that was asked less than a second ago may still answer, and the answer would be typed into the shell.
  func awaitAnswers() {
    guard let introduced, capabilities.isAwaiting, DispatchTime.now() < introduced + .seconds(1) else { return }
    input?.swallowAnswers(within: 100)
  }

  func sendTitle() {
    guard let title, capabilities.takesTitles, isSeen else { return }
    let plain = TextLayout.clip(title, to: 120, ofData: true)
    write((hasTitle ? "" : TerminalSwitches.keepTitle) + "\u{1B}]2;\(plain)\u{1B}\\")
    hasTitle = true
  }

  public var isLight: Bool? { capabilities.isLight }
}
