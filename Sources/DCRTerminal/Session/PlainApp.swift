import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import Glibc
import OAuthClient
import Screens
import SharedValues
import TerminalUI

/// The app in lines, for screen readers and pipes: what the phone says, what happens, and numbered choices.
@MainActor
final class PlainApp {
  private let session: AppSession
  private var look: Look
  private let input: PlainInput
  private let output: PlainOutput
  private let typed: AsyncStream<String?>
  private var signals: TerminationSignals?
  private var isAway = false
  private var hasEnded = false
  private var shownLines: [String] = []
  /// What tools have said before a screen. It is not said again before the next one.
  private var standing: [String] = []
  private var menu = PlainMenu()
  /// A line has been typed, and what comes of it is what was wanted.
  private var isChoosing = false
  /// The field that the next line fills in.
  private var asked: PlainField?
  /// Messages after this one are new; before it only those that had no answer yet are left to be told.
  private var toldThrough = 0
  private var unanswered: [Int] = []
  /// A flow was seen at the last change, so the messages that have come since are its.
  private var wasUnderWay = false

  init(_ setup: AppSetup, userAgent: UserAgentSetup, ascii: Bool) {
    let brand = setup.configuration.brand
    look = Look(
      catalogue: brand.catalogue(setup.language()), glyphs: ascii ? .ascii : .ofLocale, brand: brand,
      zone: LocalZone.seconds)
    look.reader = .lines
    output = PlainOutput(look.glyphs)
    let (lines, feed) = AsyncStream.makeStream(of: String?.self)
    typed = lines
    input = PlainInput { feed.yield($0) }
    let (leave, reenter, quit) = (Ending(), Ending(), Ending())
    let handover = TerminalHandover(leave: { _ in leave.happen() }, reenter: { _ in reenter.happen() })
    session = AppSession(setup, userAgent: userAgent, handover: handover) { quit.happen() }
    quit.action = { [session] in session.store.close() }
    leave.action = { [weak self] in
      self?.isAway = true
      self?.listen()
    }
    reenter.action = { [weak self] in
      self?.isAway = false
      self?.show()
    }
  }

  /// Runs until the user leaves or standard input ends.
  func run() async -> ExitStatus {
    signals = TerminationSignals { [self] _ in session.kill() }
    session.store.onChange = { [self] change in
      confirmCancelling(change)
      show()
    }
    show()
    session.store.send(.started)
    input.start()
    let choosing = Task { [self] in for await line in typed { choose(line) } }
    await session.store.run()
    choosing.cancel()
    await session.stop()
    return signals?.received.flatMap { ExitStatus(rawValue: 128 + $0) } ?? .done
  }

  private func choose(_ line: String?) {
    guard let line else {
      hasEnded = true
      return leaveWhenDone()
    }
    let before = output.hear()
    isChoosing = true
    defer {
      isChoosing = false
      listen()
      input.isDealtWith()
    }
    // In a field, a space before one of the words makes it text.
    let word = LineWord(asked == nil ? line.withoutEdgeSpaces : line, look.catalogue)
    switch (word, asked) {
    case (.again, _):
      for line in before { say(line) }
      ask()
    case (.help, _):
      for line in PlainText.help(for: session.store.state, look: look) { say(line) }
      ask()
    case (.back, nil):
      if let out = menu.wayOut, out.deed != .press(.quit) { return perform(out) }
      say(look.catalogue(.plainNoWayBack))
      ask()
    case (_, let field?): fillIn(field, word == .back ? "" : line.withoutEdgeSpaces)
    case (nil, nil):
      let word = line.withoutEdgeSpaces
      guard !word.isEmpty else { return writeMenu() }
      guard let choice = choice(word) else { return ask() }
      perform(choice)
    }
  }

  private func perform(_ choice: PlainText.Choice) {
    switch choice.deed {
    case .fillIn(let field):
      asked = field
      ask()
    case .press(let action):
      shownLines = []
      session.store.send(action)
      // Who chooses Quit among names has not hit a key by mistake.
      let state = session.store.state
      if action == .quit, state.visibleFlow == nil, state.unsavedRegistration == nil, state.view.confirmation == .quit {
        session.store.send(.quit)
      }
    }
  }

  /// The choice with this number or name; `nil`: there is none now, and why has been said.
  private func choice(_ word: String) -> PlainText.Choice? {
    if let number = LineWord.number(word) {
      switch menu.meaning(of: number, now: .now) {
      case .choice(let choice): return choice
      case .changed: say(look.catalogue(.plainChanged))
      case .nothing: say(look.catalogue(.plainNoSuchChoice))
      }
      return nil
    }
    switch PlainText.named(word, in: session.store.state, look: look) {
    case .choice(let choice): return choice
    case .nothing(let why): say(why)
    case nil: say(look.catalogue(.plainNoSuchChoice))
    }
    return nil
  }

