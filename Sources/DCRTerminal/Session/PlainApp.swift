import ForeignText
import AppState
import Catalogue
import FoundationEssentials
import Glibc
import OAuthClient
import Screens
import SharedValues
import TerminalUI
import Workshop

/// The app in lines, for screen readers and pipes: what the phone says, what happens, and numbered choices.
@MainActor
final class PlainApp {
  private let phones: RunningPhones
  private var look: Look
  private let input: PlainInput
  private let output: PlainOutput
  private let typed: AsyncStream<String?>
  private var signals: TerminationSignals?
  private var isAway = false
  private var hasEnded = false
  /// More is to come of what was chosen before anything is said.
  private var isQuiet = false
  private var shownLines: [String] = []
  /// The phone that was shown last.
  private weak var shownPhone: AppSession?
  /// The beginning of the open tool's lines, by which one page of it is told from another.
  private var shownPlace: [String] = []
  private var watched: (tab: PanelTab, phone: AppSession)?
  /// What a full screen would have shown, for evidence and test reports.
  private let recorder: EvidenceRecorder
  private let picture: Look
  private let browserSettings: BrowserSettings
  private static let size = Size(110, 30)
  /// What tools have said before a screen. It is not said again before the next one.
  private var standing: [String] = []
  private var menu = PlainMenu()
  /// A line has been typed, and what comes of it is what was wanted.
  private var isChoosing = false
  /// The field that the next line fills in.
  private var asked: PlainField?
  /// A field of a tool is being filled in.
  private var isEditing = false
  /// Messages after this one are new; before it only those that had no answer yet are left to be told.
  private var toldThrough = 0
  private var unanswered: [Int] = []
  /// A flow was seen at the last change, so the messages that have come since are its.
  private var wasUnderWay = false

  init(_ phone: PhoneParts, factory: PhoneFactory, ascii: Bool) {
    let brand = phone.setup.configuration.brand
    let picture = Look(
      catalogue: brand.catalogue(phone.setup.language()), glyphs: ascii ? .ascii : .ofLocale, brand: brand,
      zone: LocalZone.seconds)
    (self.picture, look) = (picture, picture)
    look.reader = .lines
    let recorder = EvidenceRecorder(factory.evidence(phone.setup, picture))
    (self.recorder, browserSettings) = (recorder, factory.browserSettings)
    output = PlainOutput(look.glyphs)
    let (lines, feed) = AsyncStream.makeStream(of: String?.self)
    typed = lines
    input = PlainInput { feed.yield($0) }
    let (leave, reenter) = (Ending(), Ending())
    let handover = TerminalHandover(leave: { _ in leave.happen() }, reenter: { _ in reenter.happen() })
    let size = PlainApp.size
    phones = RunningPhones(
      phone, factory: factory, handover: handover, words: Look(brand: brand, zone: LocalZone.seconds),
      copy: { _ in false }, screen: { (size, picture) }, evidence: recorder)
    leave.action = { [weak self] in
      recorder.leave()
      self?.isAway = true
      self?.listen()
    }
    reenter.action = { [weak self] in
      self?.isAway = false
      self?.show()
    }
  }

  private var store: Store { phones.current.store }

  /// Runs until the user leaves or standard input ends.
  func run() async -> ExitStatus {
    signals = TerminationSignals { [self] _ in
      phones.kill()
      phones.close()
    }
    phones.onChange = { [self] change in
      if let change { confirmCancelling(change) }
      show()
    }
    show()
    phones.start()
    input.start()
    let choosing = Task { [self] in for await line in typed { choose(line) } }
    await phones.run()
    choosing.cancel()
    await phones.stop()
    return signals?.received.flatMap { ExitStatus(rawValue: 128 + $0) } ?? .done
  }

