import Workshop
import AppState
import Asciicast
import Catalogue
import Foundation
import ScreenMirror
import Screens
import TerminalUI

/// The app on the whole screen: keys become actions, states become pictures.
///
/// The first picture stands before anything else begins. Nothing is polled: without a running time on the screen there are
/// no ticks.
@MainActor
final class ScreenApp {
  private let terminal: Terminal
  private let rack: PhoneRack
  /// How the last picture was drawn, so that it can be drawn again for a test's attachment.
  private let drawn = DrawnLook()
  private var look: Look
  private var ticker: Task<Void, Never>?
  private var status = ExitStatus.done
  private var presentation = Presentation()
  private let stage: Stage
  private let playsAtOnce: Bool
  /// The tab that can be seen, which is kept up to date, and the phone that it is of.
  private var watched: (tab: PanelTab, phone: AppSession)?
  private let desk: EvidenceDesk
  /// Set when a script watches.
  private var mirror: ScreenMirror?
  private let gallery = GalleryDesk()
  /// Whether a recorder listens, which is told where each part of the show begins.
  var marksParts = false
  private var lastPart: String?
  private var arrows = ArrowWatch()
  private var travel: Task<Void, Never>?
  /// Set while an event is taken: all that it changes is one picture.
  private var isTaking = false

  init(
    _ phone: PhoneParts, factory: PhoneFactory, terminal options: TerminalOptions
  ) throws(CommandError) {
    do {
      terminal = try Terminal(options)
    } catch {
      throw CommandError(error)
    }
    (stage, playsAtOnce) = (factory.stage, factory.autoplay)
    look = Look(catalogue: Catalogue(phone.setup.language()), glyphs: terminal.glyphs, timeZone: .current)
    let desk = EvidenceDesk(factory.evidence(phone.setup, look))
    self.desk = desk
    let handover = TerminalHandover(
      leave: { [terminal] purpose in
        desk.leave()
        terminal.leave(for: purpose == .lines ? .lines : .fullScreen)
      },
      reenter: { [terminal] in terminal.reenter() })
    rack = PhoneRack(
      phone, factory: factory, handover: handover, words: Look(timeZone: .current),
      copy: { [terminal] in terminal.copy($0) }, screen: { [terminal, drawn] in (terminal.size, drawn.look) },
      evidence: desk)
  }

  /// Tells a script what is shown.
  func tell(_ mirror: ScreenMirror) {
    self.mirror = mirror
    mirror.watch(terminal)
  }

  /// Until the user leaves. The terminal is restored before anything is waited for.
  func run() async -> ExitStatus {
    terminal.onEvent = { [self] event in receive(event) }
    terminal.onTermination = { [rack] _ in rack.kill() }
    rack.onChange = { [self] in if !isTaking { draw() } }
    draw()
    rack.start()
    if playsAtOnce { rack.current.store.send(.presenter(.play)) }
    await rack.run()
    ticker?.cancel()
    travel?.cancel()
    terminal.close()
    await rack.stop()
    return status
  }

  private func receive(_ event: TerminalEvent) {
    let store = rack.current.store
    desk.note(event, presentation.seen(store.state), size: terminal.size)
    switch event {
    case .resize: break
    case .key(.control("c")):
      status = .interrupted
      return rack.close()
    default:
      isTaking = true
      defer { isTaking = false }
      let seen = presentation.seen(store.present)
      let action = KeyMap.action(for: event, in: seen, size: terminal.size, look: look)
      if seen.settings.presenter, case .key = event {
        let name = PresenterKeys.name(of: event, in: seen, size: terminal.size, look: look)
        store.send(.presenter(.pressed(name)))
      }
      if let action { take(action, store) }
    }
    draw()
  }

  private func take(_ action: Action, _ store: Store) {
    switch action.of(PresenterAction.self) {
    case .back: presentation.back()
    case .forth: presentation.forth()
    case .present: presentation.backToThePresent()
    case .reset:
      presentation.forget()
      store.send(action)
    default: store.send(action)
    }
  }

