import AppState
import SharedValues
import TerminalUI

/// The whole screen of the app: phone, panel, footer, help.
package enum AppScreen {
  /// Draws `state` for a terminal of `size`. Pure: the same values give the same canvas.
  /// - Parameter moving: what moves in a tool's drawing, for that tool; `nil`: nothing moves.
  package static func draw(_ state: AppState, size: Size, look: Look, moving: (any Sendable)? = nil) -> Canvas {
    Composition(state, size: size, look: look, moving: moving).canvas
  }

  package static func visibleTabs(_ state: AppState, size: Size) -> [PanelTab] {
    let arrangement = Arrangement(size, state)
    let open = arrangement.panel == nil ? nil : state.view.tab
    let companion = arrangement.companion == nil ? nil : state.companionTab
    return [open, companion].compactMap(\.self)
  }

  package static func sight(of tab: PanelTab, _ isSeen: Bool, _ state: AppState) -> Action? {
    state.panelView(of: tab)?.seen(isSeen)
  }

  /// The texts on the screen that are links: the issuer, and the files that tools have written.
  /// - Parameter host: the name of this machine, because a terminal across a network has other files.
  package static func links(_ state: AppState, host: String) -> [KnownLink] {
    let files = state.toolViews.flatMap { $0.files(state) }
    return [KnownLink(state.settings.issuer.text, to: state.settings.issuer.text)]
      + files.map { path in
        let parts = path.split(scalar: "/", omittingEmptySubsequences: false)
        let encoded = parts.map { PercentCoding.encode(String($0), .unreserved) }.joined(separator: "/")
        return KnownLink(path, to: "file://\(host)\(encoded)")
      }
  }
}

package struct Composition {
  var picture: Picture
  let arrangement: Arrangement
  /// How far the focused part can be scrolled.
  var furthest = 0
  private(set) var bindings: [Binding] = [KeyMap.quit]
  /// The palette's results; `nil`: it is closed.
  private(set) var found: PaletteList?
  package var canvas: Canvas { picture.canvas }

  package init(_ state: AppState, size: Size, look: Look, moving: (any Sendable)? = nil) {
    var look = look
    look.terminal = size
    picture = Picture(size, look: look)
    picture.moving = moving
    arrangement = Arrangement(size, state)
    if arrangement.isTooSmall {
      let smallest = Arrangement.smallest
      picture.canvas.message(look.catalogue(.tooSmall, ["width": "\(smallest.width)", "height": "\(smallest.height)"]))
      return
    }
    if let cover = state.openCover {
      cover.draw(state, &picture, size)
      drawKeys(state, size)
      return
    }
    picture.showsPanel = arrangement.panel != nil
    let keys = state.view.showsKeys ? nil : arrangement.focus
    if let phone = arrangement.phone {
      let reach = picture.drawPhone(state, in: phone, hasKeys: keys == .phone)
      if arrangement.focus == .phone { furthest = reach }
    }
    if let panel = arrangement.panel {
      let reach = picture.drawPanel(state, in: panel, hasKeys: keys == .panel)
      if arrangement.focus == .panel { furthest = reach }
      // The phone with its status bar is not visible.
      if arrangement.phone == nil { picture.drawSign(state, onFrameOf: panel) }
    }
    if let rect = arrangement.companion, let tab = state.companionTab { picture.drawCompanion(tab, state, in: rect) }
    if let rect = arrangement.caption { state.caption?.draw(state, &picture, rect) }
    drawKeys(state, size)
  }

  /// Draws palette or help over the screen, whose keys they list, and the footer.
  private mutating func drawKeys(_ state: AppState, _ size: Size) {
    if state.view.showsKeys {
      var beneath = state
      (beneath.view.palette, beneath.view.showsHelp) = (nil, false)
      let area = Rect(0, 0, size.width, size.height - 1)
      picture.standBack()
      if let palette = state.view.palette {
        let list = PaletteList(palette, of: beneath, on: self, size: size)
        picture.drawPalette(list, in: area)
        found = list
      } else {
        let bindings = KeyMap.bindings(for: beneath, size: size).filter { !$0.isOfBench }
        let show = state.caption.flatMap { $0.isOn(state) ? Set($0.keys(state)) : nil } ?? []
        furthest = picture.drawHelp(bindings, ofShow: show, in: area, scroll: arrangement.scroll(state))
      }
    }
    drawFooter(state, size)
  }

  /// Limits an action to what only the picture knows, e.g. how far it can scroll; `nil`: nothing to do.
  func settled(_ action: Action, _ state: AppState, _ size: Size, _ look: Look) -> Action? {
    switch action {
    case .view(.scroll(let step)):
      // `update` knows no sizes, so after a resize its offset may lie beyond the end.
      let current = arrangement.scroll(state)
      let wanted = min(max(0, min(current, furthest) + step), furthest)
      return wanted == min(current, furthest) ? nil : .view(.scroll(wanted - current))
    case .view(.palette(.press)): return found?.pressed
    case .view(.palette(.move(let step))): return found?.moved(by: step, from: state.view.palette?.chosen ?? 0)
    default: return state.cover.map { $0.bounded(action, state, size, look) } ?? action
    }
  }

  /// The footer offers scrolling only in directions in which there is more, and the palette's keys only if they do something.
  private mutating func drawFooter(_ state: AppState, _ size: Size) {
    bindings = KeyMap.bindings(for: state, size: size)
    let usable = bindings.filter {
      switch $0.action {
      case .view(.scroll)?, .view(.palette(.press))?, .view(.palette(.move))?:
        $0.action.flatMap { settled($0, state, size, picture.look) } != nil
      default: true
      }
    }
    picture.drawFooter(usable, in: arrangement.footer)
  }
}

extension Arrangement {
  package init(_ size: Size, _ state: AppState) {
    // A question has to be visible to be answered, wherever the focus was.
    let isAsked = state.view.confirmation != nil || state.phones.isShown || state.toolSheet != nil
    let focus = isAsked ? .phone : state.view.focus
    self.init(size, focus: focus, captioned: state.caption?.isOn(state) ?? false, looksBack: state.looksBack)
    if let tab = state.view.tab, let companion = state.companionTab {
      makeRoom(for: companion, beside: tab, width: size.width)
    }
  }

  /// The scroll offset of the focused part. `update` scrolls by the wanted focus.
  package func scroll(_ state: AppState) -> Int {
    state.view.focus == .panel ? state.view.panelScroll : state.view.scroll
  }
}
