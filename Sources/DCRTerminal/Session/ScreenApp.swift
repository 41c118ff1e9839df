import Evidence
import Gallery
import UserAgents
import SharedValues
import Workshop
import AppState
import Asciicast
import Catalogue
import FoundationEssentials
import Glibc
import ScreenMirror
import Screens
import TerminalUI

/// The full-screen app: turns keys into actions and states into pictures.
///
/// The first picture is drawn before anything else begins. Nothing is polled: ticks come only while a running time is on the screen.
@MainActor
final class ScreenApp {
  private let terminal: Terminal
  private let phones: RunningPhones
  /// The last picture: what its keys mean, and how to draw it again for a test's attachment.
  private let drawn = LastPicture()
  private var look: Look
  /// Every theme by its name, in the brand's colours.
  private let themes: [String: Theme]
  private var ticker: Task<Void, Never>?
  private var status = ExitStatus.done
  private let warnings: [String]
  private var presentation = Presentation()
  private let browserSettings: BrowserSettings
  private let playsAtOnce: Bool
  /// The visible tabs, which are kept up to date, and their phone.
  private var watched: (tabs: [PanelTab], phone: AppSession)?
  private let recorder: EvidenceRecorder
  /// The mirror that a script reads; `nil`: no script drives this app.
  private var mirror: ScreenMirror?
  private let gallery = BrowserScreensLoader()
  /// Whether the recording gets a marker where each part of the presentation begins.
  var marksParts = false
  private var lastPart: String?
  /// Waits until the picture of a part is complete.
  private var marking: Marking?
  private var arrows = ArrowWatch()
  private var travel: Task<Void, Never>?
  /// The name of this machine.
  private let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
  /// Another window has the focus, so nothing is animated.
  private var isAway = false
  /// Set while an event is handled, so that all its changes are drawn as one picture.
  private var isTaking = false

  init(_ phone: PhoneParts, factory: PhoneFactory, terminal options: TerminalOptions) throws(CommandError) {
    do {
      terminal = try Terminal(options)
    } catch {
      throw CommandError(error)
    }
    (browserSettings, playsAtOnce) = (factory.browserSettings, factory.run.autoplay)
    warnings = phone.setup.configuration.warnings
    let brand = phone.setup.configuration.brand
    look = Look(
      catalogue: brand.catalogue(phone.setup.language()), glyphs: terminal.glyphs, brand: brand,
      zone: LocalZone.seconds)
    themes = Dictionary(uniqueKeysWithValues: Theme.all.map { ($0.name, brand.theme($0)) })
    let recorder = EvidenceRecorder(factory.evidence(phone.setup, look))
    self.recorder = recorder
    let handover = TerminalHandover(
      leave: { [terminal] purpose in
        recorder.leave()
        let program: Terminal.ChildProgram =
          switch purpose {
          case .fullScreenProgram: .fullScreen
          case .fullScreenIfNeeded: .fullScreenIfNeeded
          case .lines: .lines
          }
        terminal.leave(for: program)
      },
      reenter: { [terminal] in terminal.reenter(tookScreen: $0) })
    phones = RunningPhones(
      phone, factory: factory, handover: handover, words: Look(brand: brand, zone: LocalZone.seconds),
      copy: { [terminal] in terminal.copy($0) }, screen: { [terminal, drawn] in (terminal.size, drawn.look) },
      evidence: recorder)
  }

  /// Sends every picture to a script as well.
  func connect(_ mirror: ScreenMirror) {
    self.mirror = mirror
    mirror.watch(terminal)
  }

