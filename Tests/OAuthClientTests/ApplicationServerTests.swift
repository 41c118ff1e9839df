import Foundation
import OAuthClient
import SharedValues
import Testing

enum ApplicationDefects {
  static let answer: JSON = [
    "access_token": "access-token-1",
    "claims": [
      "sub": "demouser", "email": "demouser@example.com", "given_name": "Demo", "family_name": "User",
    ], "account": .null,
  ]

  private static func defect(_ code: String, _ what: String, _ name: String, _ value: JSON?) -> Defect {
    Defect(code, "application \(name) \(what)") {
      _ = try ApplicationServerRequest.judge(Fixture.json(answer.setting(name, value)), now: Fixture.now)
    }
  }

  private static func sub(_ code: String, _ what: String, _ value: JSON?) -> Defect {
    let claims: JSON = ["email": "a@b.example"]
    return defect(code, "sub " + what, "claims", claims.setting("sub", value))
  }

  /// With `max_age` 300, requested 100 s ago.
  private static func login(_ code: String, _ what: String, _ time: JSON) -> Defect {
    let claims: JSON = ["sub": "demouser", "auth_time": time]
    return Defect(code, "application auth_time \(what)") {
      _ = try ApplicationServerRequest.judge(
        Fixture.json(answer.setting("claims", claims)), loginNotBefore: Fixture.now.addingTimeInterval(-400),
        now: Fixture.now)
    }
  }

  private static func seconds(ago: Int) -> JSON {
    .number(String(Int(Fixture.now.timeIntervalSince1970) - ago))
  }

  private static func signUp(_ code: String, _ what: String, _ status: Int, _ body: JSON) -> Defect {
    Defect(code, "sign-up \(what)") { _ = try SignUpRequest.judge(Fixture.json(body, status: status)) }
  }

  static let all: [Defect] =
    [
      defect("application_missing_access_token", "absent", "access_token", nil),
      defect("application_missing_access_token", "null", "access_token", .null),
      defect("application_access_token_invalid", "empty", "access_token", ""),
      defect("application_access_token_invalid", "a header in it", "access_token", "SECRET\r\nX-Evil: 1"),
      defect("application_access_token_invalid", "beyond ASCII", "access_token", "SECRETé"),
      defect(
        "application_access_token_invalid", "endless", "access_token", .string(String(repeating: "a", count: 70_000))),
      defect("application_missing_claims", "absent", "claims", nil),
      defect("application_missing_claims", "null", "claims", .null),
      defect("application_missing_account", "absent", "account", nil),
      sub("application_missing_sub", "absent", nil), sub("application_missing_sub", "null", .null),
      sub("application_sub_invalid", "empty", ""), sub("application_sub_invalid", "control", "a\u{1B}[2J"),
      sub("application_sub_invalid", "endless", .string(String(repeating: "a", count: 256))),
      sub("application_sub_invalid", "beyond ASCII", "dëmo"),
    ]
    + ([1, true, [], [:]] as [JSON]).map { defect("application_access_token_invalid", "\($0)", "access_token", $0) }
    + ([1, true, [], "demouser"] as [JSON]).map { defect("application_claims_invalid", "\($0)", "claims", $0) }
    + ([1, true, [], "demouser"] as [JSON]).map { defect("application_account_invalid", "\($0)", "account", $0) }
    + ([1, true, [], [:]] as [JSON]).map { sub("application_sub_invalid", "\($0)", $0) }
    + [
      login("application_auth_time_invalid", "a string", "yesterday"),
      login("application_auth_time_invalid", "negative", -1),
      login("application_auth_time_in_future", "beyond the tolerance", seconds(ago: -61)),
      login("application_auth_time_too_old", "just too old", seconds(ago: 461)),
      login("application_auth_time_too_old", "1970", 0),
      signUp("application_missing_account", "null", 201, ["account": .null]),
      signUp("application_missing_account", "absent", 201, [:]),
      signUp("application_account_invalid", "a list", 201, ["account": []]),
      signUp("account_exists", "twice", 409, ["error": "account_exists"]),
      signUp("account_incomplete", "without email", 400, ["error": "account_incomplete"]),
      signUp("invalid_token", "with another's token", 401, ["error": "invalid_token"]),
      Defect("http_redirect_refused", "application: elsewhere") {
        _ = try ApplicationServerRequest.judge(HTTPResponse(307), now: Fixture.now)
      },
      Defect("invalid_grant", "application: a code that does not count") {
        _ = try ApplicationServerRequest.judge(
          Fixture.json(["error": "invalid_grant"], status: 400), now: Fixture.now)
      },
    ]
}

