import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// A stolen registration access token gives no access to earlier grants (docs/decisions/0037).
@Suite struct ChangedRegistrationTests {
  /// A signed-in phone and its registration.
  private struct Phone {
    var app: KeyedApp
    var browser: TestBrowser
    var registration: JSON
    var refreshToken: String
  }

  private func signedIn(_ server: TestServer, dpop: Bool) async throws -> Phone {
    let (app, browser, registration) = try await server.keyedApp(TestKey(id: "phone"))
    let code = try await server.freshCode(app, browser)
    let tokens = try await app.redeem(code, proofs: dpop ? [app.proof()] : []).json
    return Phone(
      app: app, browser: browser, registration: registration, refreshToken: tokens.token("refresh_token"))
  }

  /// Updates with that registration access token; the answer has the next one.
  private func update(
    _ server: TestServer, _ registration: JSON, _ keys: [TestKey], _ changes: Changes = [:]
  ) async throws -> JSON {
    let body = TestServer.keyedMetadata.setting("jwks", ["keys": .array(keys.map(\.jwk))])
      .setting("client_id", registration["client_id"]).changed(changes)
    let answer = try await server.registration(
      "PUT", registration.token("registration_client_uri"), body,
      token: registration.token("registration_access_token"))
    try #require(answer.status == 200, "\(answer.text)")
    return answer.json
  }

  private func thief(_ phone: Phone, _ key: TestKey) -> KeyedApp {
    var thief = phone.app
    (thief.key, thief.proofKey) = (key, TestKey())
    return thief
  }

