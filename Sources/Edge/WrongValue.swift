import Catalogue

/// The value that was expected in place of a wrong one.
package struct WrongValue: Error, Hashable {
  package var expected: Phrase

  package init(_ expected: Phrase) { self.expected = expected }
}
