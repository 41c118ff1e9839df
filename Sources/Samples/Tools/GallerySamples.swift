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
      gallery("authenticated-roles", variant: variant(Size(110, 30))) {
        $0.lookAtGallery([.toggleScrolling, .scroll(60, 12)])
      }
    ),
    ("gallery-small", gallery("unauthenticated", variant: variant(Size(40, 15)))),
    ("gallery-ascii", gallery("unauthenticated", variant: variant(Size(40, 15), .ascii))),
    (
      "gallery-filter",
      gallery("authenticated-expired") { $0.lookAtGallery([.beginFilter, .editFilter(.insert("auth ex"))]) }
    ),
    ("gallery-filtered", gallery("authenticated-expired") { $0.lookAtGallery([.editFilter(.insert("auth ex"))]) }),
    ("gallery-painted", gallery("authenticated") { $0.lookAtGallery([.paint("high-contrast")]) }),
    (
      "gallery-nothing",
      gallery("authenticated") { $0.lookAtGallery([.beginFilter, .editFilter(.insert("no such screen"))]) }
    ),
    ("gallery-browser", gallery("browser-login-form") { $0.lookAtGallery([.browserSaid(["browser-login-form"])]) }),
    (
      "gallery-browser-unusable",
      gallery("browser-login-form") {
        $0.lookAtGallery([
          .browserSaid(["browser-login-form"]),
          .browserFailed(
            ExportProblem(
              .galleryBrowserUnusable, path: "/usr/local/bin/dcr-browser", detail: "0 lines")),
        ])
      }
    ),
  ]

  private static func variant(_ size: Size, _ glyphs: Glyphs = .unicode) -> Int {
    GalleryVariant.inApp.firstIndex(of: GalleryVariant(size: size, glyphs: glyphs)) ?? 0
  }

  private static func gallery(
    _ name: String, variant place: Int? = nil, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(registered: true) {
      $0.settings.themes = Theme.all.map(\.name)
      let names = (signedOut + signedIn).map(\.name)
      $0.lookAtGallery([.open(names: names, variant: place ?? variant(Size(80, 24))), .select(name)])
      change(&$0)
    }
  }
}

extension AppState {
  fileprivate mutating func lookAtGallery(_ actions: [GalleryAction]) {
    for action in actions { _ = update(&self, .gallery(action), now: now) }
  }
}
