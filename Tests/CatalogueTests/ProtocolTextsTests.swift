import OAuthClient
import Testing

@testable import Catalogue

/// Every code and parameter of the protocol has a text that keeps to the house rules of wording.
struct ProtocolTextsTests {
  @Test(arguments: ProtocolError.Code.allCases.map(\.rawValue))
  func everyCodeHasAText(_ code: String) throws {
    let text = ErrorText.of(try #require(ErrorText.codes.first { $0 == code }))
    for phrase in [text.title, text.explanation, text.hint] { expectHouseStyle(phrase.english) }
  }

  /// With FAPI 2.0 the app refuses RS256: only the explanation, which has the list, can name what it accepts.
  @Test func noHintAsksForAnAlgorithmThatAProfileForbids() {
    for text in ErrorText.codes.map(ErrorText.of) {
      for language in Language.allCases {
        let hint = Catalogue(language)(text.hint)
        #expect(!hint.contains("RS256"), "\(text.code): \(hint)")
      }
    }
  }

  private static func names(_ family: String) -> [String] {
    WordFiles.english.map(\.key).filter { $0.hasPrefix(family + ".") && !$0.hasSuffix(".source") }
      .map { String($0.dropFirst(family.count + 1)) }
  }

  @Test(arguments: names("parameter"))
  func everyParameterHasASentenceAndASource(_ key: String) throws {
    let explanation = try #require(Explanation(key, in: PhrasesByName.parameter))
    expectHouseStyle(explanation.sentence.english)
    #expect(
      explanation.source.contains("§") || ["Curity Identity Server", "DCR Terminal"].contains(explanation.source))
  }

  @Test(arguments: names("claim-sentence"))
  func everyClaimHasASentenceAndASource(_ key: String) throws {
    let explanation = try #require(Explanation(key, in: PhrasesByName.claimSentence))
    expectHouseStyle(explanation.sentence.english)
    #expect(explanation.source.contains("§"))
  }

  @Test func aTokenIsKnownByItsHeaderOrItsName() {
    #expect(ClaimExplanations.Kind(member: "id_token", header: ["alg": "RS256"]) == .idToken)
    #expect(ClaimExplanations.Kind(member: "access_token", header: ["typ": "at+jwt"]) == .accessToken)
    #expect(ClaimExplanations.Kind(member: "token", header: ["typ": "AT+JWT"]) == .accessToken)
    #expect(ClaimExplanations.Kind(member: "client_assertion", header: [:]) == .clientAssertion)
    #expect(ClaimExplanations.Kind(member: "registration_access_token", header: [:]) == .other)
    #expect(ClaimExplanations.of("aud", in: .idToken)?.source == "OpenID Connect Core §2")
    #expect(ClaimExplanations.of("aud", in: .accessToken)?.source == "RFC 9068 §2.2")
    #expect(ClaimExplanations.of("jti", in: .idToken)?.source == "RFC 7519 §4.1.7")
    #expect(ClaimExplanations.of("sub", in: .header) == nil)
    #expect(ClaimExplanations.of("x_own", in: .idToken) == nil)
  }

  /// Expects a text that starts in lower case or with a name and ends without a full stop.
  private func expectHouseStyle(_ text: String) {
    #expect(!text.isEmpty && !text.hasSuffix("."))
    let first = text.prefix { $0 != " " }
    #expect(first.first?.isUppercase != true || first.dropFirst().contains(where: \.isUppercase) || first == "Basic")
  }
}
