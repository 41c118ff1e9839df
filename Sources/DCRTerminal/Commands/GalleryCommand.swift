import ArgumentParser
import Catalogue
import Foundation

/// `gallery --out FOLDER`: every screen of the app in every state, size and look, to be looked through and compared.
struct GalleryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: Phrase.galleryAbstract.english, discussion: Phrase.galleryDiscussion.english)

  @Option(help: ArgumentHelp(Phrase.optionGalleryOut.english, valueName: "folder"))
  var out: String

  @Option(help: ArgumentHelp(Phrase.optionGalleryCompare.english, valueName: "folder"))
  var compare: String?

  @Option(help: ArgumentHelp(Phrase.optionGalleryOnly.english, valueName: "text"))
  var only: String = ""

  @Option(help: ArgumentHelp(Phrase.optionGalleryLanguage.english, valueName: "en|de|sv|pseudo"))
  var lang: [Language] = []

  func run() async throws {
    let target = AbsolutePath.of(out)
    let before = compare.map { AbsolutePath.of($0) }
    guard before != target else { throw CommandError("gallery_folder_taken", ["path": target]) }
    let report = try GalleryWriter(
      part: only, before: before, languages: lang.isEmpty ? Language.allCases : Language.allCases.filter(lang.contains)
    ).write(to: target)
    let catalogue = Catalogue(language)
    StandardOutput.line(
      catalogue(
        .galleryDone, ["count": "\(report.pictures)", "path": CommandError.line(target + "/index.html")]))
    guard compare != nil else { return }
    let counts = GalleryComparison.Status.allCases.reduce(into: [:]) { values, status in
      values[status.rawValue] = "\(report.counts[status] ?? 0)"
    }
    StandardOutput.line(catalogue(.galleryCompared, counts))
  }
}
