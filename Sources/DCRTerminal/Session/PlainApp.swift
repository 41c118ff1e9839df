import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import Glibc
import OAuthClient
import Screens
import SharedValues

/// The app in lines, for screen readers and pipes: what the phone says, what happens, and numbered choices.
@MainActor
final class PlainApp {
  private let session: AppSession
  private var look: Look
  private let input: PlainInput
  private let typed: AsyncStream<String?>
  private var signals: TerminationSignals?
  private var isAway = false
  private var hasEnded = false
  private var shownLines: [String] = []
  private var menu = PlainMenu()
  /// A question stands at the end of the last line.
  private var isAsking = false
  private var question = ""
  /// A line has been typed, and what comes of it is what was wanted.
  private var isChoosing = false
  /// The field that the next line fills in.
  private var asked: PlainField?
  /// Messages after this one are new; before it only those that had no answer yet are left to be told.
  private var toldThrough = 0
  private var unanswered: [Int] = []

  init(_ setup: AppSetup, userAgent: UserAgentSetup, ascii: Bool) {
    let brand = setup.configuration.brand
    look = Look(
      catalogue: brand.catalogue(setup.language()), glyphs: ascii ? .ascii : .unicode, brand: brand,
      zone: LocalZone.seconds)
    look.reader = .lines
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
    session.store.onChange = { [self] _ in show() }
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
    let word = line.withoutEdgeSpaces
    (isAsking, isChoosing) = (false, true)
    defer {
      isChoosing = false
      listen()
      input.isDealtWith()
    }
    if let field = asked { return fillIn(field, word) }
    guard let choice = choice(word) else { return writeMenu() }
    switch choice.deed {
    case .fillIn(let field):
      asked = field
      ask(PlainText.question(for: field, in: session.store.state, look: look))
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
    guard !word.isEmpty else { return nil }
    if word == "?" {
      for line in PlainText.help(for: session.store.state, look: look) { say(line) }
      return nil
    }
    if let number = Int(word) {
      switch menu.meaning(of: number, now: .now) {
      case .choice(let choice): return choice
      case .changed: say(look.catalogue(.plainChanged))
      case .nothing: say(look.catalogue(.plainNoSuchChoice))
      }
      return nil
    }
    switch PlainText.named(word, in: session.store.state, look: look) {
    case .choice(let choice): return choice
    case .off(let why): say(why)
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
  /// read only when the app rests or asks for its user, so that the lines for the browser stay there.
  private func listen() {
    let state = session.store.state
    let rests = state.keystore != .loading && (state.flow == nil || state.presence != nil)
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
    writeNewMessages(state)
    let lines = PlainText.lines(for: state, look: look)
    let choices = PlainText.choices(for: state, look: look)
    if choices.map(\.text) != menu.choices.map(\.text) || shownLines.isEmpty {
      // The question is gone with the screen that it belonged to.
      asked = nil
      say("")
      for line in lines { say(line) }
      menu.show(choices, isUnderWay: isUnderWay(state), isUnasked: !isChoosing, now: .now)
      writeMenu()
    } else {
      for line in lines where !shownLines.contains(line) { say(line) }
      askAgain()
    }
    shownLines = lines
    leaveWhenDone()
  }

  /// Something goes on by itself, and all that can be done is to stop it.
  private func isUnderWay(_ state: AppState) -> Bool {
    state.keystore == .loading || (state.visibleFlow != nil && state.presence == nil)
  }

  /// Writes the messages that have come since the last call. A message without its answer is written when the answer is there.
  private func writeNewMessages(_ state: AppState) {
    let numbers = unanswered + Array(toldThrough + 1..<max(toldThrough, state.messages.lastNumber) + 1)
    (unanswered, toldThrough) = ([], state.messages.lastNumber)
    for message in numbers.compactMap(state.messages.message) {
      guard !message.isPending else {
        unanswered.append(message.id)
        continue
      }
      if !message.saysNothingNew { say("  " + PlainText.line(for: message, look: look)) }
    }
  }

  // MARK: Writing

  private func writeMenu() {
    for line in menu.lines { say(line) }
    // What goes on writes lines of its own: nothing is asked in their way.
    if isUnderWay(session.store.state) {
      question = ""
    } else {
      ask(look.catalogue(.plainChoice))
    }
  }

  private func ask(_ question: String) {
    self.question = question
    askAgain()
  }

  /// The question stands at the end of everything, for who is about to answer it.
  private func askAgain() {
    guard !isAsking, !question.isEmpty else { return }
    StandardOutput.write(question)
    isAsking = isatty(STDOUT_FILENO) == 1
    if !isAsking {
      StandardOutput.line("")
      question = ""
    }
  }

  /// A line of its own, never behind a question.
  private func say(_ line: String) {
    if isAsking { StandardOutput.line("") }
    isAsking = false
    StandardOutput.line(line)
  }
}
