import Catalogue
import Screens
import TerminalUI

/// One screen in one size and one set of characters.
struct GalleryPicture: Sendable {
  /// Of the state, as the registry has it; unique within its variant.
  var name: String
  var canvas: Canvas
  var text: String { canvas.text + "\n" }
  var roles: String { canvas.roleMap + "\n" }
}

/// A size and a set of characters: a folder of the gallery.
struct GalleryVariant: Hashable, Sendable {
  var size: Size
  var glyphs: Glyphs

  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]
  static let all = sizes.flatMap { size in Glyphs.allCases.map { GalleryVariant(size: size, glyphs: $0) } }

  /// `110x30-unicode`
  var name: String { "\(size.width)x\(size.height)-\(glyphs.rawValue)" }

  /// Every state of the registry, in its order.
  /// - Parameter part: only names that hold this; empty: all.
  func pictures(_ part: String = "", _ catalogue: Catalogue = Catalogue()) -> [GalleryPicture] {
    let look = Look(catalogue: catalogue, glyphs: glyphs)
    return StateRegistry.all.filter { part.isEmpty || $0.name.contains(part) }.map { name, state in
      GalleryPicture(name: name, canvas: AppScreen.draw(state, size: size, look: look))
    }
  }
}