  /// The attack: the thief has the registration access token and the refresh token, and registers a key instead of the phone's or
  /// beside it.
  @Test(arguments: [true, false], [true, false])
  func aStolenRefreshTokenDoesNotWorkWithANewKey(dpop: Bool, besideTheOld: Bool) async throws {
    try await TestServer.with { server in
      let phone = try await signedIn(server, dpop: dpop)
      let key = TestKey(id: "thief")
      let thief = thief(phone, key)
      _ = try await update(
        server, phone.registration, besideTheOld ? [try #require(phone.app.key), key] : [key])
      #expect(try await thief.isRecognised(try #require(thief.assertion()).signed(key)).status == 200, "the control")
      for proofs in [[thief.proof()], []] {
        let answer = try await thief.refresh(phone.refreshToken, proofs: proofs)
        #expect(["invalid_grant", "invalid_dpop_proof"].contains(answer.error), "\(answer.text)")
      }
      guard besideTheOld, dpop else { return }
      // The phone is not affected.
      #expect(try await phone.app.refresh(phone.refreshToken, proofs: [phone.app.proof()]).status == 200)
    }
  }

  /// The same with a secret that was not stolen: the thief turns the client into one without a secret.
  @Test(arguments: ["none", "private_key_jwt"])
  func norDoesItWithAnotherAuthenticationMethod(_ method: String) async throws {
    try await TestServer.with { server in
      let (app, browser, registration) = try await server.registeredApp()
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      let refreshToken = try await app.redeem(code).json.token("refresh_token")
      let key = TestKey(id: "thief")
      _ = try await update(server, registration, [key], ["token_endpoint_auth_method": .string(method)])
      let thief = KeyedApp(server: server, clientID: app.clientID, key: method == "none" ? nil : key)
      #expect(try await thief.refresh(refreshToken).error == "invalid_grant")
    }
  }

  /// Unredeemed codes and pushed requests do not help the thief either.
  @Test func norDoesAStolenCodeOrAPushedRequest() async throws {
    try await TestServer.with { server in
      let phone = try await signedIn(server, dpop: false)
      let code = try await server.freshCode(phone.app, phone.browser)
      let pushed = try await phone.app.push(proof: "none").json.token("request_uri")
      let key = TestKey(id: "thief")
      _ = try await update(server, phone.registration, [key])
      #expect(try await thief(phone, key).redeem(code).error == "invalid_grant")
      #expect(try await phone.browser.get(phone.app.plain.presenting(pushed)).status == 400)
    }
  }

  /// As the app's Renew Key does: the new key beside the old one, then alone. Bound tokens still work, whichever answer was lost;
  /// afterwards only the previous DPoP key is accepted.
  @Test func aRenewedKeyWorksWithTheSameDPoPKey() async throws {
    try await TestServer.with { server in
      var phone = try await signedIn(server, dpop: true)
      let (old, new) = (try #require(phone.app.key), TestKey(id: "new"))
      let between = try await update(server, phone.registration, [old, new])
      var token = phone.refreshToken
      func refresh() async throws -> HTTPResponse {
        let answer = try await phone.app.refresh(token, proofs: [phone.app.proof()])
        if answer.status == 200 { token = answer.json.token("refresh_token") }
        return answer
      }
      #expect(try await refresh().status == 200, "the old key still counts")
      _ = try await update(server, between, [new])
      #expect(try await refresh().error == "invalid_client")
      phone.app.key = new
      #expect(try await refresh().status == 200)
      #expect(try await refresh().status == 200)
      var other = phone.app
      other.proofKey = TestKey()
      #expect(try await other.refresh(token, proofs: [other.proof()]).error == "invalid_grant")
      #expect(try await refresh().status == 200, "a refused request used the token up")
    }
  }

  /// Without DPoP the app needs another login, which is silent.
  @Test func aRenewedKeyWithoutDPoPNeedsASilentLogin() async throws {
    try await TestServer.with { server in
      var phone = try await signedIn(server, dpop: false)
      let new = TestKey(id: "new")
      let between = try await update(server, phone.registration, [try #require(phone.app.key), new])
      _ = try await update(server, between, [new])
      phone.app.key = new
      #expect(try await phone.app.refresh(phone.refreshToken).error == "invalid_grant")
      let code = try #require(try await phone.browser.get(phone.app.plain.authorizationURL()).code)
      let tokens = try await phone.app.redeem(code).json
      #expect(try await phone.app.refresh(tokens.token("refresh_token")).status == 200)
    }
  }

  /// An update that does not change the authentication ends nothing.
  @Test func anUpdateWithTheSameKeysEndsNothing() async throws {
    try await TestServer.with { server in
      let phone = try await signedIn(server, dpop: false)
      let keys = [try #require(phone.app.key)]
      _ = try await update(server, phone.registration, keys, ["client_name": "Another name"])
      #expect(try await phone.app.refresh(phone.refreshToken).status == 200)
      let (app, browser, registration) = try await server.registeredApp()
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      let token = try await app.redeem(code).json.token("refresh_token")
      _ = try await update(server, registration, [], ["jwks": nil, "token_endpoint_auth_method": nil])
      #expect(try await app.refresh(token).status == 200)
      #expect(try await browser.get(app.authorizationURL()).code != nil)
    }
  }

  /// The thief's redirect URI gets no code silently: the user is asked, and sees where the answer goes.
  @Test func anotherRedirectURIIsNotServedInSilence() async throws {
    try await TestServer.with { server in
      let phone = try await signedIn(server, dpop: true)
      let keys = [try #require(phone.app.key)]
      let evil = "https://evil.example/cb"
      let both: JSON = ["io.curity.dcrclient:/callback", .string(evil)]
      var registration = try await update(server, phone.registration, keys, ["redirect_uris": both])
      for uri in [evil, phone.app.redirectURI] {
        let page = try await phone.browser.get(phone.app.plain.authorizationURL(["redirect_uri": uri]))
        #expect(page.code == nil && page.text.contains("value=\"allow\""), "\(uri)")
        #expect(page.text.contains(uri == evil ? "evil.example" : "io.curity.dcrclient:"))
      }
      let silent = try await phone.browser.get(phone.app.plain.authorizationURL(["prompt": "none"]))
      #expect(silent.redirectParameters["error"] == "consent_required")
      // Once the user has agreed, everything is as before; removing an address needs no question.
      _ = try await server.freshCode(phone.app, phone.browser)
      #expect(try await phone.browser.get(phone.app.plain.authorizationURL()).code != nil)
      registration = try await update(server, registration, keys)
      #expect(try await phone.browser.get(phone.app.plain.authorizationURL()).code != nil)
      _ = try await update(server, registration, keys, ["redirect_uris": both])
      #expect(try await phone.browser.get(phone.app.plain.authorizationURL()).code == nil)
    }
  }
}
