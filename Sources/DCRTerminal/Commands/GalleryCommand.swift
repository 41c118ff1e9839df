import ArgumentParser
import Catalogue
import Foundation
import TerminalUI

/// `gallery --out FOLDER`: every screen of app and browser in every state, size and look, to be looked through and compared.
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

  @Option(help: ArgumentHelp(Phrase.optionGalleryLook.english, valueName: "name"))
  var look = PictureStyle.all[0].name

  func run() async throws {
    let target = AbsolutePath.of(out)
    let before = compare.map { AbsolutePath.of($0) }
    guard before != target else { throw CommandError(.galleryFolderTaken, ["path": target]) }
    guard let style = PictureStyle.named(look) else {
      throw CommandError(
        .choiceNotOffered,
        ["field": "--look", "received": look, "expected": PictureStyle.all.map(\.name).joined(separator: ", ")])
    }
    let report = try GalleryWriter(
      part: only, before: before, languages: lang.isEmpty ? Language.allCases : Language.allCases.filter(lang.contains),
      browser: BrowserGallery(), style: style
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
