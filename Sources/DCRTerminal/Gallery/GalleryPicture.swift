import Catalogue
import Screens
import TerminalUI

/// One screen in one size, set of characters and language.
struct GalleryPicture: Sendable {
  /// Of the state, as the registry has it; unique within its variant.
  var name: String
  var canvas: Canvas
  var text: String { canvas.text + "\n" }
  var roles: String { canvas.roleMap + "\n" }
}

/// A size, a set of characters and a language: a folder of the gallery.
struct GalleryVariant: Hashable, Sendable {
  var size: Size
  var glyphs: Glyphs
  var language = Language.english

  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]

  /// English in both sets of characters; the other languages in one, because characters and words do not depend on each other.
  static func all(_ languages: [Language]) -> [GalleryVariant] {
    languages.flatMap { language in
      sizes.flatMap { size in
        (language == .english ? Glyphs.allCases : [.unicode]).map {
          GalleryVariant(size: size, glyphs: $0, language: language)
        }
      }
    }
  }

  /// `110x30-unicode`, `110x30-unicode-de`
  var name: String {
    "\(size.width)x\(size.height)-\(glyphs.rawValue)" + (language == .english ? "" : "-" + language.rawValue)
  }

  /// Every state of the registry, in its order.
  /// - Parameter part: only names that hold this; empty: all.
  func pictures(_ part: String = "") -> [GalleryPicture] {
    let look = Look(catalogue: Catalogue(language), glyphs: glyphs)
    return StateRegistry.all.filter { part.isEmpty || $0.name.contains(part) }.map { name, state in
      GalleryPicture(name: name, canvas: AppScreen.draw(state, size: size, look: look))
    }
  }
}
