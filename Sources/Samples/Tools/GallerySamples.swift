import AppState
import TerminalUI
import Workshop

/// The gallery itself, showing other states. Its list is short, because the registry cannot contain its own names.
extension StateRegistry {
  static let galleries: [Entry] = [
    gallery("gallery", "authenticated"),
    gallery("gallery-larger", "authenticated-roles", in: Size(110, 30)),
    gallery("gallery-moved", "authenticated-roles", in: Size(110, 30), [.toggleScrolling, .scroll(60, 12)]),
    gallery("gallery-small", "unauthenticated", in: Size(40, 15)),
    gallery("gallery-ascii", "unauthenticated", in: Size(40, 15), glyphs: .ascii),
    gallery("gallery-filter", "authenticated-expired", [.beginFilter, .editFilter(.insert("auth ex"))]),
    gallery("gallery-filtered", "authenticated-expired", [.editFilter(.insert("auth ex"))]),
    gallery("gallery-painted", "authenticated", [.paint("high-contrast")]),
    gallery("gallery-nothing", "authenticated", [.beginFilter, .editFilter(.insert("no such screen"))]),
    gallery("gallery-browser", "browser-login-form", [.browserSaid(["browser-login-form"])]),
    gallery("gallery-browser-unusable", "browser-login-form", [.browserSaid(["browser-login-form"]), unusable]),
  ]

  private static let unusable = GalleryAction.browserFailed(
    FileProblem(.galleryBrowserUnusable, path: "/usr/local/bin/dcr-browser", detail: "0 lines"))

  private static func gallery(
    _ name: String, _ shown: String, in size: Size = Size(80, 24), glyphs: Glyphs = .unicode,
    _ actions: [GalleryAction] = []
  ) -> Entry {
    state(name, .registered) {
      $0.settings.themes = Theme.names
      let names = (signedOut + signedIn).map(\.name)
      let variant = GalleryVariant.inApp.firstIndex(of: GalleryVariant(size: size, glyphs: glyphs)) ?? 0
      for action in [.open(names: names, variant: variant), .select(shown)] + actions {
        _ = update(&$0, .gallery(action), now: $0.now)
      }
    }
  }
}
