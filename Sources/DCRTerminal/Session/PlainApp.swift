import Glibc

/// The app as lines of text, for screen readers and pipes. `PlainChoosing.swift` handles what the user types.
@MainActor final class PlainApp {
  let phones: RunningPhones
  private(set) var look: Look
  let input: PlainInput
  let output: PlainOutput
  private let typed: AsyncStream<String?>
  private var signals: TerminationSignals?
  private var isAway = false
  var hasEnded = false
  /// Holds back output until the rest of the user's choice has been carried out.
  var isQuiet = false
  var written = WrittenLines()
  private weak var shownPhone: AppSession?
  private let recorder: EvidenceRecorder
  /// The look of the pictures for evidence and test reports, which get what a full screen would have shown.
  private let picture: Look
  private static let pictureSize = Size(110, 30)
  private let browserSettings: BrowserSettings
  private var watchedTabs = WatchedTabs()
  var menu = PlainMenu()
  /// The app is carrying out a line that the user typed, so the output is expected.
  var isChoosing = false
  var asked: PlainField?
  var isEditing = false
  /// A flow was under way at the last change, so messages that have come since belong to it.
  private var wasUnderWay = false

  init(_ phone: PhoneParts, factory: PhoneFactory, ascii: Bool) {
    let brand = phone.setup.configuration.brand
    let picture = Look(
      catalogue: brand.catalogue(phone.setup.language()), glyphs: ascii ? .ascii : .ofLocale, brand: brand,
      zone: LocalZone.seconds)
    (look, self.picture, browserSettings) = (picture, picture, factory.browserSettings)
    look.reader = .lines
    let recorder = EvidenceRecorder(factory.evidence(phone.setup, picture))
    self.recorder = recorder
    output = PlainOutput(look.glyphs)
    let (lines, feed) = AsyncStream.makeStream(of: String?.self)
    typed = lines
    input = PlainInput { feed.yield($0) }
    let app = Later<PlainApp>()
    let handover = TerminalHandover(
      leave: { _ in
        recorder.leave()
        app.object?.isAway = true
        app.object?.listen()
      },
      reenter: { _ in
        app.object?.isAway = false
        app.object?.show()
      })
    let terminal = SharedTerminal(
      handover: handover, words: Look(brand: brand, zone: LocalZone.seconds), copy: { _ in false },
      screen: { (PlainApp.pictureSize, picture) }, evidence: recorder)
    phones = RunningPhones(phone, factory: factory, on: terminal)
    app.object = self
  }

  var store: AppStore { phones.current.store }

  /// Runs until the user quits or standard input ends.
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

  /// A user at a terminal may choose at any time, for example to cancel. Lines from a pipe are read only when the app rests, asks its user or holds a
  /// message, so that the lines for the browser stay in the pipe.
  func listen() {
    let state = store.state
    let rests = state.keystore != .loading && (state.flow == nil || state.presence != nil || state.isHolding)
    input.want(!isAway && (rests || isatty(STDIN_FILENO) == 1))
  }

  /// After the end of standard input, ends the app as soon as no flow is under way; nothing can answer a question any more.
  func leaveWhenDone() {
    guard hasEnded else { return }
    if store.state.presence != nil { store.send(.confirmPresence(false)) }
    if store.state.flow == nil || store.state.isHolding { phones.close() }
  }

  func show() {
    guard !isAway, !isQuiet else { return }
    defer { listen() }
    let state = store.state
    look.catalogue = look.brand.catalogue(state.language)
    if shownPhone !== phones.current { written.arrive(state, isFirst: shownPhone == nil) }
    shownPhone = phones.current
    serveObservers(state)
    let isUnderWay = isUnderWay(state)
    let isAwaited = isChoosing || isUnderWay || wasUnderWay || state.showsToolSheet
    wasUnderWay = isUnderWay
    sayNewMessages(state, isAwaited)
    let edited = PlainText.editedField(state)
    let begins = edited != nil && !isEditing && isChoosing
    isEditing = edited != nil
    if begins {
      asked = edited
      return ask()
    }
    // The question stays at the end while the user answers it.
    if asked != nil, isEditing, !isChoosing { return output.askAgain() }
    say(state, PlainText.lines(for: state, look: look), PlainText.choices(for: state, look: look), isAwaited)
    leaveWhenDone()
  }