  private func choose(_ line: String?) {
    guard let line else {
      hasEnded = true
      return leaveWhenDone()
    }
    let before = output.hear()
    // Who does something in a tool wants to know how things are now. Nothing is read anew by itself.
    if PlainText.tool(of: store.state) != nil { quietly { store.send(.tick) } }
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
      for line in PlainText.help(for: store.state, look: look) { say(line) }
      ask()
    case (.back, nil):
      if let out = menu.wayOut, out.deed != .press(.quit) { return perform(out) }
      say(look.catalogue(.plainNoWayBack))
      ask()
    case (_, let field?): fillIn(field, word == .back ? nil : line.withoutEdgeSpaces)
    case (nil, nil):
      let word = line.withoutEdgeSpaces
      guard !word.isEmpty else {
        showMenu(PlainText.choices(for: store.state, look: look))
        return writeMenu()
      }
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
      if PlainText.tool(of: store.state) == nil { shownLines = [] }
      guard case .view(.palette(.choose(let chosen, _))) = action else { return send(action) }
      quietly { store.send(action) }
      send(chosen)
    }
  }

  private func send(_ action: Action) {
    store.send(action)
    // Who chooses Quit among names has not hit a key by mistake.
    let state = store.state
    if action == .quit, state.visibleFlow == nil, state.unsavedRegistration == nil, state.view.confirmation == .quit {
      store.send(.quit)
    }
  }

  /// What comes of it is said together with what follows.
  private func quietly(_ change: () -> Void) {
    isQuiet = true
    change()
    isQuiet = false
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
    switch PlainText.named(word, in: store.state, look: look) {
    case .choice(let choice): return choice
    case .nothing(let why): say(why)
    case nil: say(look.catalogue(.plainNoSuchChoice))
    }
    return nil
  }

  /// A line for a field; an empty one leaves what stands there, and `nil` what stood there before.
  private func fillIn(_ field: PlainField, _ word: String?) {
    asked = nil
    let filled = word.flatMap { $0.isEmpty ? nil : field.filled(with: $0) }
    guard PlainText.editedField(store.state) != nil else {
      if let filled { store.send(filled) }
      return writeMenu()
    }
    if let filled { quietly { store.send(filled) } }
    guard let ending = PlainText.ending(store.state, keeps: word != nil, look: look) else { return show() }
    // Another field may come after it.
    isEditing = false
    store.send(ending)
  }

  /// A person at a terminal may choose at any time, also to cancel. What comes through a pipe was written before: it is
  /// read only when the app rests, asks for its user or holds a message, so that the lines for the browser stay there.
  private func listen() {
    let state = store.state
    let rests = state.keystore != .loading && (state.flow == nil || state.presence != nil || state.isHolding)
    input.want(!isAway && (rests || isatty(STDIN_FILENO) == 1))
  }

  /// After the end of standard input, ends the app as soon as no flow is under way. Nobody is left who could be asked.
  private func leaveWhenDone() {
    guard hasEnded else { return }
    if store.state.presence != nil { store.send(.confirmPresence(false)) }
    if store.state.flow == nil || store.state.isHolding { phones.close() }
  }

  private func show() {
    guard !isAway, !isQuiet else { return }
    defer { listen() }
    let state = store.state
    look.catalogue = look.brand.catalogue(state.language)
    arrive(state)
    record(state)
    watch(state)
    let isUnderWay = isUnderWay(state)
    let isAwaited = isChoosing || isUnderWay || wasUnderWay || state.showsToolSheet
    wasUnderWay = isUnderWay
    writeNewMessages(state, isAwaited)
    let edited = PlainText.editedField(state)
    let begins = edited != nil && !isEditing && isChoosing
    isEditing = edited != nil
    if begins {
      asked = edited
      return ask()
    }
    // The question stands while somebody answers it.
    if asked != nil, isEditing, !isChoosing { return output.askAgain() }
    let lines = PlainText.lines(for: state, look: look)
    let choices = PlainText.choices(for: state, look: look)
    let place = place(of: state, lines)
    defer {
      shownLines = lines
      shownPlace = place
      standing = PlainText.standing(for: state, look: look)
      leaveWhenDone()
    }
    if isShown(place) { return showChange(lines, choices) }
    if choices.map(\.text) != menu.choices.map(\.text) || shownLines.isEmpty || !place.isEmpty {
      // The question is gone with the screen that it belonged to.
      asked = nil
      say("")
      for line in lines where !standing.contains(line) { say(line) }
      showMenu(choices)
      writeMenu()
    } else {
      for line in lines where !shownLines.contains(line) && (isAwaited || isWarning(line)) { say(line) }
      output.askAgain()
    }
  }

  private func showMenu(_ choices: [PlainText.Choice]) {
    // What was typed into a pipe was typed for what comes.
    let isUnasked = !isChoosing && isatty(STDIN_FILENO) == 1
    menu.show(choices, isUnderWay: isUnderWay(store.state), isUnasked: isUnasked, now: .now)
  }

  // MARK: Tools

  /// Empty: no tool is open.
  private func place(of state: AppState, _ lines: [String]) -> [String] {
    guard PlainText.tool(of: state) != nil else { return [] }
    return Array(lines.dropFirst(PlainText.standing(for: state, look: look).count).prefix(2))
  }

  private func isShown(_ place: [String]) -> Bool {
    !place.isEmpty && (isChoosing ? place == shownPlace : place.map(form) == shownPlace.map(form))
  }

  /// What is new on the page of a tool. By itself only what is new in words is said: counts and times change all the time.
  private func showChange(_ lines: [String], _ choices: [PlainText.Choice]) {
    let known = Set(isChoosing ? shownLines : shownLines.map(form))
    for line in lines where !known.contains(isChoosing ? line : form(line)) { say(line) }
    if isChoosing || choices.map({ form($0.text) }) != menu.choices.map({ form($0.text) }) {
      asked = nil
      showMenu(choices)
      writeMenu()
    } else {
      output.askAgain()
    }
  }

  /// A line without its numbers: a time that runs in it, or a count, is no news.
  private func form(_ line: String) -> String { line.filter { !$0.isNumber } }

  /// What was told of the phone before says nothing of this one.
  private func arrive(_ state: AppState) {
    guard shownPhone !== phones.current else { return }
    if shownPhone != nil { (unanswered, toldThrough) = ([], state.messages.lastNumber) }
    shownPhone = phones.current
    shownLines = []
  }

  private func record(_ state: AppState) {
    browserSettings.values.clock = state.clocks.app
    browserSettings.values.phoneName = state.nameOnPhone
    let facts = AppScreen.facts(state, size: PlainApp.size, look: picture)
    recorder.show(
      state, AppScreen.draw(state, size: PlainApp.size, look: picture),
      Dictionary(uniqueKeysWithValues: facts.map { ($0.key.rawValue, $0.value) }), size: PlainApp.size, look: picture)
  }

  /// The open tool is kept up to date, and no other.
  private func watch(_ state: AppState) {
    let tab = PlainText.tool(of: state)
    guard watched?.tab != tab || (tab != nil && watched?.phone !== phones.current) else { return }
    if let watched { report(watched, isSeen: false, state) }
    watched = tab.map { (tab: $0, phone: phones.current) }
    if let watched { report(watched, isSeen: true, state) }
  }

  private func report(_ seen: (tab: PanelTab, phone: AppSession), isSeen: Bool, _ state: AppState) {
    if let action = AppScreen.sight(of: seen.tab, isSeen, state) { seen.phone.store.inbox(action) }
  }

  /// What was stopped by its number, or by closing the browser, leads back to a screen that does not say so.
  private func confirmCancelling(_ change: Store.Change) {
    guard !isAway, let flow = change.before.visibleFlow, change.after.visibleFlow == nil, change.after.notice == nil,
      change.action == .cancel || (change.before.auth != .cancelled && change.after.auth == .cancelled)
    else { return }
    say(look.catalogue(.plainCancelled, ["what": look.catalogue(ProgressScreen.heading(flow.kind))]))
  }

  /// What nobody has asked for is told if it is a warning, and once.
  private func isWarning(_ line: String) -> Bool {
    line.hasPrefix(bytes: look.marks.warning) && !shownLines.contains { form($0) == form(line) }
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
    let state = store.state
    if let asked {
      output.ask(PlainText.question(for: asked, in: state, look: look))
    } else {
      output.ask(isUnderWay(state) && menu.onlyLeadsOut ? "" : look.catalogue(.plainChoice))
    }
  }

  private func say(_ line: String) { output.say(line) }
}
