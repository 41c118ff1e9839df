import Samples
import Workshop
import Screens
import TerminalUI

/// A screen in one size, set of characters and language.
package struct GalleryPicture: Sendable {
  /// The state's name in its registry; unique within its variant. Names of the browser's states begin with ``BrowserGallery/prefix``.
  package var name: String
  package var canvas: Canvas
  package var text: String { canvas.text + "\n" }
  var roles: String { canvas.roleMap + "\n" }
}

extension GalleryVariant {
  /// Every state of the app's registry, in order.
  /// - Parameter part: only names that contain this text; empty: all.
  package func pictures(_ part: String = "", brand: Brand = .curity) -> [GalleryPicture] {
    let look = look(brand)
    return StateRegistry.all.filter { part.isEmpty || $0.name.contains(part) }.map { name, state in
      GalleryPicture(name: name, canvas: AppScreen.draw(state, size: size, look: look))
    }
  }
}