  /// A line for a field; an empty one leaves what stands there.
  private func fillIn(_ field: PlainField, _ word: String) {
    asked = nil
    if !word.isEmpty { session.store.send(field.filled(with: word)) }
    writeMenu()
  }

  /// A person at a terminal may choose at any time, also to cancel. What comes through a pipe was written before: it is
  /// read only when the app rests, asks for its user or holds a message, so that the lines for the browser stay there.
  private func listen() {
    let state = session.store.state
    let rests = state.keystore != .loading && (state.flow == nil || state.presence != nil || state.isHolding)
    input.want(!isAway && (rests || isatty(STDIN_FILENO) == 1))
  }

  /// After the end of standard input, ends the app as soon as no flow is under way. Nobody is left who could be asked.
  private func leaveWhenDone() {
    guard hasEnded else { return }
    if session.store.state.presence != nil { session.store.send(.confirmPresence(false)) }
    if session.store.state.flow == nil { session.store.close() }
  }

  private func show() {
    guard !isAway else { return }
    defer { listen() }
    let state = session.store.state
    look.catalogue = look.brand.catalogue(state.language)
    let isUnderWay = isUnderWay(state)
    let isAwaited = isChoosing || isUnderWay || wasUnderWay
    wasUnderWay = isUnderWay
    writeNewMessages(state, isAwaited)
    let lines = PlainText.lines(for: state, look: look)
    let choices = PlainText.choices(for: state, look: look)
    if choices.map(\.text) != menu.choices.map(\.text) || shownLines.isEmpty {
      // The question is gone with the screen that it belonged to.
      asked = nil
      say("")
      for line in lines where !standing.contains(line) { say(line) }
      // What was typed into a pipe was typed for what comes.
      let isUnasked = !isChoosing && isatty(STDIN_FILENO) == 1
      menu.show(choices, isUnderWay: isUnderWay, isUnasked: isUnasked, now: .now)
      writeMenu()
    } else {
      for line in lines where !shownLines.contains(line) && (isAwaited || isWarning(line)) { say(line) }
      output.askAgain()
    }
    shownLines = lines
    standing = PlainText.standing(for: state, look: look)
    leaveWhenDone()
  }

  /// What was stopped by its number, or by closing the browser, leads back to a screen that does not say so.
  private func confirmCancelling(_ change: Store.Change) {
    guard !isAway, let flow = change.before.visibleFlow, change.after.visibleFlow == nil, change.after.notice == nil,
      change.action == .cancel || (change.before.auth != .cancelled && change.after.auth == .cancelled)
    else { return }
    say(look.catalogue(.plainCancelled, ["what": look.catalogue(ProgressScreen.heading(flow.kind))]))
  }

  /// What nobody has asked for is told if it is a warning, and once: a time that runs in it is no news.
  private func isWarning(_ line: String) -> Bool {
    func form(_ line: String) -> [Unicode.Scalar] { line.unicodeScalars.filter { !("0"..."9").contains($0) } }
    return line.hasPrefix(bytes: look.marks.warning) && !shownLines.contains { form($0) == form(line) }
  }

  /// Something goes on by itself, and all that can be done is to stop it.
  private func isUnderWay(_ state: AppState) -> Bool {
    state.keystore == .loading || (state.visibleFlow != nil && state.presence == nil)
  }

  /// Writes the messages that have come since the last call. A message without its answer is written when the answer is there.
  /// - Parameter isAwaited: they are of something that was chosen. What the app does by itself, such as a silent refresh, is not told.
  private func writeNewMessages(_ state: AppState, _ isAwaited: Bool) {
    let numbers = unanswered + Array(toldThrough + 1..<max(toldThrough, state.messages.lastNumber) + 1)
    (unanswered, toldThrough) = ([], state.messages.lastNumber)
    for message in numbers.compactMap(state.messages.message) {
      guard !message.isPending else {
        unanswered.append(message.id)
        continue
      }
      if isAwaited, !message.saysNothingNew { say("  " + PlainText.line(for: message, look: look)) }
    }
  }

  // MARK: Writing

  private func writeMenu() {
    for line in menu.lines { say(line) }
    ask()
  }

  /// What goes on writes lines of its own: nothing is asked in their way, unless it waits for an answer.
  private func ask() {
    let state = session.store.state
    if let asked {
      output.ask(PlainText.question(for: asked, in: state, look: look))
    } else {
      output.ask(isUnderWay(state) && menu.onlyLeadsOut ? "" : look.catalogue(.plainChoice))
    }
  }

  private func say(_ line: String) { output.say(line) }
}
