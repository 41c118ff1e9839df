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
  private var shownChoices: [String] = []
  /// The field that the next line fills in.
  private var asked: SignUpForm.Field?
  /// Messages after this one are new; before it only those that had no answer yet are left to be told.
  private var toldThrough = 0
  private var unanswered: [Int] = []

  init(_ setup: AppSetup, userAgent: UserAgentSetup, ascii: Bool) {
    let brand = setup.configuration.brand
    look = Look(
      catalogue: brand.catalogue(setup.language()), glyphs: ascii ? .ascii : .unicode, brand: brand,
      zone: LocalZone.seconds)
    let (lines, feed) = AsyncStream.makeStream(of: String?.self)
    typed = lines
    input = PlainInput { feed.yield($0) }
    let (leave, reenter, quit) = (Ending(), Ending(), Ending())
    let handover = TerminalHandover(leave: { _ in leave.happen() }, reenter: { reenter.happen() })
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
    let choices = PlainText.choices(for: session.store.state, look: look)
    let word = line.withoutEdgeSpaces
    defer {
      listen()
      input.isDealtWith()
    }
    if let field = asked { return fillIn(field, word, choices) }
    guard let choice = choice(word, choices) else { return prompt(choices.map(\.text)) }
    switch choice.deed {
    case .fillIn(let field):
      asked = field
      ask(PlainText.question(for: field, in: session.store.state, look: look))
    case .press(let action):
      shownChoices = []
      session.store.send(action)
      // Who chooses Quit among names has not hit a key by mistake.
      let state = session.store.state
      if action == .quit, state.visibleFlow == nil, state.view.confirmation == .quit { session.store.send(.quit) }
    }
  }

  /// The choice with this number or name; `nil`: there is none now, and why has been said.
  private func choice(_ word: String, _ choices: [PlainText.Choice]) -> PlainText.Choice? {
    if let number = Int(word), choices.indices.contains(number - 1) { return choices[number - 1] }
    guard !word.isEmpty else { return nil }
    switch PlainText.named(word, in: session.store.state, look: look) {
    case .choice(let choice): return choice
    case .off(let why): StandardOutput.line(why)
    case nil: StandardOutput.line(look.catalogue(.plainNoSuchChoice))
    }
    return nil
  }

  /// A line for a field; an empty one leaves what stands there.
  private func fillIn(_ field: SignUpForm.Field, _ word: String, _ choices: [PlainText.Choice]) {
    asked = nil
    if !word.isEmpty { session.store.send(.view(.edit(field, .replace(word)))) }
    prompt(choices.map(\.text))
  }

  /// A person at a terminal may choose at any time, also to cancel. What comes through a pipe was written before: it is
  /// read only when the app rests, so that the lines for the browser stay there.
  private func listen() {
    let state = session.store.state
    let rests = state.keystore != .loading && state.flow == nil
    input.want(!isAway && (rests || isatty(STDIN_FILENO) == 1))
  }

  /// After the end of standard input, ends the app as soon as no flow is under way.
  private func leaveWhenDone() { if hasEnded, session.store.state.flow == nil { session.store.close() } }

  private func show() {
    guard !isAway else { return }
    defer { listen() }
    let state = session.store.state
    look.catalogue = look.brand.catalogue(state.language)
    writeNewMessages(state)
    let lines = PlainText.lines(for: state, look: look)
    let choices = PlainText.choices(for: state, look: look).map(\.text)
    if choices != shownChoices {
      // The question is gone with the screen that it belonged to.
      asked = nil
      StandardOutput.line("")
      for line in lines { StandardOutput.line(line) }
      prompt(choices)
    } else {
      for line in lines where !shownLines.contains(line) { StandardOutput.line(line) }
    }
    shownLines = lines
    shownChoices = choices
    leaveWhenDone()
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
      StandardOutput.line("  " + PlainText.line(for: message, look: look))
    }
  }

  private func prompt(_ choices: [String]) {
    for (index, choice) in choices.enumerated() { StandardOutput.line("\(index + 1). \(choice)") }
    ask(look.catalogue(.plainChoice))
  }

  private func ask(_ question: String) {
    StandardOutput.write(question)
    if isatty(STDOUT_FILENO) == 0 { StandardOutput.line("") }
  }
}
