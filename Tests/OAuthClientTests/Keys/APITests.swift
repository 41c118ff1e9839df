import Foundation
import OAuthClient
import SharedValues
import Testing

enum APIDefects {
  static let account: JSON = [
    "id": "1f0c", "kind": "current", "number": "4821-0937-1150",
    "balance": ["currency": "EUR", "amount": "2318.40"],
  ]
  static let payment: JSON = [
    "id": "a", "from": "1f0c", "to": "Anna Andersson", "amount": ["currency": "EUR", "amount": "12.50"],
    "reference": "Lunch", "created": 1_767_225_600,
  ]

  static func challenged(_ challenge: String, status: Int = 401) -> HTTPResponse {
    HTTPResponse(status, headers: [HTTPHeader("WWW-Authenticate", challenge)])
  }

  private static func accounts(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, "accounts: \(what)") { _ = try APIResponse.accounts(response) }
  }

  private static func account(_ code: String, _ what: String, _ name: String, _ value: JSON?) -> Defect {
    accounts(code, what, Fixture.json(["accounts": [account.setting(name, value)]]))
  }

  private static func paid(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, "a payment: \(what)") { _ = try APIResponse.payment(response) }
  }

  static let all: [Defect] =
    [
      accounts(
        "invalid_token", "a token that counts no more", challenged(#"Bearer realm="idsvr", error="invalid_token""#)),
      // RFC 9449 §7.1.
      accounts(
        "invalid_token", "a token of another key",
        challenged(#"DPoP error="invalid_token", error_description="Invalid DPoP key binding", algs="ES256""#)),
      accounts("invalid_dpop_proof", "a proof that does not fit", challenged(#"DPoP error="invalid_dpop_proof""#)),
      accounts("use_dpop_nonce", "one nonce after the other", challenged(#"DPoP error="use_dpop_nonce""#)),
      accounts(
        "insufficient_scope", "a scope that is missing",
        challenged(#"Bearer error="insufficient_scope", scope="payments""#, status: 403)),
      // RFC 9470 §3.
      paid(
        "insufficient_user_authentication", "a login that was too weak",
        challenged(#"Bearer error="insufficient_user_authentication", acr_values="myACR""#)),
      paid("invalid_target", "a token for something else", challenged(#"Bearer error="invalid_target""#)),
      Defect("response_member_malformed", "a login that nobody can ask for") {
        _ = try StepUp(
          demandedBy: challenged(#"Bearer error="insufficient_user_authentication", acr_values="a  b""#))
      },
      Defect("response_member_malformed", "a login of an age that is no number") {
        _ = try StepUp(demandedBy: challenged(#"Bearer error="insufficient_user_authentication", max_age="-1""#))
      },
      accounts("http_unauthorized", "401 and a challenge without a reason", challenged(#"Bearer realm="idsvr""#)),
      accounts("http_not_found", "404", HTTPResponse(404)),
      accounts("response_not_json", "a page", HTTPResponse(200, headers: [HTTPHeader("Content-Type", "text/html")])),
      accounts("response_member_malformed", "none", Fixture.json([:])),
      accounts("response_member_wrong_type", "a text", Fixture.json(["accounts": "SECRET"])),
      accounts("response_member_wrong_type", "texts", Fixture.json(["accounts": ["SECRET"]])),
      account("response_member_malformed", "without an id", "id", nil),
      account("response_member_malformed", "without a name", "number", ""),
      account("response_member_wrong_type", "a number for a kind", "kind", 1),
      account("response_member_malformed", "without a balance", "balance", nil),
      account("response_member_wrong_type", "a number for a balance", "balance", 12),
      account(
        "response_member_malformed", "an amount with one digit", "balance", ["currency": "EUR", "amount": "1.5"]),
      account("response_member_malformed", "an amount in words", "balance", ["currency": "EUR", "amount": "much"]),
      account("response_member_malformed", "a currency in words", "balance", ["currency": "euro", "amount": "1.50"]),
      paid("server_reported_error", "an error of its own", Fixture.json(["error": "quota"], status: 409)),
      paid("insufficient_funds", "too much", Fixture.json(["error": "insufficient_funds"], status: 409)),
      paid("invalid_payment", "to nobody", Fixture.json(["error": "invalid_payment"], status: 400)),
      paid("http_status_unexpected", "200", Fixture.json(payment)),
      paid("response_member_malformed", "no time", Fixture.json(payment.setting("created", nil), status: 201)),
    ] + ProtectedResourceDefects.all
}

struct APITests {
  private let api = "https://localhost:8443/api"
  private let order = PaymentOrder(
    from: "1f0c", to: "Anna Andersson", amount: Money(currency: "EUR", amount: "12.50")!, reference: "Lunch")

  @Test func aBearerTokenGoesAlone() {
    let request = APIRequest.accounts.build(api, token: AccessToken(Secret("a")))
    #expect(request.method == "GET" && request.url == "https://localhost:8443/api/accounts")
    #expect(request.headers[all: "Authorization"] == ["Bearer a"])
    #expect(request.proofs.isEmpty && request.endpoint == .api)
    #expect(request.secretParts.headers == ["authorization"])
  }

  @Test func aBoundTokenGoesWithItsProof() throws {
    let request = APIRequest.pay(order).build(api, token: AccessToken(Secret("a"), key: KeyFixture.key))
    #expect(request.headers[all: "Authorization"] == ["DPoP a"])
    let claims = try #require(request.proofs.first?.claims)
    #expect(claims["htm"] == "POST" && claims["htu"] == "https://localhost:8443/api/payments")
    #expect(claims["ath"] != nil)
    #expect(
      try JSON.parse(request.body) == [
        "from": "1f0c", "to": "Anna Andersson", "amount": ["currency": "EUR", "amount": "12.50"], "reference": "Lunch",
      ])
  }

  @Test func accountsAndPaymentsAreRead() throws {
    let accounts = try APIResponse.accounts(Fixture.json(["accounts": [APIDefects.account]]))
    #expect(accounts.map(\.number) == ["4821-0937-1150"])
    #expect(accounts.first?.balance == Money(currency: "EUR", amount: "2318.40"))
    let payments = try APIResponse.payments(Fixture.json(["payments": [APIDefects.payment]]))
    #expect(payments.first?.to == "Anna Andersson" && payments.first?.reference == "Lunch")
    #expect(try APIResponse.payment(Fixture.json(APIDefects.payment, status: 201)) == payments.first)
    #expect(try APIResponse.accounts(Fixture.json(["accounts": []])).isEmpty)
  }

  /// The app shows texts of an API shortened and without control characters.
  @Test func textsAreShortenedAndCleaned() throws {
    let evil = APIDefects.account.setting("number", .string("\u{1B}[2J" + String(repeating: "9", count: 1000)))
    let number = try #require(try APIResponse.accounts(Fixture.json(["accounts": [evil]])).first?.number)
    #expect(number.count == 140 && !number.contains("\u{1B}"))
    let many = JSON.array(Array(repeating: APIDefects.account, count: 1000))
    #expect(try APIResponse.accounts(Fixture.json(["accounts": many])).count == 200)
  }

  @Test(arguments: [
    ("0.00", true), ("-12.50", true), ("999999999999999.99", true), ("1000000000000000.00", false), (".50", false),
    ("1.5", false), ("1,50", false), ("1.500", false), ("--1.50", false), ("1.5٠", false), ("", false),
  ])
  func amounts(_ amount: String, _ isOne: Bool) { #expect((Money(currency: "EUR", amount: amount) != nil) == isOne) }

  /// RFC 9470 §3.
  @Test func aStepUpGoesIntoTheNextLogin() throws {
    let both = APIDefects.challenged(
      #"Bearer realm="idsvr", error="insufficient_user_authentication", error_description="…", "#
        + #"acr_values="urn:dcr-terminal:acr:fresh-login", max_age="120", resource_metadata="https://a.example/x""#)
    let stepUp = try #require(try StepUp(demandedBy: both))
    #expect(stepUp.acrValues == "urn:dcr-terminal:acr:fresh-login" && stepUp.maxAge == 120)
    let extra = try AuthorizationParameters([JSON.Member("acr_values", "weak"), JSON.Member("login_hint", "anna")])
    let url = try AuthorizationRequest.build(
      metadata: Fixture.metadata(), clientID: "c", redirectURI: Fixture.redirectURI, scope: "openid",
      secrets: Fixture.secrets, prompt: nil, idTokenHint: nil, extra: stepUp.added(to: extra)
    ).url
    #expect(parameters(url)["acr_values"] == "urn:dcr-terminal:acr:fresh-login")
    #expect(parameters(url)["max_age"] == "120" && parameters(url)["login_hint"] == "anna")
  }

  @Test(
    arguments: [
      (#"Bearer error="insufficient_user_authentication""#, nil, nil),
      (#"DPoP error="insufficient_user_authentication", max_age=5"#, nil, 5),
      (
        #"Bearer realm="a", DPoP error="insufficient_user_authentication", acr_values="myACR other""#, "myACR other",
        nil
      ),
    ] as [(String, String?, Int?)])
  func everySpellingOfAStepUpDemand(_ challenge: String, _ acrValues: String?, _ maxAge: Int?) throws {
    let stepUp = try #require(try StepUp(demandedBy: APIDefects.challenged(challenge)))
    #expect(stepUp.acrValues == acrValues && stepUp.maxAge == maxAge)
  }

  @Test func otherRefusalsDemandNoStepUp() throws {
    #expect(try StepUp(demandedBy: APIDefects.challenged(#"Bearer error="invalid_token", acr_values="a""#)) == nil)
    #expect(try StepUp(demandedBy: HTTPResponse(401)) == nil)
    #expect(
      try StepUp(demandedBy: APIDefects.challenged(#"Bearer error="insufficient_user_authentication""#, status: 200))
        == nil)
  }

  @Test func aMissingScopeIsNamed() {
    let error = #expect(throws: ProtocolError.self) {
      try APIResponse.accounts(
        APIDefects.challenged(#"Bearer error="insufficient_scope", scope="accounts payments""#, status: 403))
    }
    #expect(error?.expected == .value("accounts payments"))
  }
}
