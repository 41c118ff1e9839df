import SharedValues
import Testing

@testable import OAuthClient

/// Which parameters a deployment may add to authorization requests.
struct AuthorizationParametersTests {
  struct Refused: Sendable, CustomTestStringConvertible {
    var name: String
    var value: JSON
    var rule: AuthorizationParameterError.Rule
    var testDescription: String { "\(name) = \(value.compact.prefix(40)): \(rule.rawValue)" }

    init(_ rule: AuthorizationParameterError.Rule, _ name: String, _ value: JSON = "x") {
      (self.name, self.value, self.rule) = (name, value, rule)
    }
  }

  /// Those that the schema of the configuration refuses, too.
  static let owned = MemberRule.at("authorizationParameters")["propertyNames"]?["not"]?["enum"]?.stringArray ?? []

  static let refused: [Refused] =
    owned.map { Refused(.ownedByProtocol, $0) }
    + [
      Refused(.name, ""), Refused(.name, "a b"), Refused(.name, "ä"), Refused(.name, "a\u{7F}"),
      Refused(.name, String(repeating: "a", count: 65)),
      Refused(.text, "login_hint", ""), Refused(.text, "login_hint", 1), Refused(.text, "resource", ["a"]),
      Refused(.text, "resource", .null), Refused(.text, "resource", true), Refused(.text, "resource", "a\nb"),
      Refused(.text, "resource", "a\u{9B}b"), Refused(.text, "resource", .string(String(repeating: "a", count: 2001))),
      Refused(.seconds, "max_age", -1), Refused(.seconds, "max_age", "60"),
      Refused(.seconds, "max_age", .number("1.5")),
      Refused(.seconds, "max_age", .null), Refused(.seconds, "max_age", .number("1e300")),
      Refused(.languages, "ui_locales", "de,en"), Refused(.languages, "ui_locales", "de  en"),
      Refused(.languages, "ui_locales", " de"), Refused(.languages, "ui_locales", "de_CH"),
      Refused(.languages, "ui_locales", "1a"), Refused(.languages, "claims_locales", "abcdefghi"),
      Refused(.list, "acr_values", "a  b"), Refused(.list, "acr_values", "a "), Refused(.list, "acr_values", "ä"),
      Refused(.display, "display", "Page"), Refused(.display, "display", "watch"),
    ]

  @Test(arguments: refused)
  func aForbiddenParameterIsRefusedByItsRule(_ refused: Refused) {
    let error = #expect(throws: AuthorizationParameterError.self) {
      try AuthorizationParameters([.init("login_hint", "jd"), .init(refused.name, refused.value)].suffix(2))
    }
    #expect(error?.name == refused.name)
    #expect(error?.rule == refused.rule)
  }

  @Test func theSchemaRefusesTheSameNames() {
    #expect(Set(Self.owned) == AuthorizationParameters.ownedByProtocol.union(AuthorizationParameters.secrets))
  }

  @Test func everyRuleIsTried() {
    #expect(Set(Self.refused.map(\.rule)) == Set(AuthorizationParameterError.Rule.allCases))
  }

  @Test func theRegistrationLoginTakesParametersAboutUserAndPage() throws {
    let all = try AuthorizationParameters([
      .init("acr_values", "urn:a urn:b"), .init("login_hint", "jörg"), .init("ui_locales", "zh-Hant-TW de"),
      .init("display", "wap"), .init("max_age", 0), .init("resource", "https://api.example"),
    ])
    #expect(all.maxAge == 0)
    #expect(all.forRegistration.values.keys.sorted() == ["acr_values", "display", "login_hint", "ui_locales"])
    #expect(all.forRegistration.maxAge == nil)
    #expect(AuthorizationParameters.none.values.isEmpty)
  }
}