  /// Evidence and test reports get a picture, and the open tool learns that it is seen, so that it alone is kept up to date.
  private func serveObservers(_ state: AppState) {
    browserSettings.values.clock = state[Clocks.self].app
    browserSettings.values.phoneName = state.nameOnPhone
    let size = PlainApp.pictureSize
    recorder.show(
      state, AppScreen.draw(state, size: size, look: picture), AppScreen.namedFacts(state, size: size, look: picture),
      size: size, look: picture)
    watchedTabs.see([PlainText.tool(of: state)].compactMap(\.self), of: phones.current, state)
  }

  private func say(_ state: AppState, _ lines: [String], _ choices: [PlainText.Choice], _ isAwaited: Bool) {
    let toolLinesBefore = PlainText.toolLinesBefore(for: state, look: look)
    let page = PlainText.tool(of: state) == nil ? [] : Array(lines.dropFirst(toolLinesBefore.count).prefix(2))
    var goesOn = false
    defer { written.keep(lines, place: page, toolLinesBefore: toolLinesBefore, goesOn: goesOn) }
    if written.isShown(page, exactly: isChoosing) {
      for line in written.news(in: lines, exactly: isChoosing) { say(line) }
      let forms = choices.map { WrittenLines.form($0.text) }
      guard isChoosing || forms != menu.choices.map({ WrittenLines.form($0.text) }) else { return output.askAgain() }
    } else if choices.map(\.text) != menu.choices.map(\.text) || written.isEmpty || !page.isEmpty {
      say("")
      for line in written.ofNewScreen(lines) { say(line) }
    } else {
      for line in written.news(in: lines) where isAwaited || isUnknownWarning(line) { say(line) }
      goesOn = isUnderWay(state)
      return output.askAgain()
    }
    // A question disappears with its screen.
    asked = nil
    showMenu(choices)
    writeMenu()
  }

  func showMenu(_ choices: [PlainText.Choice]) {
    // Input from a pipe was written for menus to come, so a new menu does not surprise its writer.
    let isUnasked = !isChoosing && isatty(STDIN_FILENO) == 1
    menu.show(choices, isUnderWay: isUnderWay(store.state), isUnasked: isUnasked, now: .now)
  }

  private func confirmCancelling(_ change: AppStore.Change) {
    guard !isAway, let what = whatWasStopped(change) else { return }
    sayNewMessages(change.after, true)
    say(look.catalogue(.plainCancelled, ["what": what]))
  }

  /// Reports a warning that the user did not ask for, once.
  private func isUnknownWarning(_ line: String) -> Bool {
    line.hasPrefix(bytes: look.marks.warning) && !written.news(in: [line], exactly: false).isEmpty
  }

  /// Something is under way that the user can only stop.
  private func isUnderWay(_ state: AppState) -> Bool {
    state.keystore == .loading || (state.visibleFlow != nil && state.presence == nil)
  }

  /// - Parameter isAwaited: the messages belong to something that the user chose. Automatic ones, such as a silent refresh's, are not told.
  private func sayNewMessages(_ state: AppState, _ isAwaited: Bool) {
    for message in written.newMessages(state) where isAwaited { say("  " + PlainText.line(for: message, look: look)) }
  }

  func writeMenu() {
    for line in menu.lines { say(line) }
    ask()
  }

  /// A running flow writes its own lines, so the app asks only if the flow waits for an answer.
  func ask() {
    let state = store.state
    if let asked {
      output.ask(PlainText.question(for: asked, in: state, look: look))
    } else {
      output.ask(isUnderWay(state) && menu.onlyLeadsOut ? "" : look.catalogue(.plainChoice))
    }
  }

  func say(_ line: String) { output.say(line) }
}
