import Catalogue
import SharedValues
import TerminalUI

/// Why a command ended without having done its job: a code with its exit status, and what its sentence needs.
///
/// The sentence itself is in the catalogue (``ErrorText``).
package struct CommandError: Error, Hashable, Sendable {
  package var code: Code
  /// What the sentence has to be filled with. Never a secret.
  package var values: [String: String]
  /// Which text of the catalogue tells of it, where more is known than the code.
  package var textCode: String?
  /// The names of those values that somebody else wrote: in a sentence they stand in quotation marks. What a server says in its own
  /// words, `description`, always does.
  package var theirs: Set<String> = []
  /// What to do instead of what the text says.
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

  /// Why, in English. What a server wrote in it is not made harmless.
  package var explanation: String { Catalogue(.english)(text.explanation, filled) }

  /// What the sentences are filled with; an absent value leaves nothing behind.
  package var filled: [String: String] { filled(Catalogue(.english)) }

  /// What was expected and what came is kept in English; it is translated where it is a term of the catalogue.
  private func filled(_ catalogue: Catalogue) -> [String: String] {
    catalogue.errorValues(values, theirs: theirs, for: .lines)
  }

  /// One line without anything that a terminal would act on.
  package static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TextLayout.clip(words, to: 2000)
  }
}
