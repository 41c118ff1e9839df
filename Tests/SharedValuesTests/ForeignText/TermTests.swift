import SharedValues
import Testing

/// What a check expected or found keeps its words and its values apart.
struct TermTests {
  @Test func aTextWithValuesIsWordsAndValues() {
    let term: Term = "a number from \(1) to \("9"), in \("a list" as Term)"
    guard case .words(let words, let values) = term else {
      Issue.record("\(term)")
      return
    }
    #expect(words.key == "a number from {} to {}, in {}")
    #expect(values == [.value("1"), .value("9"), .english("a list")])
    #expect(term.description == "a number from 1 to 9, in a list")
  }

  /// A brace of a value is no placeholder.
  @Test func aValueIsNotSearchedForPlaceholders() {
    #expect(("\("{}") and \("x")" as Term).description == "{} and x")
  }

  @Test func onlyValuesAreChanged() {
    let masked = ("s3cret: \("s3cret") \(Term.quoted("s3cret"))" as Term).mapValues { _ in "•" }
    #expect(masked == "s3cret: \("•") \(Term.quoted("•"))")
  }

  @Test func somebodyElsesWordsAreNotThisPrograms() {
    #expect(Term.quoted("x") != .value("x") && Term.value("x") != .english("x"))
  }
}
