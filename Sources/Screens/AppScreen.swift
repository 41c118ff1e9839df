import AppState
import Catalogue
import TerminalUI

/// The whole screen of the app: phone, panel, footer, help. State in, cells out.
public enum AppScreen {
  /// Draws `state` for a terminal of `size`. Pure: the same values give the same canvas.
  ///
  /// - Parameter arrow: drawn on its way; `nil`: nothing moves.
  public static func draw(
    _ state: AppState, size: Size, look: Look, arrow: TravellingArrow? = nil
  ) -> Canvas {
    Composition(state, size: size, look: look, arrow: arrow).picture.canvas
  }

  /// What the part of the show is called that a picture belongs to; `nil` where it belongs to none.
  public static func part(_ state: AppState, look: Look) -> String? {
    guard state.settings.presenter, state.show.place == nil, !state.show.isResetting else { return nil }
    return look.catalogue(StopCaption(state).title)
  }

  /// Whether the panel **Server** can be seen, and so has to be kept up to date.
  public static func showsServer(_ state: AppState, size: Size) -> Bool {
    state.settings.embeddedServer && state.view.tab == .server && Arrangement(size, state).panel != nil
  }

  /// Whether the bench's clock can be seen.
  public static func showsClock(_ state: AppState, size: Size) -> Bool {
    state.view.tab == .clock && Arrangement(size, state).panel != nil
  }

  /// Whether the panel **Keystore** can be seen.
  public static func showsKeystore(_ state: AppState, size: Size) -> Bool {
    state.view.tab == .keystore && Arrangement(size, state).panel != nil
  }
}

/// A drawn screen together with what mouse and scroll keys need to know about it.
struct Composition {
  var picture: Picture
  let arrangement: Arrangement
  /// How far the part that has the keys can be scrolled.
  var furthest = 0

  init(_ state: AppState, size: Size, look: Look, arrow: TravellingArrow? = nil) {
    var look = look
    look.terminal = size
    picture = Picture(size, look: look)
    picture.arrow = arrow
    arrangement = Arrangement(size, state)
    if arrangement.isTooSmall {
      drawTooSmall(size)
      return
    }
    if state.showsGallery {
      drawGallery(state, size, look)
      return
    }
    picture.showsPanel = arrangement.panel != nil
    if let phone = arrangement.phone {
      let reach = picture.drawPhone(state, in: phone, hasKeys: arrangement.focus == .phone && !state.view.showsHelp)
      if arrangement.focus == .phone { furthest = reach }
    }
    if let panel = arrangement.panel {
      let reach = picture.drawPanel(state, in: panel, hasKeys: arrangement.focus == .panel && !state.view.showsHelp)
      if arrangement.focus == .panel { furthest = reach }
      // Where the phone with its status bar is not to be seen.
      if arrangement.phone == nil { picture.drawBenchSign(state, onFrameOf: panel) }
    }
    if state.view.showsHelp {
      let area = Rect(0, 0, size.width, size.height - 1)
      furthest = picture.drawHelp(state, size: size, in: area, scroll: arrangement.scroll(state))
    }
    if let caption = arrangement.caption { picture.drawPresenterBar(state, in: caption) }
    drawFooter(state, size)
  }

  private mutating func drawGallery(_ state: AppState, _ size: Size, _ look: Look) {
    picture.drawGallery(state, GalleryPlaces(state, size: size, look: look))
    if state.view.showsHelp {
      let area = Rect(0, 0, size.width, size.height - 1)
      furthest = picture.drawHelp(state, size: size, in: area, scroll: arrangement.scroll(state))
    }
    drawFooter(state, size)
  }

  /// Scrolling is offered where there is something to scroll.
  private mutating func drawFooter(_ state: AppState, _ size: Size) {
    let bindings = KeyMap.bindings(for: state, size: size)
    let usable = bindings.filter { if case .view(.scroll) = $0.action { furthest > 0 } else { true } }
    picture.drawFooter(usable, in: arrangement.footer)
  }

  private mutating func drawTooSmall(_ size: Size) {
    let look = picture.look
    let text = look.catalogue(
      .tooSmall, ["width": String(Arrangement.smallest.width), "height": String(Arrangement.smallest.height)])
    let lines = TextLayout.wrap(text, width: max(1, size.width))
    let top = max(0, (size.height - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      let x = max(0, (size.width - TextLayout.width(line)) / 2)
      picture.canvas.put(line, at: Point(x, top + index), Style(.text))
    }
  }
}

extension AppState {
  /// Something lies over the phone's screen that has to be seen, wherever the keys were.
  fileprivate var hasUrgentSheet: Bool { view.confirmation != nil || phones.isShown || evidence != nil }
}

extension Arrangement {
  init(_ size: Size, _ state: AppState) {
    // A question has to be seen to be answered, wherever the keys were.
    let focus = state.hasUrgentSheet ? .phone : state.view.focus
    self.init(size, focus: focus, captioned: state.settings.presenter, looksBack: state.show.place != nil)
  }

  /// Where the part that has the keys is scrolled to. `update` scrolls by the wanted focus.
  func scroll(_ state: AppState) -> Int { state.view.focus == .panel ? state.view.panelScroll : state.view.scroll }
}
