import Catalogue
import SharedValues
import TerminalUI

/// Why a command failed: a code with its exit status, and the values for its sentence.
///
/// The sentence itself is in the catalogue (``ErrorText``).
package struct CommandError: Error, Hashable, Sendable {
  package var code: Code
  /// The values for the placeholders in the sentence. Never secrets.
  package var values: [String: String]
  /// A more specific text of the catalogue than the code's.
  package var textCode: String?
  /// The names of values from outside, which sentences quote. A server's own words, `description`, are always quoted.
  package var theirs: Set<String> = []
  /// Replaces the hint of the text.
  package var advice: Phrase?
  package var status: ExitStatus { code.status }

  package init(_ code: OwnCode, _ values: [String: String] = [:]) { self.init(Code(code), values) }

  package init(_ code: some ExitCode, _ values: [String: String] = [:]) { self.init(Code(code), values) }

  package init(_ code: Code, _ values: [String: String] = [:]) { (self.code, self.values) = (code, values) }

  private var text: ErrorText { ErrorText.of(textCode ?? code.rawValue) }

  /// `dcr-terminal: what failed: why`, then `hint: what to do`; both lines end with a line feed.
  package func report(_ catalogue: Catalogue = Catalogue()) -> String {
    let why = CommandError.line(catalogue(text.explanation, filled(catalogue)))
    return "dcr-terminal: \(title(catalogue)): \(why)\n\(catalogue(.hintLine, ["hint": hint(catalogue)]))\n"
  }

  /// What failed, as one line.
  package func title(_ catalogue: Catalogue = Catalogue()) -> String {
    CommandError.line(catalogue(text.title, filled(catalogue)))
  }

  /// What to do about it, as one line.
  package func hint(_ catalogue: Catalogue = Catalogue()) -> String {
    CommandError.line(catalogue(advice ?? text.hint, filled(catalogue)))
  }

  /// The reason, in English. Text from servers in it is not sanitised.
  package var explanation: String { Catalogue(.english)(text.explanation, filled) }

  /// The values for the sentences; a missing value becomes empty.
  package var filled: [String: String] { filled(Catalogue(.english)) }

  /// Expected and received values are English; they are translated if they are terms of the catalogue.
  private func filled(_ catalogue: Catalogue) -> [String: String] {
    catalogue.errorValues(values, theirs: theirs, for: .lines)
  }

  /// The text in one line, without control characters.
  package static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TextLayout.clip(words, to: 2000)
  }
}
