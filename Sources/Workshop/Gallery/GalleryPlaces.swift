import AppState
import Catalogue
import Screens
import TerminalUI

/// The layout of the gallery: two lines of text, a list where it fits, and the picture in its frame.
struct GalleryPlaces {
  let variant: GalleryVariant
  /// `nil`: no state matches the filter.
  let name: String?
  /// The screen to show; `nil`: it has not arrived yet.
  let canvas: Canvas?
  let words: Rect
  let list: Rect?
  let frame: Rect
  /// The visible part of the picture.
  let columns: ScrollWindow
  let rows: ScrollWindow

  /// A narrower list would cut nearly every name.
  private static let narrowestList = 24
  private static let widestList = 36

  init(_ state: AppState, size: Size, look: Look) {
    let view = state[GalleryView.self]
    let variant = GalleryVariant.shown(view.variant, glyphs: look.glyphs)
    self.variant = variant
    name = view.selected
    // The app's own drawing code draws its states on demand.
    canvas = name.flatMap { name in
      view.states.named(name).map { AppScreen.draw($0, size: variant.size, look: variant.look(look.brand)) }
        ?? view.browserScreens[variant, name]
    }
    words = Rect(0, 0, size.width, 2)
    let area = Rect(0, 2, size.width, max(3, size.height - 3))
    let left = area.width - variant.size.width - 3
    list =
      left < GalleryPlaces.narrowestList ? nil : Rect(area.x, area.y, min(left, GalleryPlaces.widestList), area.height)
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

  /// Limits a step to the picture; `nil` at the edge.
  func bounded(_ columns: Int, _ rows: Int) -> Action? {
    let x = self.columns.scrolled(by: columns).offset
    let y = self.rows.scrolled(by: rows).offset
    guard (x, y) != (self.columns.offset, self.rows.offset) else { return nil }
    return .gallery(.scroll(x - wanted.x, y - wanted.y))
  }

}

/// The app's states that the gallery shows. The samples are a room of their own, so they are injected.
package struct GalleryStates: Hashable, Sendable {
  /// Asked when the gallery first opens, because the states include states of the gallery.
  let names: @Sendable () -> [String]
  let named: @Sendable (String) -> AppState?

  package init(
    names: @escaping @Sendable () -> [String] = { [] }, named: @escaping @Sendable (String) -> AppState? = { _ in nil }
  ) {
    (self.names, self.named) = (names, named)
  }

  package static func == (one: Self, other: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// The screens of `dcr-browser` in the variant that was requested last; all variants would take ten times as much memory.
package struct BrowserScreens: Hashable, Sendable {
  private var variant: GalleryVariant?
  private var pictures: [String: Canvas] = [:]

  package init() {}

  package func has(_ variant: GalleryVariant) -> Bool { self.variant == variant }

  package mutating func keep(_ canvases: [String: Canvas], of variant: GalleryVariant) {
    (self.variant, pictures) = (variant, canvases)
  }

  subscript(variant: GalleryVariant, name: String) -> Canvas? { has(variant) ? pictures[name] : nil }
}

extension AppScreen {
  package static func galleryVariant(_ state: AppState, look: Look) -> GalleryVariant? {
    let phone = Phone<GalleryView>(state)
    return phone.showsGallery ? GalleryVariant.shown(phone.own.variant, glyphs: look.glyphs) : nil
  }
}

/// A size, a set of characters and a language in which every screen is drawn: one folder of the gallery, and one step of ← and → in the app.
///
/// Colours are not part of it: a picture says what its cells mean, and every theme paints the same picture.
package struct GalleryVariant: Hashable, Sendable {
  package var size: Size
  package var glyphs: Glyphs
  package var language: Language

  package init(size: Size, glyphs: Glyphs, language: Language = .english) {
    (self.size, self.glyphs, self.language) = (size, glyphs, language)
  }

  package static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  /// English in both sets of characters; the other languages in one, because characters and language are independent.
  package static func all(_ languages: [Language]) -> [GalleryVariant] {
    languages.flatMap { language in
      sizes.flatMap { size in
        (language == .english ? Glyphs.allCases : [.unicode]).map {
          GalleryVariant(size: size, glyphs: $0, language: language)
        }
      }
    }
  }

  /// `110x30-unicode`, `110x30-unicode-de`
  package var name: String {
    "\(size.width)x\(size.height)-\(glyphs.rawValue)" + (language == .english ? "" : "-" + language.rawValue)
  }

  /// How the app draws its own screens in this variant.
  package func look(_ brand: Brand) -> Look { Look(catalogue: brand.catalogue(language), glyphs: glyphs, brand: brand) }

  /// The variants that ← and → step through.
  package static let inApp = all(Language.allCases)

  /// - Parameter glyphs: of the terminal; without Unicode, all variants are drawn in ASCII.
  static func shown(_ place: Int, glyphs: Glyphs) -> GalleryVariant {
    var variant = inApp[place % inApp.count]
    if glyphs == .ascii { variant.glyphs = .ascii }
    return variant
  }

  /// The first variant: the app's language in the largest size that fits the terminal.
  static func first(_ language: Language, _ size: Size) -> Int {
    let own = inApp.indices.filter { inApp[$0].language == language }
    let fitting = own.first { inApp[$0].size.width <= size.width && inApp[$0].size.height <= size.height }
    return fitting ?? own.last ?? 0
  }
}
