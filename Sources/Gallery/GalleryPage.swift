import Catalogue
import SharedValues
import TerminalUI

/// The page that shows a gallery: one file, which loads the drawings of the chosen size from the folder beside it.
/// It works from the disk, fetches nothing from elsewhere, and can be used with the keyboard alone.
struct GalleryPage {
  let catalogue: Catalogue
  let isComparison: Bool
  /// The style in which the page shows the screens at first.
  let style: PictureStyle
  var styles = PictureStyle.all

  func html(variants: [String]) -> String {
    let words = GalleryPage.words.reduce(into: [JSON.Member]()) { members, word in
      members.append(.init(word.0, .string(catalogue(word.1))))
    }
    let looks = self.styles.map(\.name)
    let styles = self.styles.map { $0.css(".look-\($0.name) ") }.joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="\(catalogue.language.tag)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' file: 'self'; style-src 'unsafe-inline'">
      <title>\(Escape.html(catalogue(.galleryTitle)))</title>
      <style>
      \(text("page.css"))
      \(styles)
      </style>
      <header><h1>\(Escape.html(catalogue(.galleryTitle)))</h1><form id="tools"></form><p id="count" role="status"></p></header>
      <main id="screens"></main>
      <dialog id="large"></dialog>
      <script>
      const words = \(GalleryPage.script(JSON.object(words))), variants = \(GalleryPage.script(JSON.strings(variants))),
        looks = \(GalleryPage.script(JSON.strings(looks))), firstLook = \(GalleryPage.script(JSON.string(style.name))), compares = \(isComparison);
      \(text("page.js"))
      </script>
      </html>

      """
  }

  /// A file of the folder `Page`. Drawings contain only this program's own markup with escaped texts
  /// (``GalleryComparison/isDrawing(_:)``); the script inserts everything else as text.
  private func text(_ name: String) -> Substring { (Embedded.page[name] ?? "").dropLast() }

  private static func script(_ json: JSON) -> String { Escape.jsonInScript(json.compact) }

  private static let words: [(String, Phrase)] = [
    ("size", .gallerySize), ("look", .galleryLook), ("filter", .galleryFilter), ("changed", .galleryChangedOnly),
    ("count", .galleryCount), ("before", .galleryBefore), ("after", .galleryAfter), ("close", .galleryClose),
    ("is-same", .gallerySame), ("is-changed", .galleryChanged), ("is-added", .galleryAdded),
    ("is-removed", .galleryRemoved),
  ]
}
