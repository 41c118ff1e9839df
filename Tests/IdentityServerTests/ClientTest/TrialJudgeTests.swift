import Faults
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The judge of active checks: what a careful, a careless and a silent client get for the same wrong answer.
@Suite struct TrialJudgeTests {
  /// The verdicts before and after a control login.
  private struct Verdicts: Equatable {
    var before: Finding.Kind?
    var worked: Finding.Kind?
    var failed: Finding.Kind?
  }

  private typealias Tokens = JSON

  /// Runs `body` while the faults of the check are on, and judges what it has sent.
  private func verdicts(
    _ id: String, baseline: [SeenExchange.Kind: Int] = usual,
    before: (TestApp, Tokens) async throws -> Void = { _, _ in },
    refreshTokens: ServerPolicies.RefreshTokens = .rotating,
    _ body: (TestApp, TestBrowser, JSON) async throws -> Void
  ) async throws -> Verdicts {
    let check = try #require(ClientCheck.all.first { $0.id == id })
    let trial = try #require(check.trial)
    return try await TestServer.with(adjusting: { $0.policies.refreshTokens = refreshTokens }) { server in
      let metadata = TestServer.tutorialMetadata.setting("grant_types", ["authorization_code", "refresh_token"])
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-1"])).code)
      let tokens = try await app.redeem(code).json
      try await before(app, tokens)
      let provider = server.server.provider
      let start = provider.trace.lastNumber + 1
      provider.faults.set(trial.faults(for: .applications, name: id))
      if trial.operation == .rotateKeys { _ = try await server.server.rotateKeys() }
      try await body(app, browser, tokens)
      provider.faults.set([])
      let tested = TestedClient(named: nil)
      var record = TrialRecord(
        check: check, trial: trial, baseline: baseline, exchanges: provider.trace.seen().filter(tested.sends),
        span: start..<provider.trace.lastNumber + 1)
      var verdicts = Verdicts(before: record.finding?.kind)
      record.control = .worked
      verdicts.worked = record.finding?.kind
      record.control = .failed
      verdicts.failed = record.finding?.kind
      return verdicts
    }
  }

  private static let usual: [SeenExchange.Kind: Int] = [
    .code: 2, .userInfo: 2, .refresh: 2, .authorization: 2, .registration: 1,
  ]
  /// Silence: only the login afterwards tells.
  private static let silent = Verdicts(before: nil, worked: .careful, failed: .unseen)
  private static let careless = Verdicts(before: .careless, worked: .careless, failed: .careless)
  private static let careful = Verdicts(before: .careful, worked: .careful, failed: .careful)
  private static let unseen = Verdicts(before: .unseen, worked: .unseen, failed: .unseen)

