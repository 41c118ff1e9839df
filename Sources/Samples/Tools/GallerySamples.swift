import AppState
import TerminalUI
import Workshop

/// The gallery itself, showing other states. Its list is short, because the registry cannot contain its own names.
extension StateRegistry {
  static let galleries: [Entry] = [
    ("gallery", gallery("authenticated")),
    ("gallery-larger", gallery("authenticated-roles", variant: variant(Size(110, 30)))),
    (
      "gallery-moved",
      gallery("authenticated-roles", variant: variant(Size(110, 30)), [.toggleScrolling, .scroll(60, 12)])
    ),
    ("gallery-small", gallery("unauthenticated", variant: variant(Size(40, 15)))),
    ("gallery-ascii", gallery("unauthenticated", variant: variant(Size(40, 15), .ascii))),
    ("gallery-filter", gallery("authenticated-expired", [.beginFilter, .editFilter(.insert("auth ex"))])),
    ("gallery-filtered", gallery("authenticated-expired", [.editFilter(.insert("auth ex"))])),
    ("gallery-painted", gallery("authenticated", [.paint("high-contrast")])),
    ("gallery-nothing", gallery("authenticated", [.beginFilter, .editFilter(.insert("no such screen"))])),
    ("gallery-browser", gallery("browser-login-form", [.browserSaid(["browser-login-form"])])),
    (
      "gallery-browser-unusable",
      gallery(
        "browser-login-form",
        [
          .browserSaid(["browser-login-form"]),
          .browserFailed(
            ExportProblem(.galleryBrowserUnusable, path: "/usr/local/bin/dcr-browser", detail: "0 lines")),
        ])
    ),
  ]

  private static func variant(_ size: Size, _ glyphs: Glyphs = .unicode) -> Int {
    GalleryVariant.inApp.firstIndex(of: GalleryVariant(size: size, glyphs: glyphs)) ?? 0
  }

  private static func gallery(
    _ name: String, variant place: Int? = nil, _ actions: [GalleryAction] = []
  ) -> AppState {
    state(registered: true) {
      $0.settings.themes = Theme.all.map(\.name)
      let names = (signedOut + signedIn).map(\.name)
      for action in [.open(names: names, variant: place ?? variant(Size(80, 24))), .select(name)] + actions {
        _ = update(&$0, .gallery(action), now: $0.now)
      }
    }
  }
}
