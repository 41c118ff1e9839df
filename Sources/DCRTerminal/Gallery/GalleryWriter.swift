import Catalogue
import Foundation
import SharedValues
import TerminalUI

/// Writes every screen as text, as a picture, and as one page to look through. The same program gives the same bytes.
struct GalleryWriter {
  struct Report {
    var pictures = 0
    var counts: [GalleryComparison.Status: Int] = [:]
  }

  /// Only states whose name holds this; empty: all.
  var part = ""
  /// An earlier gallery to compare with.
  var before: String?
  /// Of the screens. The page around them speaks the first, unless it is none.
  var languages = Language.allCases

  /// - Throws: `gallery_folder_taken`, `gallery_unwritable`, `gallery_nothing`; `gallery_before_unusable` where `before` is no gallery.
  func write(to path: String) throws(CommandError) -> Report {
    if let before, !GalleryFolder.isGallery(before) {
      throw CommandError("gallery_before_unusable", ["path": before])
    }
    let variants = GalleryVariant.all(languages).map { ($0, $0.pictures(part)) }
    guard variants.contains(where: { !$0.1.isEmpty }) else { throw CommandError("gallery_nothing", ["received": part]) }
    var folder = try GalleryFolder(path)
    var report = Report()
    let own = PictureStyle.all[0]
    for (variant, pictures) in variants {
      var screens: [JSON] = []
      for picture in pictures {
        let drawn = CanvasPicture(picture.canvas)
        let file = "\(variant.name)/\(picture.name)"
        try folder.write(picture.text, to: file + ".txt")
        try folder.write(picture.roles, to: file + ".roles")
        try folder.write(drawn.svg(own, title: "\(picture.name), \(variant.name)"), to: file + ".svg")
        let comparison = before.map { GalleryComparison(picture, "\($0)/\(variant.name)") }
        screens.append(screen(picture.name, drawn, comparison))
        report.pictures += 1
        if let comparison { report.counts[comparison.status, default: 0] += 1 }
      }
      for name in removed(pictures, variant) {
        let comparison = GalleryComparison(removed: name, "\(before ?? "")/\(variant.name)")
        screens.append(screen(name, nil, comparison))
        report.counts[.removed, default: 0] += 1
      }
      let list = JSON.array(screens).compact
      try folder.write("gallery(\(JSON.string(variant.name).compact),\(list));\n", to: "data/\(variant.name).js")
    }
    let names = variants.map(\.0.name)
    try folder.write(
      GalleryPage(
        catalogue: Catalogue(languages.first { $0 != .pseudo } ?? .english), isComparison: before != nil
      ).html(variants: names), to: "index.html")
    try folder.finish()
    return report
  }

  private func screen(_ name: String, _ drawn: CanvasPicture?, _ comparison: GalleryComparison?) -> JSON {
    var members: [JSON.Member] = [.init("name", .string(name))]
    if let drawn {
      members += [
        .init("width", JSON(integerLiteral: drawn.width)), .init("height", JSON(integerLiteral: drawn.height)),
        .init("drawing", .string(drawn.drawing)),
      ]
    }
    guard let comparison else { return .object(members) }
    members.append(.init("status", .string(comparison.status.rawValue)))
    if let before = comparison.before { members.append(.init("before", .string(before))) }
    if !comparison.stretches.isEmpty {
      let stretches = comparison.stretches.map { stretch in
        JSON.array([stretch.x, stretch.y, stretch.length].map { JSON(integerLiteral: $0) })
      }
      members.append(.init("changes", .array(stretches)))
    }
    return .object(members)
  }

  /// What the earlier gallery has and the registry has no more.
  private func removed(_ pictures: [GalleryPicture], _ variant: GalleryVariant) -> [String] {
    guard let before else { return [] }
    let known = Set(pictures.map(\.name))
    return GalleryFolder.files(of: before).compactMap { file in
      guard file.hasPrefix(variant.name + "/"), file.hasSuffix(".svg") else { return nil }
      let name = String(file.dropFirst(variant.name.count + 1).dropLast(4))
      return known.contains(name) || !(part.isEmpty || name.contains(part)) ? nil : name
    }
  }
}
