import Gallery
import ScreenMirror

/// The full-screen app: turns keys into actions and has the states drawn.
/// Nothing is polled: ticks come only while a running time is on the screen.
@MainActor final class ScreenApp {
  private let terminal: Terminal
  private let painter: ScreenPainter
  private let phones: RunningPhones
  private var ticker: Task<Void, Never>?
  private var status = ExitStatus.done
  private let warnings: [String]
  private var presentation = Presentation()
  private let browserSettings: BrowserSettings
  private let playsAtOnce: Bool
  private var watchedTabs = WatchedTabs()
  private let recorder: EvidenceRecorder
  private let gallery = BrowserScreensLoader()
  /// Set while an event is handled, so that all its changes are drawn as one picture.
  private var isTaking = false
  private var hasBegun = false
  private let firstPicture = FirstPicture()
  /// How long the first picture waits for the keystore: a picture that only says that it is being opened would flicker.
  private static let patience = Duration.milliseconds(40)

  /// - Parameter marksParts: whether the recording gets a marker where each part of the presentation begins.
  init(
    _ phone: PhoneParts, factory: PhoneFactory, terminal options: TerminalOptions, marksParts: Bool,
    mirror: ScreenMirror?
  ) throws(CommandError) {
    let terminal: Terminal
    do { terminal = try Terminal(options) } catch { throw CommandError(error) }
    self.terminal = terminal
    (browserSettings, playsAtOnce) = (factory.browserSettings, factory.run.autoplay)
    warnings = phone.setup.configuration.warnings
    let brand = phone.setup.configuration.brand
    let look = Look(
      catalogue: brand.catalogue(phone.setup.language()), glyphs: terminal.glyphs, brand: brand,
      zone: LocalZone.seconds)
    let recorder = EvidenceRecorder(factory.evidence(phone.setup, look))
    self.recorder = recorder
    let painter = ScreenPainter(terminal, recorder, look)
    self.painter = painter
    if marksParts { painter.marks = PartMarks(terminal) }
    if let mirror { painter.connect(mirror) }
    let handover = TerminalHandover(
      leave: { program in
        recorder.leave()
        terminal.leave(for: program)
      },
      reenter: { terminal.reenter(tookScreen: $0) })
    let shared = SharedTerminal(
      handover: handover, words: Look(brand: brand, zone: LocalZone.seconds), copy: { terminal.copy($0) },
      screen: { (terminal.size, painter.look) }, evidence: recorder,
      firstPicture: firstPicture)
    phones = RunningPhones(phone, factory: factory, on: shared)
  }

  /// Runs until the user quits. The terminal is restored before the app waits for anything.
  func run() async -> ExitStatus {
    terminal.onEvent = { [self] event in receive(event) }
    terminal.onFocus = { [painter] in painter.note(hasFocus: $0) }
    let suggest = { [self] (isLight: Bool) in phones.suggest(theme: (isLight ? Theme.light : .curity).name) }
    if let isLight = terminal.isLight { suggest(isLight) }
    terminal.onBackground = { [self] isLight in
      suggest(isLight)
      draw()
    }
    terminal.onTermination = { [phones] _ in phones.kill() }
    painter.redraw = { [weak self] in self?.draw() }
    phones.onChange = { [self] _ in if !isTaking, hasBegun || !isOpening { draw(mayWait: hasBegun) } }
    phones.start()
    let patience = Task {
      try? await Task.sleep(for: ScreenApp.patience)
      if !Task.isCancelled, !hasBegun { draw() }
    }
    // A script sends keys only for screens that it knows; it reads warnings from standard error.
    if painter.mirror == nil, !warnings.isEmpty { phones.current.store.send(.warned(warnings)) }
    if playsAtOnce { phones.current.store.send(.presenter(.play)) }
    await phones.run()
    patience.cancel()
    ticker?.cancel()
    painter.stop()
    terminal.close()
    await phones.stop()
    return status
  }

  private var isOpening: Bool { phones.current.store.state.keystore == .loading }