  /// Runs until the user quits. The terminal is restored before the app waits for anything.
  func run() async -> ExitStatus {
    terminal.onEvent = { [self] event in receive(event) }
    terminal.onFocus = { [self] hasFocus in
      isAway = !hasFocus
      if isAway { stopTravelling() }
    }
    let suggest = { [self] (isLight: Bool) in phones.suggest(theme: (isLight ? Theme.light : .curity).name) }
    if let isLight = terminal.isLight { suggest(isLight) }
    terminal.onBackground = { [self] isLight in
      suggest(isLight)
      draw()
    }
    terminal.onTermination = { [phones] _ in phones.kill() }
    phones.onChange = { [self] _ in if !isTaking { draw(mayWait: true) } }
    draw()
    phones.start()
    // A script sends keys only for screens that it knows; it reads warnings from standard error.
    if mirror == nil, !warnings.isEmpty { phones.current.store.send(.warned(warnings)) }
    if playsAtOnce { phones.current.store.send(.presenter(.play)) }
    await phones.run()
    ticker?.cancel()
    travel?.cancel()
    marking?.end?.cancel()
    terminal.close()
    await phones.stop()
    return status
  }

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
      let seen = presentation.seen(store.present)
      let action = KeyMap.action(for: event, in: seen, on: composition(seen), size: terminal.size, look: look)
      if seen.settings.presenter, case .key = event {
        let name = PresenterKeys.name(of: event, in: seen, size: terminal.size, look: look)
        store.send(.presenter(.pressed(name)))
      }
      if let action { perform(action, store) }
    }
    // A flow's first picture is soon replaced by its second step or by the browser.
    draw(mayWait: wasIdle && store.state.flow != nil)
  }

  /// The screen on which the user acted. During a flow it is composed anew, because Enter may have changed its meaning: right after the start, it
  /// counts as a second press of the button that began the flow.
  private func composition(_ seen: AppState) -> Composition {
    if seen.flow == nil, let last = drawn.composition, last.canvas.size == terminal.size { return last }
    return Composition(seen, size: terminal.size, look: look)
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
      presentation.backChapter()
      store.send(action)
    case .forth: presentation.forth()
    case .forthChapter: presentation.forthChapter()
    case .present: presentation.backToThePresent()
    case .reset:
      store.send(action)
      if store.state[PresenterTool.self].isResetting { presentation.forget() }
    default: store.send(action)
    }
  }

  /// Keeps past pictures in presenter mode, drops them otherwise, and updates the browser's settings.
  private func keepBrowserSettings(_ state: AppState) {
    if state.settings.presenter {
      if !state[PresenterTool.self].isResetting { presentation.note(state) }
    } else {
      presentation.forget()
    }
    let autoplay =
      state[TestPlanTool.self].isPreparing
      ? 1 : state[PresenterTool.self].isPlaying ? Int64(state[PresenterTool.self].pace.rawValue) : nil
    browserSettings.values = BrowserSettings.Values(
      isPresenter: state.settings.presenter, stop: AppScreen.place(state, look: look), autoplay: autoplay,
      clock: state[Clocks.self].app,
      phoneName: state.nameOnPhone, isFast: terminal.isFast)
  }

  private func draw(mayWait: Bool = false) {
    let present = phones.current.store.state
    keepBrowserSettings(present)
    let state = presentation.seen(present)
    if let theme = themes[Phone<GalleryView>(state).shownTheme] { terminal.adopt(theme) }
    look.catalogue = look.brand.catalogue(state.language)
    drawn.look = look
    if arrows.note(state, size: terminal.size, isSeen: terminal.isSeen && terminal.isFast && !isAway) {
      startTravelling()
    }
    if mirror != nil { mirror?.facts = facts(state) }
    let composition = Composition(state, size: terminal.size, look: look, moving: arrows.arrow)
    drawn.composition = composition
    let canvas = composition.canvas
    let part = marksParts ? AppScreen.part(state, look: look) : nil
    markBefore(part)
    terminal.title = state.settings.clientName
    terminal.present(canvas, links: AppScreen.links(state, host: host), mayWait: mayWait)
    drawn.moving = arrows.arrow == nil ? nil : state
    // Recording evidence takes a moment, so it happens after the picture is on the terminal.
    if terminal.isSeen { recorder.show(state, canvas, mirror?.facts ?? facts(state), size: terminal.size, look: look) }
    markPart(part)
    keepGallery(state)
    watch(state)
    if present.needsTicks, ticker == nil { startTicking() }
  }

  /// Asks the browser for the screens that the gallery shows, without waiting for them.
  private func keepGallery(_ state: AppState) {
    gallery.keep(AppScreen.galleryVariant(state, look: look), state[GalleryView.self]) { [weak self] action in
      guard let self else { return }
      self.phones.current.store.send(.gallery(action))
    }
  }

  private func facts(_ state: AppState) -> [String: String] {
    let facts = AppScreen.facts(state, size: terminal.size, look: look)
    return Dictionary(uniqueKeysWithValues: facts.map { ($0.key.rawValue, $0.value) })
  }

  /// Marks a new part in the recording when its picture is complete and nothing moves any more. A player that jumps to the mark shows that picture.
  private func markPart(_ part: String?) {
    guard let part, part != lastPart else { return }
    lastPart = part
    marking = Marking(part)
    marking?.end = Task { [weak self] in
      repeat {
        try? await Task.sleep(for: Marking.rest)
        guard !Task.isCancelled else { return }
      } while self?.arrows.arrow != nil
      self?.mark()
    }
  }

  /// Marks the part now, because its last picture is about to be replaced; skips it if the picture was too short to be seen.
  private func markBefore(_ part: String?) {
    guard let marking, let part, part != lastPart else { return }
    marking.end?.cancel()
    if ContinuousClock.now - marking.begin >= Marking.glimpse {
      // An arrow that is still moving jumps to its end.
      if let state = drawn.moving {
        terminal.present(
          Composition(state, size: terminal.size, look: look).canvas, links: AppScreen.links(state, host: host))
      }
      mark()
    }
    self.marking = nil
  }

  private func mark() {
    if let marking { _ = terminal.send(MarkerSequence.text(marking.part)) }
    marking = nil
  }

  /// Tells a tab's tool when the tab becomes visible or hidden, which also depends on the terminal's size.
  private func watch(_ state: AppState) {
    let tabs = terminal.isSeen ? AppScreen.visibleTabs(state, size: terminal.size) : []
    let before = watched.flatMap { $0.phone === phones.current ? $0.tabs : nil } ?? []
    if let watched {
      let gone = watched.tabs.filter { watched.phone !== phones.current || !tabs.contains($0) }
      reportSight(watched.phone, gone, isSeen: false, state)
    }
    reportSight(phones.current, tabs.filter { !before.contains($0) }, isSeen: true, state)
    watched = (tabs, phones.current)
  }

  private func reportSight(_ phone: AppSession, _ tabs: [PanelTab], isSeen: Bool, _ state: AppState) {
    for tab in tabs { if let action = AppScreen.sight(of: tab, isSeen, state) { phone.store.inbox(action) } }
  }

  /// Draws each step of the newest arrow in the background.
  private func startTravelling() {
    travel?.cancel()
    travel = Task { [weak self] in
      var goesOn = true
      while goesOn {
        try? await Task.sleep(for: Motion.interval)
        guard let self, !Task.isCancelled else { return }
        goesOn = self.showNextStep()
      }
    }
  }

  private func stopTravelling() {
    travel?.cancel()
    arrows.stop()
    draw()
  }

  private func showNextStep() -> Bool {
    let goesOn = arrows.moveOn()
    draw()
    return goesOn
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

/// An action that is set later than the session that calls it is made.
@MainActor
final class Ending {
  var action: () -> Void = {}
  func happen() { action() }
}

/// A part of the presentation that has begun and has no mark yet.
private struct Marking {
  /// Long enough for pictures that belong together to have come, and for a viewer to see one.
  static let rest = Duration.milliseconds(300)
  static let glimpse = Duration.milliseconds(100)

  let part: String
  let begin = ContinuousClock.now
  var end: Task<Void, Never>?

  init(_ part: String) { self.part = part }
}

@MainActor
private final class LastPicture {
  var look = Look()
  var composition: Composition?
  /// The state that it shows, while an arrow moves on it.
  var moving: AppState?
}
