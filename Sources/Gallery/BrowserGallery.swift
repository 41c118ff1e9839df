import Programs
import Edge
import Samples
import ScreenMirror
import Screens
import TerminalUI
import Workshop

/// Asks `dcr-browser`, a separate program, for its screens, one variant at a time.
package struct BrowserGallery: Sendable {
  /// Prefixes the names of its states, to keep them apart from the app's.
  package static let prefix = "browser-"

  /// Absolute path of the program.
  package let program: String

  package init(program: String) { self.program = program }

  /// - Throws: `browser_missing` if the browser is neither beside this program nor in PATH.
  package init() throws(CommandError) { program = try OwnPrograms.browser() }

  /// Every state of the browser's registry, in order. Blocks until the browser has sent them all.
  /// - Parameter started: gets the process while it runs, so that another thread can end it.
  /// - Throws: `gallery_browser_unusable` if the program is not a browser of this version.
  package func pictures(
    _ variant: GalleryVariant, started: (ChildProcess) -> Void = { _ in }
  ) throws(CommandError) -> [GalleryPicture] {
    var arguments = ["--gallery", "\(variant.size.width)x\(variant.size.height)", "--lang", variant.language.rawValue]
    if variant.glyphs == .ascii { arguments.append("--ascii") }
    let child = try ChildProcess(program, arguments, output: .pipe)
    started(child)
    let lines = child.allLines()
    let pictures = lines.compactMap(BrowserGallery.picture)
    guard !lines.isEmpty, pictures.count == lines.count else {
      throw CommandError(.galleryBrowserUnusable, path: program, "\(lines.count) lines")
    }
    return pictures
  }

  private static func picture(_ line: String) -> GalleryPicture? {
    guard let frame = MirrorFrame(Array(line.utf8)), case .picture(let canvas, let facts) = frame.content,
      // The name becomes part of a file's name.
      let name = facts["name"], !name.isEmpty, name.allSatisfy({ $0.isLowercase || $0 == "-" })
    else { return nil }
    return GalleryPicture(name: prefix + name, canvas: canvas)
  }
}

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
