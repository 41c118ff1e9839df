import Catalogue
import Screens
import TerminalUI

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
