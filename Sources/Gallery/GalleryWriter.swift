import Programs
import Workshop
import Catalogue
import Dispatch
import Screens
import SharedValues
import Synchronization
import TerminalUI

/// Writes every screen as text and as a picture, and a page that shows them. The same program writes the same bytes.
package struct GalleryWriter: Sendable {
  package struct Report: Sendable {
    package var pictures = 0
    package var counts: [GalleryComparison.Status: Int] = [:]
    var files: [String] = []
  }

  /// Only states whose name contains this text are drawn; empty: all.
  package var part = ""
  /// An earlier gallery to compare with.
  package var before: String?
  /// The languages of the screens. The page is in the first of them that is not a pseudo-language.
  package var languages = Language.allCases
  /// Asks the browser for its screens; `nil`: only the app's are drawn.
  package var browser: BrowserGallery?
  /// The company whose app is shown.
  package var brand = Brand.curity
  /// The style of the picture files, and the page's first style.
  package var style = PictureStyle.all[0]
  /// The styles that the page offers.
  package var styles = PictureStyle.all

  package init(
    part: String = "", before: String? = nil, languages: [Language] = Language.allCases, browser: BrowserGallery? = nil,
    brand: Brand = Brand.curity, style: PictureStyle = PictureStyle.all[0], styles: [PictureStyle] = PictureStyle.all
  ) {
    (self.part, self.before, self.languages, self.browser, self.brand) = (part, before, languages, browser, brand)
    (self.style, self.styles) = (style, styles)
  }

  /// - Throws: `gallery_folder_taken`, `gallery_unwritable`, `gallery_nothing`, `gallery_browser_unusable`;
  ///   `gallery_before_unusable` if `before` is not a gallery.
  package func write(to path: String) throws(CommandError) -> Report {
    if let before, !GalleryFolder.isGallery(before) { throw CommandError(.galleryBeforeUnusable, ["path": before]) }
    let variants = GalleryVariant.all(languages)
    // All variants have the same names, so an empty first variant is noticed before anything is written.
    guard let first = variants.first, case let pictures = try pictures(first), !pictures.isEmpty else {
      throw CommandError(.galleryNothing, ["received": part])
    }
    let folder = try GalleryFolder(path)
    for name in variants.map(\.name) + ["data"] { try folder.makeFolder(name) }
    let parts = try eachAtOnce(variants) { (variant, index) throws(CommandError) in
      try write(variant, index == 0 ? pictures : self.pictures(variant), folder)
    }
    let page = GalleryPage(
      catalogue: Catalogue(languages.first { $0 != .pseudo } ?? .english), isComparison: before != nil, style: style,
      styles: styles)
    try folder.write(page.html(variants: variants.map(\.name)), to: "index.html")
    try folder.finish(parts.flatMap(\.files) + ["index.html"])
    return parts.reduce(into: Report()) { report, part in
      report.pictures += part.pictures
      report.counts.merge(part.counts) { $0 + $1 }
    }
  }

  private func pictures(_ variant: GalleryVariant) throws(CommandError) -> [GalleryPicture] {
    let others = try browser?.pictures(variant) ?? []
    return variant.pictures(part, brand: brand) + others.filter { part.isEmpty || $0.name.contains(part) }
  }

  private func write(
    _ variant: GalleryVariant, _ pictures: [GalleryPicture], _ folder: GalleryFolder
  ) throws(CommandError) -> Report {
    var part = Report()
    var screens: [JSON] = []
    func write(_ text: String, to file: String) throws(CommandError) {
      try folder.write(text, to: file)
      part.files.append(file)
    }
    for picture in pictures {
      let drawn = CanvasPicture(picture.canvas)
      let file = "\(variant.name)/\(picture.name)"
      try write(picture.text, to: file + ".txt")
      try write(picture.roles, to: file + ".roles")
      try write(drawn.svg(style, title: "\(picture.name), \(variant.name)"), to: file + ".svg")
      let comparison = before.map { GalleryComparison(picture, "\($0)/\(variant.name)", style) }
      screens.append(screen(picture.name, drawn, comparison))
      part.pictures += 1
      if let comparison { part.counts[comparison.status, default: 0] += 1 }
    }
    for name in removed(pictures, variant) {
      screens.append(screen(name, nil, GalleryComparison(removed: name, "\(before ?? "")/\(variant.name)")))
      part.counts[.removed, default: 0] += 1
    }
    let list = JSON.array(screens).compact
    try write("gallery(\(JSON.string(variant.name).compact),\(list));\n", to: "data/\(variant.name).js")
    return part
  }

  /// Works on as many variants at once as there are processors. The order of the results does not depend on timing.
  private func eachAtOnce(
    _ variants: [GalleryVariant], _ work: @Sendable (GalleryVariant, Int) throws(CommandError) -> Report
  ) throws(CommandError) -> [Report] {
    let results = Mutex([Result<Report, CommandError>?](repeating: nil, count: variants.count))
    DispatchQueue.concurrentPerform(iterations: variants.count) { index in
      // After a failure, no further variant is started.
      if results.withLock({ $0.contains { if case .failure = $0 { true } else { false } } }) { return }
      let result = Result { () throws(CommandError) in try work(variants[index], index) }
      results.withLock { $0[index] = result }
    }
    var parts: [Report] = []
    for case let result? in results.withLock({ $0 }) { parts.append(try result.get()) }
    return parts
  }

  private func screen(_ name: String, _ drawn: CanvasPicture?, _ comparison: GalleryComparison?) -> JSON {
    let changes = comparison?.stretches.map { stretch in
      JSON.array([stretch.x, stretch.y, stretch.length].map { JSON(integerLiteral: $0) })
    }
    return JSON.object([.init("name", .string(name))])
      .setting("width", drawn.map { JSON(integerLiteral: $0.width) })
      .setting("height", drawn.map { JSON(integerLiteral: $0.height) })
      .setting("drawing", drawn.map { .string($0.drawing) })
      .setting("status", comparison.map { .string($0.status.rawValue) })
      .setting("before", comparison?.before.map { .string($0) })
      .setting("changes", changes.flatMap { $0.isEmpty ? nil : .array($0) })
  }

  /// The names of pictures in the earlier gallery whose states no longer exist.
  private func removed(_ pictures: [GalleryPicture], _ variant: GalleryVariant) -> [String] {
    guard let before else { return [] }
    let known = Set(pictures.map(\.name))
    return GalleryFolder.files(of: before).compactMap { file in
      guard let name = file.without(prefix: variant.name + "/")?.without(suffix: ".svg").map(String.init) else {
        return nil
      }
      return known.contains(name) || !(part.isEmpty || name.contains(part)) ? nil : name
    }
  }
}
