import Catalogue
import Keystore
import SharedValues
import Testing

/// The codes that the app and its programs raise have words for people, by the house rules of wording.
struct AppTextsTests {
  static let codes =
    [
      "user_agent_failed", "embedded_server_failed", "registration_bound_to_other_issuer", "registration_unusable",
      "no_refresh_token", "client_secret_expired", "metadata_missing_jwks_uri",
    ] + KeystoreError.Code.allCases.map(\.rawValue) + TransportFailure.Code.allCases.map(\.rawValue)

  @Test(arguments: codes)
  func everyCodeHasAText(_ code: String) throws {
    let text = try #require(ErrorText.all.first { $0.code == code })
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
    let known = ["field", "expected", "received", "description", "url", "path", "detail", "source"]
    for phrase in [text.title, text.explanation, text.hint] {
      var rest = Substring(phrase.english)
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        #expect(known.contains(String(rest[rest.index(after: open)..<close])), "\(phrase.english)")
        rest = rest[rest.index(after: close)...]
      }
    }
  }

  @Test func noCodeHasTwoTexts() {
    let codes = ErrorText.all.map(\.code)
    let doubled = Set(codes.filter { code in codes.filter { $0 == code }.count > 1 })
    #expect(doubled.isEmpty)
  }
}
