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
    return (Embedded.page["page.html"] ?? "").filled([
      "language": catalogue.language.tag,
      "title": Escape.html(catalogue(.galleryTitle)),
      "css": text("page.css"),
      "styles": styles.map { $0.css(".look-\($0.name) ") }.joined(separator: "\n"),
      "words": Self.script(JSON.object(words)),
      "variants": Self.script(JSON.strings(variants)),
      "looks": Self.script(JSON.strings(styles.map(\.name))),
      "first-look": Self.script(JSON.string(style.name)),
      "compares": "\(isComparison)",
      "script": text("page.js"),
    ])
  }

  /// A file of the folder `Page`. Drawings contain only this program's own markup with escaped texts
  /// (``GalleryComparison/isDrawing(_:)``); the script inserts everything else as text.
  private func text(_ name: String) -> String { String((Embedded.page[name] ?? "").dropLast()) }
  private static func script(_ json: JSON) -> String { Escape.jsonInScript(json.compact) }

  private static let words: [(String, Phrase)] = [
    ("size", .gallerySize), ("look", .galleryLook), ("filter", .galleryFilter), ("changed", .galleryChangedOnly),
    ("count", .galleryCount), ("before", .galleryBefore), ("after", .galleryAfter), ("close", .galleryClose),
    ("is-same", .gallerySame), ("is-changed", .galleryChanged), ("is-added", .galleryAdded),
    ("is-removed", .galleryRemoved),
  ]
}
