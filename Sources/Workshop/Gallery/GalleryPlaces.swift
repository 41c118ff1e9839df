import AppState
import Catalogue
import Screens
import TerminalUI

/// What is where in the gallery: two lines of words, a list where there is room for one, and the picture in its frame.
struct GalleryPlaces {
  let variant: GalleryVariant
  /// `nil`: the filter lets none through.
  let name: String?
  /// Of the screen that is looked at; `nil`: it has to be asked for.
  let canvas: Canvas?
  let words: Rect
  let list: Rect?
  let frame: Rect
  /// What is seen of the picture.
  let columns: ScrollWindow
  let rows: ScrollWindow

  /// Narrower lists would cut nearly every name.
  private static let narrowestList = 24
  private static let widestList = 36

  init(_ state: AppState, size: Size, look: Look) {
    let view = state.gallery
    let variant = GalleryVariant.shown(view.variant, glyphs: look.glyphs)
    self.variant = variant
    name = view.selected
    canvas = name.flatMap { GalleryPlaces.canvas($0, variant, view, look.brand) }
    words = Rect(0, 0, size.width, 2)
    let area = Rect(0, 2, size.width, max(3, size.height - 3))
    let left = area.width - variant.size.width - 3
    if left >= GalleryPlaces.narrowestList {
      list = Rect(area.x, area.y, min(left, GalleryPlaces.widestList), area.height)
    } else {
      list = nil
    }
    let start = list.map { $0.maxX + 1 } ?? area.x
    let room = area.maxX - start
    let width = min(variant.size.width + 2, room)
    frame = Rect(start + (room - width) / 2, area.y, width, min(variant.size.height + 2, area.height))
    columns = ScrollWindow(contentHeight: variant.size.width, height: frame.width - 2, offset: view.x)
    rows = ScrollWindow(contentHeight: variant.size.height, height: frame.height - 2, offset: view.y)
    wanted = (view.x, view.y)
  }

  private let wanted: (x: Int, y: Int)

  var isCut: Bool { columns.scrolls || rows.scrolls }

  /// A step cut to what there is to see; `nil` when the end is reached already.
  func bounded(_ columns: Int, _ rows: Int) -> Action? {
    let x = self.columns.scrolled(by: columns).offset
    let y = self.rows.scrolled(by: rows).offset
    guard (x, y) != (self.columns.offset, self.rows.offset) else { return nil }
    return .gallery(.scroll(x - wanted.x, y - wanted.y))
  }

  /// The app's states are drawn here and now, by what draws them anyway.
  private static func canvas(
    _ name: String, _ variant: GalleryVariant, _ view: GalleryView, _ brand: Brand
  ) -> Canvas? {
    guard let state = StateRegistry.named(name) else { return view.browserScreens[variant, name] }
    return AppScreen.draw(state, size: variant.size, look: variant.look(brand))
  }
}

extension GalleryVariant {
  /// What ← and → go through.
  static let inApp = all(Language.allCases)

  /// - Parameter glyphs: of the terminal: one without Unicode gets no more of it here.
  static func shown(_ place: Int, glyphs: Glyphs) -> GalleryVariant {
    var variant = inApp[place % inApp.count]
    if glyphs == .ascii { variant.glyphs = .ascii }
    return variant
  }

  /// What is looked at first: the language of the app, in the largest size that the terminal has room for.
  static func first(_ language: Language, _ size: Size) -> Int {
    let own = inApp.indices.filter { inApp[$0].language == language }
    let fitting = own.first { inApp[$0].size.width <= size.width && inApp[$0].size.height <= size.height }
    return fitting ?? own.last ?? 0
  }
}

extension StateRegistry {
  /// Made when the gallery is first looked at: the registry has states of the gallery, too.
  static let names = all.map(\.name)
  private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.element.name, $0.offset) })

  static func named(_ name: String) -> AppState? { places[name].map { all[$0].state } }
}

/// What the screens of `dcr-browser` look like in the variant for which it was asked last: those of all would be ten times as many megabytes.
public struct BrowserScreens: Hashable, Sendable {
  private var variant: GalleryVariant?
  private var pictures: [String: Canvas] = [:]

  public init() {}

  /// Whether this variant's are there.
  public func has(_ variant: GalleryVariant) -> Bool { self.variant == variant }

  public mutating func take(_ canvases: [String: Canvas], of variant: GalleryVariant) {
    (self.variant, pictures) = (variant, canvases)
  }

  subscript(variant: GalleryVariant, name: String) -> Canvas? { has(variant) ? pictures[name] : nil }
}

extension AppScreen {
  /// In which variant the gallery is looked at; `nil` while it is not.
  public static func galleryVariant(_ state: AppState, look: Look) -> GalleryVariant? {
    state.showsGallery ? GalleryVariant.shown(state.gallery.variant, glyphs: look.glyphs) : nil
  }
}