struct ApplicationServerTests {
  /// As in the seed's table, except that code and verifier travel in the body, never in the address.
  @Test func postsCodeAndVerifierInTheBody() throws {
    let request = ApplicationServerRequest.build(
      try Fixture.code(), applicationServer: "https://app.example/api", now: Fixture.now)
    #expect(request.method == "POST")
    #expect(request.url == "https://app.example/api/open_id_connect")
    #expect(request.endpoint == .application)
    #expect(request.headers[first: "Content-Type"] == "application/x-www-form-urlencoded")
    #expect(request.headers[first: "Authorization"] == nil)
    #expect(
      form(request) == [
        "code": "Cg85vgCfElPckCgzPYDcZUrMekzA1iv5", "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      ])
    let loopback = ApplicationServerRequest.build(
      try Fixture.code(), applicationServer: "https://app.example", redirectURI: "http://127.0.0.1:1/x",
      now: Fixture.now)
    #expect(form(loopback)["redirect_uri"] == "http://127.0.0.1:1/x")
  }

  /// The age is in seconds, not a time, because the application server has its own clock.
  @Test(arguments: [(-400.0, "400"), (-400.2, "401"), (0, "0"), (7, "0")])
  func sendsTheAllowedAgeOfTheLogin(_ notBefore: Double, _ expected: String) throws {
    let request = ApplicationServerRequest.build(
      try Fixture.code(), applicationServer: "https://app.example",
      loginNotBefore: Fixture.now.addingTimeInterval(notBefore), now: Fixture.now)
    #expect(form(request)["max_age"] == expected)
  }

  /// Without a requested age, or without `auth_time` in the answer, there is nothing to compare.
  @Test(arguments: [(460, true), (-60, true), (nil, true), (1_000_000, false)] as [(Int?, Bool)])
  func acceptsALoginThatIsRecentEnough(_ ago: Int?, _ isAskedFor: Bool) throws {
    let time = ago.map { JSON.number(String(Int(Fixture.now.timeIntervalSince1970) - $0)) }
    let claims = (["sub": "demouser"] as JSON).setting("auth_time", time)
    let answer = try ApplicationServerRequest.judge(
      Fixture.json(ApplicationDefects.answer.setting("claims", claims)),
      loginNotBefore: isAskedFor ? Fixture.now.addingTimeInterval(-400) : nil, now: Fixture.now)
    #expect(answer.userinfo.subject == "demouser")
  }

  @Test func acceptsTheSeedsTwoAnswers() throws {
    let new = try ApplicationServerRequest.judge(Fixture.json(ApplicationDefects.answer), now: Fixture.now)
    #expect(new.account == nil)
    #expect(new.tokens.accessToken == Secret("access-token-1"))
    #expect(new.tokens.refreshToken == nil && new.tokens.idToken == nil)
    #expect(new.userinfo.subject == "demouser")
    let known = try ApplicationServerRequest.judge(
      Fixture.json(ApplicationDefects.answer.setting("account", ["id": 7])), now: Fixture.now)
    #expect(known.account?.document["id"] == 7)
    let empty = try ApplicationServerRequest.judge(
      Fixture.json(ApplicationDefects.answer.setting("account", .object([]))), now: Fixture.now)
    #expect(empty.account != nil)
  }

  @Test func theFormIsFilledFromTheClaims() {
    let form = SignUpForm(claims: [
      "given_name": "Demo\u{1B}[31m", "family_name": 7, "email": .string(String(repeating: "a", count: 101)),
    ])
    #expect(form[.givenName] == "Demo[31m")
    #expect(form[.familyName] == "")
    #expect(form[.email] == "")
    #expect(form.missing == [.familyName, .email])
  }

  @Test(arguments: ["", "a", "a@", "@b", "a@b@c", "a b@c", " "])
  func anEmailAddressNeedsTwoParts(_ address: String) {
    var form = SignUpForm(claims: ["given_name": "A", "family_name": "B"])
    form[.email] = address
    #expect(form.missing == [.email])
    form[.email] = "a@b.example"
    #expect(form.missing.isEmpty)
  }

  @Test func signsUpWithTheAccessToken() throws {
    var signUp = SignUpForm(claims: ApplicationDefects.answer["claims"] ?? .null)
    signUp[.givenName] = "  Ann & Co "
    let request = SignUpRequest.build(signUp, accessToken: Secret("at"), applicationServer: "https://app.example")
    #expect(request.url == "https://app.example/accounts")
    #expect(request.headers[first: "Authorization"] == "Bearer at")
    #expect(
      form(request) == ["given_name": "Ann & Co", "family_name": "User", "email": "demouser@example.com"])
    #expect(try SignUpRequest.judge(Fixture.json(["account": ["id": 1]], status: 201)).document["id"] == 1)
  }
}
