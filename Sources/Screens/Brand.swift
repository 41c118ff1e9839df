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