  @Test func aCodeOfAWrongRedirectMayNotComeBack() async throws {
    let silent = try await verdicts("cb-state") { app, browser, _ in
      let answer = try await browser.get(app.authorizationURL())
      #expect(answer.redirectParameters["state"] != "st-1")
    }
    #expect(silent == Self.silent)
    let careless = try await verdicts("cb-state") { app, browser, _ in
      _ = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code))
    }
    #expect(careless == Self.careless)
  }

  /// A browser may fetch the page before the app opens it. That answer need not reach the app, and is no login of its own.
  @Test(arguments: ["cb-state", "cb-denied"]) func aPrefetchedPageIsNotSpoiled(_ id: String) async throws {
    let found = try await verdicts(id) { app, browser, _ in
      let prefetch = [HTTPHeader("Sec-Purpose", "prefetch;prerender")]
      for headers in [prefetch, [], prefetch] {
        let answer = try await browser.get(app.authorizationURL(), headers: headers).redirectParameters
        if headers.isEmpty, let code = answer["code"] { _ = try await app.redeem(code) }
      }
    }
    #expect(found == (id == "cb-state" ? Self.careless : Self.silent))
  }

  /// The refusal of a login without the user passes, and the answer to the login with the user is the wrong one.
  @Test(arguments: ["cb-state", "cb-no-iss", "cb-double"]) func aRefusedSilentLoginIsNotSpoiled(_ id: String)
    async throws
  {
    let found = try await verdicts(id) { app, browser, _ in
      let silent = try await TestBrowser(app.server).get(app.authorizationURL(["prompt": "none"])).redirectParameters
      #expect(silent["error"] == "login_required" && silent["state"] == "st-1" && silent["iss"] == app.server.issuer)
      _ = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code))
    }
    #expect(found == Self.careless)
  }

  @Test(arguments: ["cb-denied", "cb-odd"]) func aRefusedSilentLoginIsNoRepetition(_ id: String) async throws {
    let found = try await verdicts(id) { app, browser, _ in
      let silent = try await TestBrowser(app.server).get(app.authorizationURL(["prompt": "none"])).redirectParameters
      #expect(silent["error"] == "login_required")
      let denied = try await browser.get(app.authorizationURL()).redirectParameters
      #expect(denied["error"] != nil && denied["code"] == nil)
    }
    #expect(found == Self.silent)
  }

  /// The app's other requests are not those of the wrong answer.
  @Test func olderTokensSayNothing() async throws {
    let found = try await verdicts("cb-state") { app, browser, tokens in
      _ = try await browser.get(app.authorizationURL())
      _ = try await app.userInfo(tokens.token("access_token"))
    }
    #expect(found == Self.silent)
  }

  @Test func whatDidNotReachTheClientIsNotSeen() async throws {
    let nothing = try await verdicts("cb-state") { _, _, _ in }
    #expect(nothing == Self.unseen)
    let once = try await verdicts("id-iss", baseline: [.code: 2, .userInfo: 1]) { app, browser, _ in
      _ = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code))
    }
    #expect(once.worked == .unseen, "one use in the baseline may be chance")
    let never = try await verdicts("id-iss", baseline: [.code: 2]) { app, browser, _ in
      _ = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code))
    }
    #expect(never == Self.unseen)
  }

  @Test(arguments: [
    "id-iss", "id-aud", "id-exp", "id-unsigned", "id-sig", "id-hs", "id-jwk",
    "id-aud2", "id-none", "tk-type",
  ])
  func tokensOfAWrongAnswerMayNotBeUsed(_ id: String) async throws {
    func redeem(_ app: TestApp, _ browser: TestBrowser) async throws -> JSON {
      let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-2"])).code)
      return try await app.redeem(code).json
    }
    let silent = try await verdicts(id) { app, browser, _ in _ = try await redeem(app, browser) }
    #expect(silent == Self.silent)
    let used = try await verdicts(id) { app, browser, _ in
      _ = try await app.userInfo(try await redeem(app, browser).token("access_token"))
    }
    #expect(used == Self.careless)
    let revoked = try await verdicts(id) { app, browser, _ in
      let token = try await redeem(app, browser).token("access_token")
      _ = try await app.post(Addresses.revocationPath, [("token", token)])
    }
    #expect(revoked == Self.silent, "giving a token back is no use of it")
  }

  @Test(arguments: ["tk-case", "tk-no-exp", "id-skew"])
  func aLawfulAnswerIsUsed(_ id: String) async throws {
    let used = try await verdicts(id) { app, browser, _ in
      let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-2"])).code)
      _ = try await app.userInfo(try await app.redeem(code).json.token("access_token"))
    }
    #expect(used == Self.careful)
    let unused = try await verdicts(id) { app, browser, _ in
      _ = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code))
    }
    #expect(unused == Verdicts(before: nil, worked: .careless, failed: .unseen))
  }

  /// Its access token of the lawful answer is never used, and it is no worse for that.
  @Test func aClientThatRefreshesFirstDoesNotTell() async throws {
    let found = try await verdicts("tk-case") { app, browser, _ in
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      let tokens = try await app.redeem(code).json
      let renewed = try await app.refresh(tokens.token("refresh_token")).json
      _ = try await app.userInfo(renewed.token("access_token"))
    }
    #expect(found == Self.unseen)
  }

  @Test func aClientThatFindsNoNewKeyAlsoLaterFails() async throws {
    let unused = try await verdicts("id-rotate") { app, browser, _ in
      _ = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code))
    }
    #expect(unused == Verdicts(before: nil, worked: .doubtful, failed: .careless))
  }

  @Test func theSameIsNotRepeatedAgainAndAgain() async throws {
    for (times, expected) in [(1, Self.silent), (2, Self.silent), (3, Self.careless)] {
      let found = try await verdicts("tk-refused") { app, browser, _ in
        let code = try #require(try await browser.get(app.authorizationURL()).code)
        for _ in 1...times { #expect(try await app.redeem(code).status == 400) }
      }
      #expect(found == expected, "\(times)")
    }
    let again = try await verdicts("cb-denied") { app, browser, _ in
      for _ in 1...2 { _ = try await browser.get(app.authorizationURL()) }
    }
    #expect(again == Self.careless)
  }

  /// The answer to a login without the user is the wrong one, as where the browser has a session.
  @Test func aDeniedSilentLoginIsAskedWithTheUser() async throws {
    let careful = try await verdicts("cb-denied") { app, browser, _ in
      for prompt in ["none", nil] { _ = try await browser.get(app.authorizationURL(["prompt": prompt])) }
    }
    #expect(careful == Self.silent)
    let careless = try await verdicts("cb-denied") { app, browser, _ in
      for _ in 1...2 { _ = try await browser.get(app.authorizationURL(["prompt": "none"])) }
    }
    #expect(careless == Self.careless)
  }

  /// RFC 9110 §10.2.3: who has waited as long as the answer said may ask again, and is refused again.
  @Test func aClientThatHasWaitedMayRegisterAgain() async throws {
    for (seconds, expected) in [(20.0, Self.careless), (31, Self.silent)] {
      let found = try await verdicts("rg-later") { app, _, _ in
        for _ in 1...2 {
          let answer = try await app.server.register(token: "no-such-token")
          #expect(answer.status == 429)
          app.server.clock.advance(by: seconds)
        }
      }
      #expect(found == expected, "\(seconds)")
    }
  }

  /// Also of a client that pushes its requests, whose browser shows no `prompt`.
  @Test(arguments: [false, true])
  func aRefusedSilentLoginIsAskedWithTheUser(_ isPushed: Bool) async throws {
    func ask(_ app: TestApp, _ browser: TestBrowser, _ prompt: String?) async throws -> String? {
      guard isPushed else { return try await browser.get(app.authorizationURL(["prompt": prompt])).code }
      var fields = [
        ("response_type", "code"), ("client_id", app.clientID), ("redirect_uri", app.redirectURI), ("scope", "openid"),
        ("code_challenge", TestApp.challenge), ("code_challenge_method", "S256"),
      ]
      if let prompt { fields.append(("prompt", prompt)) }
      let pushed = try await app.post("/oauth/v2/oauth-authorize/par", fields).json
      let reference = PercentCoding.encode(pushed["request_uri"]?.stringValue ?? "", .unreserved)
      let query = "?client_id=" + app.clientID + "&request_uri=" + reference
      return try await browser.get(app.server.origin + "/oauth/v2/oauth-authorize" + query).code
    }
    // The answer to a login with the user is right, as before a renewal; after a login the tokens are renewed without the user again.
    let careful = try await verdicts("az-silent") { app, browser, _ in
      for prompt in [nil, "none", nil, "none"] {
        guard let code = try await ask(app, browser, prompt) else { continue }
        _ = try await app.redeem(code)
      }
    }
    #expect(careful == Self.careful)
    let careless = try await verdicts("az-silent") { app, browser, _ in
      for _ in 1...2 { _ = try await ask(app, browser, "none") }
    }
    #expect(careless == Self.careless)
  }

  @Test func theProfileOfSomebodyElseEndsTheLogin() async throws {
    let silent = try await verdicts("ui-sub") { app, _, tokens in
      let profile = try await app.userInfo(tokens.token("access_token")).json
      #expect(profile["sub"] == "somebody-else")
    }
    #expect(silent == Self.silent)
    let careless = try await verdicts("ui-sub") { app, _, tokens in
      _ = try await app.userInfo(tokens.token("access_token"))
      _ = try await app.refresh(tokens.token("refresh_token"))
    }
    #expect(careless == Self.careless)
  }

  @Test func refreshTokensAreKeptAndExchanged() async throws {
    let kept = try await verdicts("rf-keep") { app, _, tokens in
      for _ in 1...2 { _ = try await app.refresh(tokens.token("refresh_token")) }
    }
    #expect(kept == Self.careful)
    let forgotten = try await verdicts("rf-keep") { app, _, tokens in
      _ = try await app.refresh(tokens.token("refresh_token"))
    }
    #expect(forgotten == Verdicts(before: nil, worked: .careless, failed: .unseen))
    let taken = try await verdicts("rf-rotate") { app, _, tokens in
      let new = try await app.refresh(tokens.token("refresh_token")).json.token("refresh_token")
      _ = try await app.refresh(new)
    }
    #expect(taken == Self.careful)
    let old = try await verdicts("rf-rotate") { app, _, tokens in
      for _ in 1...2 { _ = try await app.refresh(tokens.token("refresh_token")) }
    }
    #expect(old == Self.careless)
  }

  /// The answers to refreshes have no refresh token then.
  @Test func aRefreshTokenThatLastsIsNotExchanged() async throws {
    let found = try await verdicts("rf-rotate", refreshTokens: .lasting) { app, _, tokens in
      for _ in 1...2 {
        let answer = try await app.refresh(tokens.token("refresh_token"))
        #expect(answer.status == 200)
      }
    }
    #expect(found == Verdicts(before: .inapplicable, worked: .inapplicable, failed: .inapplicable))
  }

  /// A client that refreshes right after its login has spent the token when the check begins: the server refuses it each time.
  @Test func aRefreshTokenThatWasSpentBeforeTheCheckIsOldToo() async throws {
    let old = try await verdicts("rf-rotate", before: { _ = try await $0.refresh($1.token("refresh_token")) }) {
      app, _, tokens in
      let answer = try await app.refresh(tokens.token("refresh_token"))
      #expect(answer.error == "invalid_grant")
    }
    #expect(old == Self.careless)
  }

  /// RFC 7592: its registration may be read, or corrected.
  @Test(arguments: [false, true]) func aClientMayGoOnWithTheRightRegistration(_ readsIt: Bool) async throws {
    let found = try await verdicts("rg-redirect") { app, _, _ in
      let (wrong, browser, registration) = try await app.server.registeredApp()
      var other = wrong
      #expect(other.redirectURI == "https://evil.example/callback")
      if readsIt {
        let address = registration.token("registration_client_uri")
        let token = registration.token("registration_access_token")
        let right = try await app.server.registration("GET", address, token: token).json
        other.redirectURI = try #require(right["redirect_uris"]?.stringArray?.first)
        #expect(other.redirectURI == "io.curity.dcrclient:/callback")
      }
      _ = try await browser.get(other.authorizationURL())
    }
    #expect(found == (readsIt ? Self.silent : Self.careless))
  }

  /// Who asks for a token's state finds out there that its grant was revoked.
  @Test func aTokenThatIsNoLongerActiveIsNotAskedForAgainAndAgain() async throws {
    for (times, expected) in [(3, Self.silent), (4, Self.careless)] {
      let found = try await verdicts("en-grant") { app, _, tokens in
        let token = [("token", tokens.token("access_token"))]
        _ = try await app.post(Addresses.revocationPath, token)
        for _ in 1...times {
          #expect(try await app.post(Addresses.introspectionPath, token).json["active"] == false)
        }
      }
      #expect(found == expected, "\(times)")
    }
  }

  @Test func aBrowsersPreflightIsNoRequestOfTheClient() async throws {
    try await TestServer.with { server in
      for path in [Addresses.registrationPath, Addresses.tokenPath, Addresses.userInfoPath] {
        _ = try await server.send(HTTPRequest("OPTIONS", server.origin + path))
        #expect(server.trace.seen().last?.kind == .other, "\(path)")
      }
    }
  }

  @Test func anOutageEndsNoLogin() async throws {
    let again = try await verdicts("rf-down") { app, _, tokens in
      for _ in 1...3 { _ = try await app.refresh(tokens.token("refresh_token")) }
    }
    #expect(again == Self.careful)
    let forgotten = try await verdicts("rf-down") { app, _, tokens in
      _ = try await app.refresh(tokens.token("refresh_token"))
    }
    #expect(forgotten == Verdicts(before: nil, worked: .careless, failed: .unseen))
  }

  @Test func aRefreshedIDTokenMayHaveTheFirstNonce() async throws {
    let used = try await verdicts("rf-nonce") { app, _, tokens in
      let new = try await app.refresh(tokens.token("refresh_token")).json
      let claims = new.token("id_token").split(separator: ".").dropFirst().first.flatMap {
        Base64URL.decode(String($0))
      }
      let nonce = try claims.map { try JSON.parse($0) }?["nonce"]
      #expect(nonce == "n-1")
      _ = try await app.userInfo(new.token("access_token"))
    }
    #expect(used == Self.careful)
  }

  @Test(arguments: [true, false])
  func aClientAuthenticatesAsItWasRegistered(_ usesBasic: Bool) async throws {
    let found = try await verdicts("rg-echo") { app, _, _ in
      let (other, _, registration) = try await app.server.registeredApp()
      #expect(registration["token_endpoint_auth_method"] == "client_secret_post")
      _ = try await other.redeem("no-such-code", basic: usesBasic)
    }
    #expect(found == (usesBasic ? Self.careless : Self.careful))
  }

  /// RFC 7592 §2.1: who has read the right registration since obeys that.
  @Test(arguments: ["rg-echo", "en-secret"]) func aRegistrationMayBeReadAnew(_ id: String) async throws {
    let found = try await verdicts(id) { app, _, _ in
      let (other, _, registration) = try await app.server.registeredApp()
      let address = registration.token("registration_client_uri")
      _ = try await app.server.registration("GET", address, token: registration.token("registration_access_token"))
      for _ in 1...2 { _ = try await other.redeem("no-such-code") }
    }
    #expect(found == Self.silent)
  }

  @Test func aSecretThatHasExpiredIsNotUsedOn() async throws {
    for (times, expected) in [(1, Self.silent), (2, Self.careless)] {
      let found = try await verdicts("en-secret") { app, _, _ in
        let (other, _, _) = try await app.server.registeredApp()
        for _ in 1...times { _ = try await other.redeem("no-such-code") }
      }
      #expect(found == expected, "\(times)")
    }
  }

  @Test func nothingIsAskedWhileTheMetadataAreWrong() async throws {
    let silent = try await verdicts("md-issuer") { app, _, _ in
      _ = try await app.server.send(HTTPRequest("GET", app.server.origin + Addresses.openIDMetadataPaths[0]))
    }
    #expect(silent == Self.silent)
    let careless = try await verdicts("md-issuer") { app, browser, _ in
      _ = try await app.server.send(HTTPRequest("GET", app.server.origin + Addresses.openIDMetadataPaths[0]))
      _ = try await browser.get(app.authorizationURL())
    }
    #expect(careless == Self.careless)
    // The refresh belongs to another window: its token is older.
    let elsewhere = try await verdicts("md-issuer") { app, _, tokens in
      _ = try await app.server.send(HTTPRequest("GET", app.server.origin + Addresses.openIDMetadataPaths[0]))
      _ = try await app.refresh(tokens.token("refresh_token"))
    }
    #expect(elsewhere == Self.silent)
    // With right metadata it may go on.
    let again = try await verdicts("md-html") { app, browser, _ in
      for _ in 1...2 {
        _ = try await app.server.send(HTTPRequest("GET", app.server.origin + Addresses.openIDMetadataPaths[0]))
      }
      _ = try await browser.get(app.authorizationURL())
    }
    #expect(again == Self.silent)
  }
}
