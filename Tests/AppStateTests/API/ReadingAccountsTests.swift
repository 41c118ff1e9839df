import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Reading the accounts: which API gets the token, and how the app reacts to each refusal.
@Suite struct ReadingAccountsTests {
  @Test func loginsNameTheConfiguredAPIAlone() {
    var scenario = Scenario().registered()
    scenario.beginAuthentication()
    #expect(scenario.query("resource") == nil)
    scenario.state.settings.api = Scenario.api
    scenario.send(.cancel)
    scenario.beginAuthentication()
    #expect(scenario.query("resource") == Scenario.api)
  }

  @Test func withoutAnAPIOrASessionNothingBegins() {
    var scenario = Scenario().signedIn()
    scenario.send(.api(.readAccounts))
    #expect(scenario.state.flow == nil)
    scenario = Scenario()
    scenario.state.settings.api = Scenario.api
    scenario.coldStart()
    scenario.send(.api(.readAccounts))
    #expect(scenario.state.flow == nil)
    scenario.send(.view(.show(.accounts)))
    #expect(scenario.state.view.route == .home)
  }

  @Test(arguments: [false, true])
  func theAPIGetsItsTokenOnceItsMetadataMatch(_ keys: Bool) {
    var scenario = Scenario.banking(keys: keys)
    scenario.begin(.api(.readAccounts))
    #expect(scenario.request?.url == Scenario.api + "/accounts")
    #expect(scenario.authorization == nil)
    #expect(scenario.request?.proofs == [])
    scenario.refuse(.apiProbe, 401, "Bearer realm=\"x\", resource_metadata=\"\(Scenario.metadataURL)\"")
    #expect(scenario.request?.url == Scenario.metadataURL)
    #expect(scenario.authorization == nil)
    scenario.respond(.resourceMetadata, Scenario.resourceDocument)
    #expect(scenario.authorization == (keys ? "DPoP access-1" : "Bearer access-1"))
    #expect((scenario.proof?["ath"] != nil) == keys)
    scenario.respond(.api, Scenario.accountsDocument)
    scenario.respond(.api, ["payments": [Scenario.paymentDocument]])
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.api.accounts?.count == 2)
    #expect(scenario.state.api.payingAccount?.id == "a0")
    #expect(scenario.state.api.payments?.map(\.to) == ["Anna"])
    #expect(scenario.state.view.route == .accounts)
    // The API is checked once in a run.
    scenario.begin(.api(.readAccounts))
    #expect(scenario.authorization != nil)
  }

  @Test func withoutAMetadataURLTheWellKnownOneIsUsed() {
    var scenario = Scenario.banking()
    scenario.begin(.api(.readAccounts))
    scenario.respond(.apiProbe, 404, [:])
    #expect(scenario.request?.url == Scenario.metadataURL)
  }

  @Test func signingOutDropsTheAccounts() {
    var scenario = Scenario.banking()
    scenario.readAccounts()
    scenario.fillIn()
    scenario.state.auth = .idle
    scenario.send(.tick)
    #expect(scenario.state.api == APIState())
    #expect(scenario.state.view.route == .home)
  }

  /// What the API answers before it has a token, and the app's error code for it. None of these APIs gets a token.
  @Test(arguments: [
    (401, #"Bearer resource_metadata="https://evil.example/x""#, "resource_metadata_elsewhere"),
    (401, #"Bearer resource_metadata="https://api.example.evil.example/x""#, "resource_metadata_elsewhere"),
    (401, #"Bearer resource_metadata="https://api.example:444/x""#, "resource_metadata_elsewhere"),
    (401, #"Bearer resource_metadata="http://api.example/x""#, "resource_metadata_elsewhere"),
    (401, #"Bearer resource_metadata="https://api.example@evil.example/x""#, "resource_metadata_elsewhere"),
    (401, #"Bearer resource_metadata="https://api.example/x#y""#, "resource_metadata_elsewhere"),
    (401, #"Bearer resource_metadata="/x""#, "resource_metadata_elsewhere"),
    (401, #"Bearer resource_metadata="""#, "resource_metadata_elsewhere"),
    (
      401, #"DPoP resource_metadata="javascript:alert(1)", Bearer resource_metadata="https://api.example/x""#,
      "resource_metadata_elsewhere"
    ),
    (500, "Bearer", "http_server_error"), (503, "Bearer", "service_unavailable"), (429, "Bearer", "too_many_requests"),
  ])
  func aProbeThatIsAnsweredWronglyEndsIt(_ status: Int, _ challenge: String, _ code: String) {
    var scenario = Scenario.banking()
    scenario.begin(.api(.readAccounts))
    scenario.refuse(.apiProbe, status, challenge)
    #expect(scenario.request == nil)
    #expect(scenario.errorCode == code)
    scenario.expectNothingLost()
  }

  private static let metadata: [(JSON, String)] = [
    (["authorization_servers": [.string(Scenario.issuer)]], "resource_mismatch"),
    (Scenario.resourceDocument.setting("resource", "https://api.example/bank/"), "resource_mismatch"),
    (Scenario.resourceDocument.setting("resource", "https://API.example/bank"), "resource_mismatch"),
    (Scenario.resourceDocument.setting("resource", "https://api.example"), "resource_mismatch"),
    (Scenario.resourceDocument.setting("resource", [.string(Scenario.api)]), "response_member_wrong_type"),
    (Scenario.resourceDocument.setting("authorization_servers", nil), "resource_issuer_mismatch"),
    (Scenario.resourceDocument.setting("authorization_servers", []), "resource_issuer_mismatch"),
    (Scenario.resourceDocument.setting("authorization_servers", ["https://evil.example"]), "resource_issuer_mismatch"),
    (Scenario.resourceDocument.setting("authorization_servers", ["https://idp.example/"]), "resource_issuer_mismatch"),
    (
      Scenario.resourceDocument.setting("authorization_servers", .string(Scenario.issuer)), "response_member_wrong_type"
    ),
    (["error": "invalid_client"], "invalid_client"), ([], "response_not_object"),
  ]

  @Test(arguments: metadata)
  func metadataOfAnotherAPIOrAnotherServerGetsNoToken(_ document: JSON, _ code: String) {
    var scenario = Scenario.banking()
    scenario.begin(.api(.readAccounts))
    scenario.refuse(.apiProbe, 401, "Bearer resource_metadata=\"\(Scenario.metadataURL)\"")
    scenario.respond(.resourceMetadata, document)
    #expect(scenario.request == nil)
    #expect(scenario.errorCode == code)
    scenario.expectNothingLost()
  }

  /// The challenge after a valid token, the error's code, and whether the app renews the token first.
  @Test(arguments: [
    (401, Scenario.challenge("invalid_token"), "invalid_token", true),
    (403, Scenario.challenge("invalid_token"), "invalid_token", false),
    (403, Scenario.challenge("insufficient_scope", #", scope="accounts""#), "insufficient_scope", false),
    (401, Scenario.challenge("insufficient_scope"), "insufficient_scope", false),
    (401, Scenario.challenge("made_up"), "server_reported_error", false),
    // Codes of the identity server have no meaning from an API: neither registration nor session ends.
    (401, Scenario.challenge("invalid_client"), "invalid_client", false),
    (400, Scenario.challenge("invalid_grant"), "invalid_grant", false),
    (401, Scenario.challenge("unauthorized_client"), "unauthorized_client", false),
    (401, Scenario.challenge("use_dpop_nonce"), "use_dpop_nonce", false),
    (401, "Negotiate", "http_unauthorized", false), (401, "Basic realm=\"x\"", "http_unauthorized", false),
    (401, String(repeating: "Bearer ", count: 4000), "http_unauthorized", false),
    (401, "\u{1B}[2J", "http_unauthorized", false),
    (403, "Bearer", "http_forbidden", false), (404, "", "http_not_found", false),
    (302, "", "http_redirect_refused", false),
    (500, Scenario.challenge("invalid_token"), "http_server_error", false),
    (503, "", "service_unavailable", false), (429, "", "too_many_requests", false),
    (
      401, Scenario.challenge("insufficient_user_authentication", #", max_age="soon""#), "response_member_malformed",
      false
    ),
    (
      401, Scenario.challenge("insufficient_user_authentication", #", max_age="-1""#), "response_member_malformed",
      false
    ),
    (
      401, Scenario.challenge("insufficient_user_authentication", #", max_age="1e9""#), "response_member_malformed",
      false
    ),
    (
      401, Scenario.challenge("insufficient_user_authentication", #", acr_values="a  b""#), "response_member_malformed",
      false
    ),
    (
      401, Scenario.challenge("insufficient_user_authentication", ", acr_values=\"\u{202E}x\""),
      "response_member_malformed", false
    ),
    (
      401,
      Scenario.challenge("insufficient_user_authentication", ", acr_values=\"\(String(repeating: "a", count: 2001))\""),
      "response_member_malformed", false
    ),
    (403, Scenario.stepUpChallenge, "insufficient_user_authentication", false),
  ])
  func everyRefusalIsOneErrorAndNoLoop(_ status: Int, _ challenge: String, _ code: String, _ renews: Bool) {
    var scenario = Scenario.banking()
    scenario.beginReading()
    scenario.refuse(.api, status, challenge)
    if renews {
      #expect(scenario.state.flow?.kind == .refresh)
      scenario.send(.server(.ready))
      scenario.renew()
      #expect(scenario.state.flow?.kind == .accounts)
      scenario.send(.server(.ready))
      #expect(scenario.authorization == "Bearer access-2")
      scenario.refuse(.api, status, challenge)
    }
    #expect(scenario.request == nil)
    #expect(scenario.errorCode == code)
    #expect(scenario.state.banner?.registrationIsDead == false)
    scenario.expectNothingLost()
    // A new attempt of the user may renew the token again.
    if scenario.state.banner?.retry != nil {
      scenario.send(.retry)
      #expect(scenario.state.flow?.kind == .accounts)
    }
  }

  @Test func aRefusedTokenIsRenewedOnceAndTheCallRepeated() {
    var scenario = Scenario.banking(keys: true)
    scenario.beginReading()
    scenario.refuse(.api, 401, "DPoP error=\"invalid_token\"")
    scenario.send(.server(.ready))
    scenario.haveKeys()
    scenario.renew(Scenario.tokens("2", idToken: false).setting("token_type", "DPoP"))
    scenario.send(.server(.ready))
    #expect(scenario.authorization == "DPoP access-2")
    scenario.respond(.api, Scenario.accountsDocument)
    scenario.respond(.api, ["payments": []])
    #expect(scenario.state.api.accounts?.count == 2)
    #expect(scenario.state.view.route == .accounts)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.notice == nil)
  }

  @Test func withoutARefreshTokenTheRefusalIsShown() {
    var scenario = Scenario.banking()
    scenario.beginReading()
    if case .authorized(var session, let refreshing) = scenario.state.auth {
      session.tokens.refreshToken = nil
      scenario.state.auth = .authorized(session, refreshing: refreshing)
    }
    scenario.refuse(.api, 401, Scenario.challenge("invalid_token"))
    #expect(scenario.errorCode == "invalid_token")
  }

  @Test func aRefreshThatTheServerRefusesEndsTheSessionAndTheCall() {
    var scenario = Scenario.banking()
    scenario.beginReading()
    scenario.refuse(.api, 401, Scenario.challenge("invalid_token"))
    scenario.send(.server(.ready))
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(scenario.errorCode == "invalid_grant")
    #expect(scenario.state.session == nil)
    #expect(scenario.state.followUp == nil)
    #expect(scenario.request == nil)
  }

  @Test func aNonceIsAdoptedOnce() {
    var scenario = Scenario.banking(keys: true)
    scenario.beginReading()
    #expect(scenario.proof?["nonce"] == nil)
    scenario.refuse(.api, 401, "DPoP error=\"use_dpop_nonce\"", nonce: "n1")
    #expect(scenario.proof?["nonce"] == "n1")
    scenario.refuse(.api, 401, "DPoP error=\"use_dpop_nonce\"", nonce: "n2")
    #expect(scenario.request == nil)
    #expect(scenario.errorCode == "use_dpop_nonce")
    scenario.expectNothingLost()
  }

  @Test func aLostKeyOfTheTokensIsNoDeadEnd() {
    var scenario = Scenario.banking(keys: true)
    scenario.beginReading()
    scenario.send(.answered(scenario.flowID, .notSigned(.api, .tokenKeyLost)))
    #expect(scenario.errorCode == "dpop_key_lost")
    #expect(scenario.state.session == nil)
    scenario.send(.retry)
    #expect(scenario.state.flow?.kind == .authentication)
  }

  @Test func accountsWithoutPaymentsAreStillAccounts() {
    var scenario = Scenario.banking()
    scenario.beginReading()
    scenario.respond(.api, Scenario.accountsDocument)
    scenario.refuse(.api, 403, Scenario.challenge("insufficient_scope", #", scope="payments""#))
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.api.accounts?.count == 2)
    #expect(scenario.state.api.payments == nil)
  }

  @Test(arguments: [
    ("{}", "response_member_malformed"), (#"{"accounts":7}"#, "response_member_wrong_type"),
    (#"{"accounts":[7]}"#, "response_member_wrong_type"),
    (#"{"accounts":[{"id":"a"}]}"#, "response_member_malformed"),
    (
      #"{"accounts":[{"id":"","kind":"k","number":"n","balance":{"currency":"EUR","amount":"1.00"}}]}"#,
      "response_member_malformed"
    ),
    (
      #"{"accounts":[{"id":"a","kind":"k","number":"n","balance":{"currency":"EURO","amount":"1.00"}}]}"#,
      "response_member_malformed"
    ),
    (
      #"{"accounts":[{"id":"a","kind":"k","number":"n","balance":{"currency":"EUR","amount":1.00}}]}"#,
      "response_member_wrong_type"
    ),
    (
      #"{"accounts":[{"id":"a","kind":"k","number":"n","balance":{"currency":"EUR","amount":"1e9"}}]}"#,
      "response_member_malformed"
    ),
    (#"{"accounts":[],"accounts":[]}"#, "response_duplicate_member"), ("[]", "response_not_object"),
    ("<html>", "response_malformed_json"), ("", "response_malformed_json"),
    (#"{"accounts":[],"error":"invalid_token"}"#, "invalid_token"),
  ])
  func garbageIsOneError(_ body: String, _ code: String) {
    var scenario = Scenario.banking()
    scenario.beginReading()
    let answer = HTTPResponse(200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8))
    scenario.send(.answered(scenario.flowID, .response(.api, .success(answer))))
    #expect(scenario.errorCode == code)
    #expect(scenario.request == nil)
    scenario.expectNothingLost()
  }

  @Test func aHugeListIsCut() {
    var scenario = Scenario.banking()
    scenario.beginReading()
    let account: JSON = ["id": "a", "kind": "k", "number": "n", "balance": ["currency": "EUR", "amount": "1.00"]]
    scenario.respond(.api, ["accounts": .array(Array(repeating: account, count: 9000))])
    #expect(scenario.state.api.accounts?.count == 200)
  }

  @Test func callsDuringASilentRefreshWaitForItsTokens() {
    var scenario = Scenario.banking()
    scenario.clock += 290
    scenario.send(.woke(scenario.state.lastWake))
    #expect(scenario.state.flow?.isSilent == true)
    scenario.begin(.api(.readAccounts))
    scenario.renew()
    #expect(scenario.state.flow?.kind == .accounts)
  }
}

extension Scenario {
  /// The user is signed in, the client is known, and nothing is under way.
  func expectNothingLost(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(state.flow == nil, sourceLocation: sourceLocation)
    #expect(state.session != nil, sourceLocation: sourceLocation)
    #expect(state.registration != nil, sourceLocation: sourceLocation)
    #expect(state.view.route != .home, sourceLocation: sourceLocation)
  }
}
