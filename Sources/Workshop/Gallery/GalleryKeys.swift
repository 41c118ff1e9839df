import AppState
import Catalogue
import Screens
import TerminalUI

/// Keys of the gallery: up and down for states, left and right for sizes, characters and languages.
enum GalleryKeys {
  static func open(_ state: AppState, _ size: Size) -> Binding {
    let variant = GalleryVariant.first(state.language, size)
    return Binding([.character("S")], .keyGallery, .gallery(.open(variant: variant)), priority: 8, global: true)
  }

  static func bindings(_ state: AppState) -> [Binding] {
    let view = state[GalleryView.self]
    if view.editsFilter { return filtering() }
    return view.scrolls ? scrolling() : list(state)
  }

  static func turn(_ step: Int) -> Action { .gallery(.turn(step, of: GalleryVariant.inApp.count)) }

  private static func list(_ state: AppState) -> [Binding] {
    let view = state[GalleryView.self]
    let close = Binding([.escape, .character("S")], .keyGalleryClose, .gallery(.close), inFooter: 3)
    let filter = Binding([.character("/")], .keyFilter, .gallery(.beginFilter), inFooter: 5)
    guard view.selected != nil else { return [filter, clear, close] }
    func move(_ keys: [Key], _ phrase: Phrase, _ step: Int, footer: Bool = false) -> Binding {
      Binding(keys, phrase, .gallery(.move(step)), priority: 4, footer: footer)
    }
    return [
      move([.down, .character("j")], .keyGalleryNext, 1, footer: true),
      move([.up, .character("k")], .keyGalleryPrevious, -1),
      Binding([.right, .character("l")], .keyGalleryVariant, turn(1), inFooter: 4),
      Binding([.left, .character("h")], .keyGalleryVariantBefore, turn(-1)),
      move([.pageDown, .control("f")], .keyPageDown, 10), move([.pageUp, .control("b")], .keyPageUp, -10),
      move([.home, .character("g")], .keyTop, -AppState.farther),
      move([.end, .character("G")], .keyBottom, AppState.farther),
      Binding([.tab, .enter], .keyGalleryScroll, .gallery(.toggleScrolling), inFooter: 6), filter, paint(state),
    ].compactMap { $0 } + (view.filter.isEmpty ? [close] : [clear, close.without([.escape])].compactMap { $0 })
  }

  /// Switches to the app's next theme.
  private static func paint(_ state: AppState) -> Binding? {
    let themes = state.settings.themes
    let shown = Phone<GalleryView>(state).shownTheme
    guard themes.contains(shown), themes.count > 1 else { return nil }
    let next = themes.next(after: shown)
    return Binding([.character("c")], .keyGalleryPaint, .gallery(.paint(next)), inFooter: 7)
  }

  private static let clear = Binding([.escape, .backspace], .keyClearFilter, .gallery(.clearFilter), inFooter: 3)

  private static func scrolling() -> [Binding] {
    func move(_ keys: [Key], _ phrase: Phrase, _ columns: Int, _ rows: Int, footer: Bool = false) -> Binding {
      Binding(keys, phrase, .gallery(.scroll(columns, rows)), priority: 4, footer: footer)
    }
    return [
      move([.down, .character("j")], .keyScrollDown, 0, 1, footer: true),
      move([.up, .character("k")], .keyScrollUp, 0, -1),
      move([.right, .character("l")], .keyScrollRight, 4, 0, footer: true),
      move([.left, .character("h")], .keyScrollLeft, -4, 0), move([.pageDown, .control("f")], .keyPageDown, 0, 10),
      move([.pageUp, .control("b")], .keyPageUp, 0, -10), move([.home, .character("g")], .keyTop, -farther, -farther),
      move([.end, .character("G")], .keyBottom, farther, farther),
      Binding([.escape, .tab, .enter], .keyGalleryList, .gallery(.toggleScrolling), inFooter: 3),
    ]
  }

  /// Larger than any picture.
  private static let farther = 1000

  private static func filtering() -> [Binding] {
    [
      Binding([.enter], .keyKeepSearch, .gallery(.endFilter), inFooter: 0),
      Binding([.escape], .keyClearFilter, .gallery(.clearFilter), inFooter: 3),
      Binding([.down], .keyGalleryNext, .gallery(.move(1))), Binding([.up], .keyGalleryPrevious, .gallery(.move(-1))),
      Binding([.backspace], .keyErase, .gallery(.editFilter(.removeLast))),
      Binding([.control("u")], .keyEraseAll, .gallery(.editFilter(.clear))),
    ]
  }
}

extension GalleryView: ToolView {
  package static var cover: ToolCover? {
    var cover = ToolCover(name: "gallery") { GalleryKeys.open($0, $1) }
    cover.isOpen = { $0[GalleryView.self].isOpen }
    cover.draw = { state, picture, size in
      picture.drawGallery(state, GalleryPlaces(state, size: size, look: picture.look))
    }
    cover.keys = { GalleryKeys.bindings($0) }
    cover.editedField = { $0[GalleryView.self].editsFilter ? .tool("gallery") { .gallery(.editFilter($0)) } : nil }
    // The wheel moves through the states, or moves the picture when the arrow keys do.
    cover.wheel = { step, state, size, look in
      guard state[GalleryView.self].scrolls else { return .gallery(.move(step > 0 ? 1 : -1)) }
      return GalleryPlaces(state, size: size, look: look).bounded(0, step)
    }
    cover.bounded = { action, state, size, look in
      guard case .scroll(let columns, let rows)? = action.of(GalleryAction.self) else { return action }
      return GalleryPlaces(state, size: size, look: look).bounded(columns, rows)
    }
    return cover
  }

  /// What plain lines cannot show, and the command that writes it to files.
  package static func linesAfter(_ state: AppState, _ look: Look) -> [String] {
    guard state.view.showsHelp || PhoneScreen(state) == .settings, PhoneSheet(state) == nil else { return [] }
    return [look.catalogue(.plainGallery)]
  }
}
