import ArgumentParser
import Catalogue
import ScreenMirror
import SharedValues
import TerminalUI

/// `dcr-browser --gallery 80x24`: every screen of ``BrowserRegistry`` as a line of JSON (``ScreenMirror/MirrorFrame``), for
/// the gallery of `dcr-terminal`. It opens no page and reads and stores no data.
struct GalleryFrames: ParsableArguments {
  static let option = "--gallery"

  @Option var gallery: String
  @Flag var ascii = false
  @Option var lang = Language.english.rawValue

  /// `nil` when the command line has no `--gallery`.
  init?(asked arguments: [String]) throws {
    guard arguments.contains(GalleryFrames.option) else { return nil }
    self = try GalleryFrames.parse(arguments)
  }

  init() {}

  /// - Throws: a usage error for a wrong size or language.
  func lines() throws -> [String] {
    let numbers = gallery.split(scalar: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy((1...500).contains) else {
      throw ValidationError("--gallery must be a size such as 80x24")
    }
    guard let language = Language(rawValue: lang) else { throw ValidationError(BrowserOptions.noLanguage) }
    return GalleryFrames.frames(
      size: Size(numbers[0], numbers[1]), glyphs: ascii ? .ascii : .unicode, text: Catalogue(language)
    ).map(\.json.compact)
  }

  /// The frames of all states; the fact `name` is the state's name.
  static func frames(size: Size, glyphs: Glyphs, text: Catalogue) -> [MirrorFrame] {
    BrowserRegistry.all.map { entry in
      let state = entry.state(size: size, glyphs: glyphs, text: text)
      let canvas = BrowserScreen.draw(state, size: size, glyphs: glyphs, text: text).canvas
      var facts = state.facts(text)
      facts["name"] = entry.name
      return MirrorFrame(.browser, process: 0, .picture(canvas, facts: facts))
    }
  }
}
