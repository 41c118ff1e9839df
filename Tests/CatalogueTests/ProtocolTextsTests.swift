import Catalogue
import OAuthClient
import Testing

/// Every code and every parameter of the protocol has words for people, by the house rules of wording.
struct ProtocolTextsTests {
  @Test(arguments: ProtocolError.allCodes)
  func everyCodeHasAText(_ code: String) throws {
    let text = try #require(ErrorText.all.first { $0.code == code })
    for phrase in [text.title, text.explanation, text.hint] { expectHouseStyle(phrase.english) }
  }

  @Test func noCodeHasTwoTexts() {
    let codes = ErrorText.all.map(\.code).filter(ProtocolError.allCodes.contains)
    #expect(codes.count == Set(codes).count)
  }

  @Test(arguments: ParameterExplanations.all.map(\.key))
  func everyParameterHasASentence(_ key: String) throws {
    expectHouseStyle(try #require(Phrase.parameter(key)).english)
  }

  @Test(arguments: ParameterExplanations.all)
  func everyParameterHasASource(_ explanation: ParameterExplanation) {
    #expect(explanation.source.contains("§") || explanation.source == "Curity Identity Server")
  }

  /// Starts lower case (or with a name), ends without a full stop.
  private func expectHouseStyle(_ text: String) {
    #expect(!text.isEmpty && !text.hasSuffix("."))
    let first = text.prefix { $0 != " " }
    #expect(first.first?.isUppercase != true || first.dropFirst().contains(where: \.isUppercase) || first == "Basic")
  }
}