  /// Pictures of the past are kept in presenter mode alone, and the browser is told what it will be opened for.
  private func keepStage(_ state: AppState) {
    if state.settings.presenter {
      if !state.show.isResetting { presentation.note(state) }
    } else {
      presentation.forget()
    }
    let autoplay =
      state.checks.isPreparing ? 1 : state.show.isPlaying ? state.show.pace.duration.components.seconds : nil
    stage.setting = Stage.Setting(
      isPresenter: state.settings.presenter, autoplay: autoplay, clock: state.clocks.app)
  }

  private func draw() {
    let present = rack.current.store.state
    keepStage(present)
    let state = presentation.seen(present)
    if let theme = Theme.named(state.shownTheme) { terminal.adopt(theme) }
    look.catalogue = Catalogue(state.language)
    drawn.look = look
    if arrows.note(state, size: terminal.size, isSeen: terminal.isSeen) { startTravelling() }
    if mirror != nil { mirror?.facts = facts(state) }
    let canvas = AppScreen.draw(state, size: terminal.size, look: look, arrow: arrows.arrow)
    terminal.present(canvas)
    // What evidence keeps of a picture is worked out when the picture stands already.
    if terminal.isSeen {
      desk.show(state, canvas, mirror?.facts ?? facts(state), size: terminal.size, look: look)
    }
    if marksParts { markPart(state) }
    keepGallery(state)
    watch(state)
    if present.needsTicks, ticker == nil { startTicking() }
  }

  /// The browser is asked for the screens that the gallery wants to show, beside everything else.
  private func keepGallery(_ state: AppState) {
    gallery.keep(AppScreen.galleryVariant(state, look: look), state.gallery) { [weak self] action in
      guard let self else { return }
      self.rack.current.store.send(.gallery(action))
    }
  }

  private func facts(_ state: AppState) -> [String: String] {
    let facts = AppScreen.facts(state, size: terminal.size, look: look)
    return Dictionary(uniqueKeysWithValues: facts.map { ($0.key.rawValue, $0.value) })
  }

  /// Marks a new part in a recording after its first picture, so that a player that goes to the mark shows that picture.
  private func markPart(_ state: AppState) {
    guard let part = AppScreen.part(state, look: look), part != lastPart else { return }
    if terminal.tell(MarkerSequence.text(part)) { lastPart = part }
  }

  /// What a tab shows is read while it can be seen, which the terminal's size decides, too.
  private func watch(_ state: AppState) {
    let tab = terminal.isSeen ? AppScreen.visibleTab(state, size: terminal.size) : nil
    guard tab != watched?.tab || (tab != nil && watched?.phone !== rack.current) else { return }
    if let watched { tell(watched.phone, watched.tab, isSeen: false, state) }
    watched = tab.map { ($0, rack.current) }
    if let watched { tell(watched.phone, watched.tab, isSeen: true, state) }
  }

  private func tell(_ phone: AppSession, _ tab: PanelTab, isSeen: Bool, _ state: AppState) {
    if let action = AppScreen.sight(of: tab, isSeen, state) { phone.store.inbox(action) }
  }

  /// A picture for each step of the newest arrow, beside everything else: nothing waits for it.
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

  private func showNextStep() -> Bool {
    let goesOn = arrows.moveOn()
    draw()
    return goesOn
  }

  /// Once a second, as long as a time on the screen runs.
  private func startTicking() {
    ticker = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1), tolerance: .milliseconds(50))
        guard let self, !Task.isCancelled else { return }
        guard self.rack.current.store.state.needsTicks else {
          self.ticker = nil
          return
        }
        self.rack.current.store.send(.tick)
      }
    }
  }
}

/// Lets a session be told how to end before it exists.
@MainActor
final class Ending {
  var action: () -> Void = {}
  func happen() { action() }
}

@MainActor
private final class DrawnLook {
  var look = Look()
}