  private func receive(_ event: TerminalEvent) {
    let store = phones.current.store
    let wasIdle = store.state.flow == nil
    recorder.note(event, presentation.seen(store.state), size: terminal.size)
    switch event {
    case .resize: break
    case .key(.control("c")):
      status = .interrupted
      return phones.close()
    default:
      isTaking = true
      defer { isTaking = false }
      let (seen, size, look) = (presentation.seen(store.present), terminal.size, painter.look)
      let action = KeyMap.action(for: event, in: seen, on: composition(seen), size: size, look: look)
      if seen.settings.presenter, case .key = event {
        store.send(.presenter(.pressed(PresenterKeys.name(of: event, in: seen, size: size, look: look))))
      }
      if let action { perform(action, store) }
    }
    // A flow's first picture is soon replaced by its second step or by the browser.
    draw(mayWait: wasIdle && store.state.flow != nil)
  }

  /// The screen on which the user acted. During a flow it is composed anew, because Enter may have changed its meaning: right after the start, it
  /// counts as a second press of the button that began the flow.
  private func composition(_ seen: AppState) -> Composition {
    if seen.flow == nil, let last = painter.composition, last.canvas.size == terminal.size { return last }
    return Composition(seen, size: terminal.size, look: painter.look)
  }

  private func perform(_ action: Action, _ store: AppStore) {
    if case .view(.palette(.choose(let chosen, _))) = action {
      store.send(action)
      return perform(chosen, store)
    }
    switch action.of(PresenterAction.self) {
    case .back:
      presentation.back()
      store.send(action)
    case .backChapter:
      presentation.back(toChapter: true)
      store.send(action)
    case .forth: presentation.forth()
    case .forthChapter: presentation.forth(toChapter: true)
    case .present: presentation.backToThePresent()
    case .reset:
      store.send(action)
      if store.state[PresenterTool.self].isResetting { presentation.forget() }
    default: store.send(action)
    }
  }

  private func draw(mayWait: Bool = false) {
    hasBegun = true
    let present = phones.current.store.state
    notePresentation(present)
    let state = presentation.seen(present)
    painter.draw(state, mayWait: mayWait)
    firstPicture.wasShown()
    settleBrowser(present)
    // Asks the browser for the screens that the gallery shows, without waiting for them.
    gallery.keep(AppScreen.galleryVariant(state, look: painter.look), state[GalleryView.self]) { [weak self] action in
      self?.phones.current.store.send(.gallery(action))
    }
    // Which tabs are visible also depends on the terminal's size.
    let tabs = terminal.isSeen ? AppScreen.visibleTabs(state, size: terminal.size) : []
    watchedTabs.see(tabs, of: phones.current, state)
    if present.needsTicks, ticker == nil { startTicking() }
  }

  /// Keeps past pictures in presenter mode, drops them otherwise.
  private func notePresentation(_ state: AppState) {
    let show = state[PresenterTool.self]
    if !state.settings.presenter { presentation.forget() } else if !show.isResetting { presentation.note(state) }
  }

  private func settleBrowser(_ state: AppState) {
    let show = state[PresenterTool.self]
    let autoplay = state[TestPlanTool.self].isPreparing ? 1 : show.isPlaying ? Int64(show.pace.rawValue) : nil
    var values = BrowserSettings.Values()
    (values.isPresenter, values.autoplay) = (state.settings.presenter, autoplay)
    (values.stop, values.clock) = (AppScreen.place(state, look: painter.look), state[Clocks.self].app)
    (values.phoneName, values.isFast) = (state.nameOnPhone, terminal.isFast)
    browserSettings.values = values
  }

  /// Ticks once a second while a running time is on the screen.
  private func startTicking() {
    ticker = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1), tolerance: .milliseconds(50))
        guard let self, !Task.isCancelled else { return }
        guard self.phones.current.store.state.needsTicks else {
          self.ticker = nil
          return
        }
        self.phones.current.store.send(.tick)
      }
    }
  }
}
