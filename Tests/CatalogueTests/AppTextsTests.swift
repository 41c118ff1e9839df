import Catalogue
import Keystore
import SharedValues
import Testing

/// The app's own codes have texts that keep to the house rules of wording.
struct AppTextsTests {
  static let codes =
    [
      "user_agent_failed", "embedded_server_failed", "registration_bound_to_other_issuer", "registration_unusable",
      "push_timed_out", "initial_access_token_file_missing", "initial_access_token_file_unreadable",
      "initial_access_token_file_empty", "initial_access_token_file_too_large", "device_is_registered",
      "no_refresh_token", "client_secret_expired", "metadata_missing_jwks_uri",
    ] + KeystoreError.Code.allCases.map(\.rawValue) + TransportFailure.Code.allCases.map(\.rawValue)

  @Test(arguments: codes)
  func everyCodeHasAText(_ code: String) throws {
    let text = ErrorText.of(try #require(ErrorText.codes.first { $0 == code }))
    for phrase in [text.title, text.explanation, text.hint] {
      #expect(!phrase.english.isEmpty)
      #expect(!phrase.english.hasSuffix("."), "\(phrase.english)")
      // A name such as TLS keeps its spelling.
      let word = phrase.english.prefix { $0 != " " }
      #expect(word.first?.isUppercase == false || word.dropFirst().contains(where: \.isUppercase), "\(phrase.english)")
    }
  }

  @Test(arguments: codes)
  func placeholdersAreTheDocumentedOnes(_ code: String) {
    let text = ErrorText.of(code)
    let known = [
      "field", "expected", "received", "description", "url", "path", "detail", "source", "reason", "messages",
    ]
    for phrase in [text.title, text.explanation, text.hint] {
      var rest = Substring(phrase.english)
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        #expect(known.contains(String(rest[rest.index(after: open)..<close])), "\(phrase.english)")
        rest = rest[rest.index(after: close)...]
      }
    }
  }

  /// For every list of codes: the code is stable for scripts, and all three texts exist.
  @Test(arguments: ErrorText.codes)
  func everyErrorHasAllItsParts(_ code: String) throws {
    let text = ErrorText.of(code)
    let isStable = code.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    #expect(isStable && code.first?.isLetter == true, "snake case")
    for phrase in [text.title, text.explanation, text.hint] {
      #expect(phrase.english.contains { $0.isLetter })
      #expect(!phrase.english.hasSuffix("."), "\(phrase.english)")
    }
    // The browser supplies its own hint.
    let isAction = text.hint.english == "{expected}" || text.hint.english.split(separator: " ").count >= 2
    #expect(isAction, "a hint names an action: \(text.hint.english)")
  }
}
