import Catalogue
import TerminalUI

/// The brand of the app: its name, colours, picture and some of its words. docs/branding.md describes the file.
package struct Brand: Hashable, Sendable {
  /// The app's name: title of its screens, and `client_name` at the server.
  package var name: String
  package var colours: BrandColours?
  /// Drawings of the mark, in any order: rows of characters of one cell each. Empty: the product's own picture.
  package var marks: [[String]]
  /// The brand's own words, by language and key. All others are the product's.
  package var texts: [Language: [String: String]]

  package init(
    name: String, colours: BrandColours? = nil, marks: [[String]] = [], texts: [Language: [String: String]] = [:]
  ) { (self.name, self.colours, self.marks, self.texts) = (name, colours, marks, texts) }

  /// The demo app of the tutorial.
  package static let curity = Brand(name: Phrase.appTitle.english)
  package func theme(_ theme: Theme) -> Theme { colours.map(theme.wearing) ?? theme }

  /// The catalogue of a language with this brand's words.
  package func catalogue(_ language: Language) -> Catalogue {
    guard self != .curity else { return Catalogue(language) }
    var own = texts[language] ?? [:]
    own[Phrase.appTitle.key] = name
    own[Phrase.themeCurity.key] = name
    return Catalogue(language, own: own)
  }
}

extension Illustration {
  /// A mark from a brand's file, all of it in the mark's colour.
  init(mark rows: [String]) { self.init(rows.map { ($0, String($0.map { $0 == " " ? "." : "l" })) }) }

  /// The brand's largest drawing that fits, or the product's picture if the brand has none; `nil`: none fits.
  static func fitting(_ size: Size, _ glyphs: Glyphs, _ brand: Brand) -> Illustration? {
    guard !brand.marks.isEmpty else { return (glyphs == .ascii ? ascii : unicode).first { $0.fits(size) } }
    let drawable = brand.marks.filter { glyphs == .unicode || $0.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }
    return drawable.map(Illustration.init(mark:)).filter { $0.fits(size) }.max {
      $0.size.width * $0.size.height < $1.size.width * $1.size.height
    }
  }
}
