import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// A payment, the login that the API demands for it, and the state after either fails.
@Suite struct PayingTests {
  @Test func anAcceptedPaymentIsShownWithTheNewBalance() throws {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    #expect(scenario.request?.method == "POST")
    #expect(
      (try? JSON.parse(scenario.request?.body ?? []))
        == ["from": "a0", "to": "Anna", "amount": ["currency": "EUR", "amount": "12.50"]])
    scenario.respond(.api, 201, Scenario.paymentDocument)
    #expect(scenario.request?.method == "GET")
    scenario.respond(.api, Scenario.accountsDocument)
    scenario.respond(.api, ["payments": [Scenario.paymentDocument]])
    guard case .paid(let payment) = scenario.state.notice else { throw Unexpected("the payment is not mentioned") }
    #expect(payment.to == "Anna")
    #expect(scenario.state.api.form == PaymentForm())
    #expect(scenario.state.view.route == .accounts)
    #expect(scenario.state.flow == nil)
  }

  @Test(arguments: ["", "0", "0,00", "-5", "1.234", "1,2,3", "ten", "9999999999999999"])
  func aMalformedAmountIsNotSent(_ amount: String) {
    var scenario = Scenario.banking()
    scenario.readAccounts()
    scenario.fillIn(amount: amount)
    scenario.send(.api(.pay))
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.view.button == 1)
  }

  @Test(arguments: [false, true])
  func theDemandedLoginIsFollowedByThePayment(_ keys: Bool) {
    var scenario = Scenario.banking(keys: keys)
    scenario.beginPaying()
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.api.demand?.stepUp.acrValues == Scenario.acr)
    scenario.send(.api(.stepUp))
    #expect(scenario.state.flow?.kind == .stepUp)
    scenario.send(.server(.ready))
    if keys { scenario.haveKeys() }
    scenario.prepareAuthorization()
    if keys {
      let pushed = String(decoding: scenario.request?.body ?? [], as: UTF8.self)
      #expect(pushed.contains("max_age=120"))
      scenario.bePushed()
    } else {
      #expect(scenario.query("acr_values") == Scenario.acr)
      #expect(scenario.query("max_age") == "120")
      #expect(scenario.query("resource") == Scenario.api)
    }
    // A login that may fail does not end the session.
    #expect(scenario.state.session != nil)
    #expect(scenario.state.phase == .loggingIn)
    scenario.returnCode("third")
    scenario.respond(.token, Scenario.tokens("3").setting("token_type", keys ? "DPoP" : "Bearer"))
    scenario.respond(.jwks, ["keys": []])
    for case .checkIDToken(_, let check) in scenario.effects {
      #expect(check.acrValues == [Scenario.acr])
      #expect(check.loginNotBefore != nil)
    }
    scenario.completeLogin()
    #expect(scenario.state.flow?.kind == .payment)
    scenario.send(.server(.ready))
    #expect(scenario.authorization == (keys ? "DPoP access-3" : "Bearer access-3"))
    #expect(scenario.request?.method == "POST")
    scenario.respond(.api, 201, Scenario.paymentDocument)
    #expect(scenario.state.api.demand == nil)
    if case .paid = scenario.state.notice {} else { Issue.record("the payment is not mentioned") }
  }

  @Test func aStepUpThatIsNeverEnoughEndsAfterOneLogin() {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    scenario.logInForAPI()
    scenario.send(.server(.ready))
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    #expect(scenario.errorCode == "insufficient_user_authentication")
    #expect(scenario.state.api.demand == nil)
    #expect(scenario.request == nil)
    #expect(scenario.state.api.form[.recipient] == "Anna")
    scenario.expectNothingLost()
  }

  @Test func aLoginThatIsTooWeakChangesNothing() {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    let before = scenario.state.session
    scenario.logInForAPI(
      .failure(ProtocolError(.idTokenACRUnmet, field: "acr", source: "OpenID Connect Core §3.1.3.7")))
    #expect(scenario.errorCode == "id_token_acr_unmet")
    #expect(scenario.state.session == before)
    #expect(scenario.state.followUp == nil)
    #expect(scenario.state.api.form[.recipient] == "Anna")
    scenario.send(.retry)
    #expect(scenario.state.flow?.kind == .stepUp)
  }

  @Test func anotherUserDoesNotStepIntoTheSession() throws {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    let other = try IDTokenClaims(
      unsigned: [
        "iss": .string(Scenario.issuer), "sub": "somebody-else", "aud": "87f1d9de-de2f-4e96-b27b-882cce0a3352",
        "exp": 1_800_003_600, "iat": 1_800_000_000,
      ])
    let before = scenario.state.session
    scenario.logInForAPI(.success(other))
    #expect(scenario.errorCode == "id_token_refresh_sub_changed")
    #expect(scenario.state.session == before)
    #expect(scenario.state.followUp == nil)
  }

  @Test func aSpentCodeOfTheStepUpEndsNoSession() {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    scenario.begin(.api(.stepUp))
    scenario.prepareAuthorization()
    scenario.returnCode("third")
    scenario.respond(.token, 400, ["error": "invalid_grant"])
    #expect(scenario.errorCode == "invalid_grant")
    scenario.expectNothingLost()
  }

  @Test func aClosedBrowserLeadsBackToTheQuestion() {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    scenario.begin(.api(.stepUp))
    scenario.prepareAuthorization()
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    scenario.respond(.registrationRead, Scenario.registration)
    #expect(scenario.state.api.demand != nil)
    scenario.expectNothingLost()
    scenario.send(.api(.dropDemand))
    #expect(scenario.state.api.demand == nil)
    #expect(scenario.state.api.form[.recipient] == "Anna")
  }

  @Test func aDemandWithoutParametersForcesALogin() {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.refuse(.api, 401, Scenario.challenge("insufficient_user_authentication"))
    scenario.begin(.api(.stepUp))
    scenario.prepareAuthorization()
    #expect(scenario.query("prompt") == "login")
  }

  @Test(arguments: [TransportFailure.Code.timeout, .connectionLost, .bodyTooLarge, .malformedResponse])
  func aPaymentWithALostAnswerIsInDoubtAndNotRepeated(_ failure: TransportFailure.Code) {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.lose(.api, failure)
    #expect(scenario.errorCode == "payment_answer_lost")
    #expect(scenario.state.banner?.retry == nil)
    #expect(scenario.state.api.isPaymentInDoubt)
    #expect(scenario.request == nil)
    #expect(scenario.state.api.form[.recipient] == "Anna")
    scenario.send(.dismissBanner)
    scenario.readAccounts()
    #expect(!scenario.state.api.isPaymentInDoubt)
  }

  @Test(arguments: [
    (500, "http_server_error", true), (201, "response_not_json", true), (200, "http_status_unexpected", true),
    (400, "http_status_unexpected", false), (404, "http_not_found", false), (429, "too_many_requests", false),
  ])
  func onlyARefusalSaysThatNothingWasPaid(_ status: Int, _ code: String, _ isInDoubt: Bool) {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.refuse(.api, status)
    #expect(scenario.errorCode == code)
    #expect(scenario.state.api.isPaymentInDoubt == isInDoubt)
    scenario.expectNothingLost()
  }

  @Test func aMalformedNonceDoesNotUndoAPayment() {
    var scenario = Scenario.banking(keys: true)
    scenario.beginPaying()
    let headers = [
      HTTPHeader("Content-Type", "application/json"), HTTPHeader("DPoP-Nonce", "one"), HTTPHeader("DPoP-Nonce", "two"),
    ]
    let made = HTTPResponse(201, headers: headers, body: Array(Scenario.paymentDocument.compact.utf8))
    scenario.send(.answered(scenario.flowID, .response(.api, .success(made))))
    #expect(scenario.errorCode == nil)
    #expect(scenario.state.api.form == PaymentForm())
    #expect(!scenario.state.api.isPaymentInDoubt)
    #expect(scenario.request?.method == "GET")
  }

  @Test(arguments: [("invalid_payment", 400), ("insufficient_funds", 409)])
  func theAPIsOwnRefusalsHaveTheirOwnWords(_ code: String, _ status: Int) {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.respond(.api, status, ["error": .string(code), "error_description": "no"])
    #expect(scenario.errorCode == code)
    #expect(!scenario.state.api.isPaymentInDoubt)
  }

  @Test func cancellingAPaymentWarnsThatItMayHaveBeenMade() {
    var scenario = Scenario.banking()
    scenario.beginPaying()
    scenario.send(.cancel)
    #expect(scenario.state.api.isPaymentInDoubt)
    scenario.expectNothingLost()
  }

  @Test func aRefusedReadingAfterAPaymentDemandsNoLogin() {
    for challenge in [Scenario.challenge("invalid_token"), Scenario.stepUpChallenge] {
      var scenario = Scenario.banking()
      scenario.beginPaying()
      scenario.respond(.api, 201, Scenario.paymentDocument)
      scenario.refuse(.api, 401, challenge)
      #expect(scenario.state.banner != nil)
      #expect(scenario.state.banner?.retry == .accounts)
      #expect(scenario.state.api.demand == nil)
      if case .paid = scenario.state.notice {} else { Issue.record("the payment was made all the same") }
      scenario.expectNothingLost()
    }
  }

  @Test func readingAccountsMayDemandAnotherLoginToo() {
    var scenario = Scenario.banking()
    scenario.beginReading()
    scenario.refuse(.api, 401, Scenario.stepUpChallenge)
    #expect(scenario.state.api.demand?.operation == .accounts)
    scenario.logInForAPI()
    #expect(scenario.state.flow?.kind == .accounts)
  }
}
