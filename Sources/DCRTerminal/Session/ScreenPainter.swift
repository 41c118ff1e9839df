import Glibc
import ScreenMirror

/// Draws states on the terminal, with their arrows in motion, and shows the pictures to evidence, scripts and recordings.
@MainActor final class ScreenPainter {
  let terminal: Terminal
  private let recorder: EvidenceRecorder
  private(set) var look: Look
  /// The last picture, which determines what its keys mean.
  private(set) var composition: Composition?
  /// The name of the theme that is worn; `nil`: none was asked for.
  private var worn: String?
  /// The mirror that a script reads; `nil`: no script drives this app.
  private(set) var mirror: ScreenMirror?
  /// The recording's marks; `nil`: it gets none.
  var marks: PartMarks?
  private var arrows = ArrowWatch()
  private var travel: Task<Void, Never>?
  /// The last state that was drawn, while an arrow moves on it.
  private var moving: AppState?
  /// Another window has the focus, so nothing is animated.
  private var isAway = false
  var redraw: () -> Void = {}

  init(_ terminal: Terminal, _ recorder: EvidenceRecorder, _ look: Look) {
    (self.terminal, self.recorder, self.look) = (terminal, recorder, look)
  }

  func connect(_ mirror: ScreenMirror) {
    self.mirror = mirror
    mirror.watch(terminal)
  }

  func draw(_ state: AppState, mayWait: Bool) {
    wear(Phone<GalleryView>(state).shownTheme)
    look.catalogue = look.brand.catalogue(state.language)
    let size = terminal.size
    if arrows.note(state, size: size, isSeen: terminal.isSeen && terminal.isFast && !isAway) { startTravelling() }
    mirror?.facts = facts(state)
    let composition = Composition(state, size: size, look: look, moving: arrows.arrow)
    self.composition = composition
    let part = marks == nil ? nil : AppScreen.part(state, look: look)
    // An arrow that is still moving jumps to its end.
    marks?.willShow(part) { if let moving { present(Composition(moving, size: size, look: look), of: moving) } }
    terminal.title = state.settings.clientName
    present(composition, of: state, mayWait: mayWait)
    moving = arrows.arrow == nil ? nil : state
    // Recording evidence takes a moment, so it happens after the picture is on the terminal.
    if terminal.isSeen {
      recorder.show(state, composition.canvas, mirror?.facts ?? facts(state), size: size, look: look)
    }
    marks?.hasShown(part) { [weak self] in self?.arrows.arrow != nil }
  }

  private func wear(_ name: String) {
    guard worn != name, let theme = Theme.named(name) else { return }
    worn = name
    terminal.adopt(look.brand.theme(theme))
  }

  func stop() {
    travel?.cancel()
    marks?.stop()
  }

  private func present(_ composition: Composition, of state: AppState, mayWait: Bool = false) {
    terminal.present(composition.canvas, links: AppScreen.links(state, host: ScreenPainter.host), mayWait: mayWait)
  }

  private func facts(_ state: AppState) -> [String: String] {
    AppScreen.namedFacts(state, size: terminal.size, look: look)
  }

  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  func note(hasFocus: Bool) {
    isAway = !hasFocus
    guard isAway else { return }
    travel?.cancel()
    arrows.stop()
    redraw()
  }

  private func startTravelling() {
    travel?.cancel()
    travel = Task { [weak self] in
      var goesOn = true
      while goesOn {
        try? await Task.sleep(for: Motion.interval)
        guard let self, !Task.isCancelled else { return }
        goesOn = self.arrows.moveOn()
        self.redraw()
      }
    }
  }
}

extension AppScreen {
  /// The facts about a picture by their names, as scripts and evidence get them.
  static func namedFacts(_ state: AppState, size: Size, look: Look) -> [String: String] {
    Dictionary(uniqueKeysWithValues: facts(state, size: size, look: look).map { ($0.key.rawValue, $0.value) })
  }
}
