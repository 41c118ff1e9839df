import Foundation
import GRDB
import SharedValues
import TestTime
import Testing

@testable import IdentityServer

/// A client or browser that has proved nothing cannot lock out others (docs/decisions/0036).
@Suite struct SharedLimitTests {
  // MARK: Pushed requests

  /// A flood in the name of the client that everyone uses to register: newcomers still reach the login, and open logins stay.
  @Test func aFloodOfPushesDoesNotStopRegistrations() async throws {
    try await TestServer.with(adjusting: { $0.limits.pushedRequests = 10 }) { server in
      let app = TestApp(server: server)
      let opened = try await app.pushed()
      let (atLogin, newcomer) = (TestBrowser(server), TestBrowser(server))
      let page = try await atLogin.get(app.presenting(opened))
      let waiting = try await app.pushed()
      for _ in 0..<100 { #expect(try await app.push().status == 201) }
      #expect(try await server.pushedRequests() == 11)
      // The waiting request was the oldest, so it made room.
      #expect(try await newcomer.get(app.presenting(waiting)).status == 400)
      #expect(try await newcomer.signIn(app.presenting(try await app.pushed())).code != nil)
      let login = [("username", "demouser"), ("password", "Password1")]
      #expect(try await atLogin.submit(page, login).code != nil)
    }
  }

  /// Opened requests do not hold their places for ever either.
  @Test func aFloodOfOpenedRequestsDoesNotStopThem() async throws {
    try await TestServer.with(adjusting: { $0.limits.pushedRequests = 4 }) { server in
      let app = TestApp(server: server)
      for _ in 0..<30 { _ = try await TestBrowser(server).get(app.presenting(try await app.pushed())) }
      #expect(try await server.pushedRequests() == 20)
      let browser = TestBrowser(server)
      let reference = try await app.pushed()
      for _ in 0..<3 { #expect(try await app.push().status == 201) }
      for _ in 0..<2 { #expect(try await browser.get(app.presenting(reference)).status == 200, "also once more") }
      #expect(try await browser.signIn(app.presenting(reference)).code != nil)
    }
  }

  /// The address that pushes most loses its oldest request; other addresses keep theirs.
  @Test func anotherAddressIsNotHeldUp() async throws {
    try await TestServer.with { server in
      let store = server.server.provider.store
      let app = try #require(try store.client("mobile-dcr-client"))
      func push(_ name: String, from address: String) async throws {
        try await store.push(
          name, of: app, from: address, FormParameters(), now: TestServer.start, lifetime: 60, limit: 5)
      }
      try await push("mine", from: "127.0.0.1")
      for number in 0..<20 { try await push("\(number)", from: "127.0.0.2") }
      #expect(try await server.references(["mine", "19", "16", "15"]) == [true, true, true, false])
    }
  }

  /// All clients together have a limit, even if no client has one; the client with the most requests makes room.
  @Test(arguments: [100, 0]) func aClientWithManyRequestsMakesRoomForOneWithFew(limit: Int) async throws {
    try await TestServer.with { server in
      let store = server.server.provider.store
      let (loud, quiet) = (
        Client(id: "loud", kind: .dynamic, metadata: ClientMetadata()), try await server.registeredApp()
      )
      let own = try #require(try store.client(quiet.app.clientID))
      for (number, client) in ([own] + Array(repeating: loud, count: 12)).enumerated() {
        try await store.push(
          "\(number)", of: client, from: "", FormParameters(), now: TestServer.start, lifetime: 60, limit: limit,
          all: 10)
      }
      #expect(try await server.pushedRequests() == 10)
      #expect(try await server.references(["0", "1", "3", "4", "12"]) == [true, false, false, true, true])
    }
  }

  // MARK: Logins

  /// Seven wrong passwords elsewhere do not lock out a browser in which the right one was given before.
  @Test func aKnownBrowserIsNotLockedOutByOthers() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL(["prompt": "login"])
      let (own, fresh) = (TestBrowser(server), TestBrowser(server))
      #expect(try await own.signIn(url).code != nil)
      for _ in 0..<7 { _ = try await TestBrowser(server).signIn(url, as: "demouser", "wrong") }
      #expect(try await fresh.signIn(url).status == 429, "the control: others have to wait")
      #expect(try await own.signIn(url).code != nil)
      // Its login gives the guesser no new tries.
      #expect(try await TestBrowser(server).signIn(url, as: "demouser", "wrong").status == 429)
      // The known browser has no more tries than others.
      for _ in 0..<5 { #expect(try await own.signIn(url, as: "demouser", "wrong").status == 200) }
      #expect(try await own.signIn(url).status == 429)
    }
  }

  /// The cookie works only for the account that signed in, and only as this server made it.
  @Test func theCookieOfAKnownBrowserCannotBeForged() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL(["prompt": "login"])
      let other = TestBrowser(server)
      #expect(try await other.signIn(url, as: "jd", "password").code != nil)
      let known = try #require(other.cookies[Cookie.known])
      for _ in 0..<7 { _ = try await TestBrowser(server).signIn(url, as: "demouser", "wrong") }
      let own = server.server.provider.knownBrowsers.cookie(after: nil, of: .user("demouser")).value
      // A name of two letters stands in one of a hundred random texts.
      #expect(!own.contains("demouser"))
      let altered = String(own.dropLast(3)) + "AAA"
      for cookie in [
        known, altered, "", "a.b", String(repeating: "A", count: 22) + "." + known.split(separator: ".")[1],
      ] {
        let browser = TestBrowser(server)
        browser.cookies[Cookie.known] = cookie
        #expect(try await browser.signIn(url).status == 429, "\(cookie)")
      }
      let browser = TestBrowser(server)
      browser.cookies[Cookie.known] = own
      #expect(try await browser.signIn(url).code != nil, "the control")
      // Both accounts of one browser.
      other.cookies[Cookie.known] = known
      #expect(try await other.signIn(url, as: "jd", "password").code != nil)
      browser.cookies[Cookie.known] = other.cookies[Cookie.known]
      #expect(try await browser.signIn(url).status == 429)
    }
  }

  /// Guesses at many names slow down the address, but not known browsers; the administrator is an account like any other.
  @Test func theAdministratorIsNotLockedOutEither() async throws {
    try await TestServer.with { server in
      let administrator = try await Administrator(server)
      func attempt(_ browser: TestBrowser, _ password: String) async throws -> Int {
        browser.cookies[Cookie.administrator] = nil
        let login = try await browser.get(server.server.adminURL)
        let action = server.server.adminURL.dropLast("/admin".count) + "/admin/login"
        return try await browser.post(
          String(action), [("form", login.hiddenForm), ("username", "admin"), ("password", password)]
        ).status
      }
      for _ in 0..<7 { _ = try await attempt(TestBrowser(server), "wrong") }
      #expect(try await attempt(TestBrowser(server), "Password1") == 429)
      #expect(try await attempt(administrator.browser, "Password1") == 303)
      let throttle = server.server.provider.throttle
      for _ in 0..<300 { throttle.recordFailure([.address("in-process")], now: server.clock.now) }
      #expect(try await attempt(administrator.browser, "Password1") == 303)
    }
  }

  @Test func anAddressIsNotLockedOutByAnother() throws {
    let throttle = LoginThrottle()
    let now = TestServer.start
    func keys(_ address: String) -> [LoginThrottle.Key] {
      [.account(.user("a"), from: address), .everywhere(.user("a")), .address(address)]
    }
    for _ in 0..<50 { throttle.recordFailure(keys("there"), now: now) }
    #expect(throttle.wait(keys("there"), now: now) == 60)
    #expect(throttle.wait(keys("here"), now: now) == nil)
    // A guesser with many addresses does not get a set of tries for each.
    for number in 0..<50 { throttle.recordFailure(keys("\(number)"), now: now) }
    #expect(throttle.wait(keys("here"), now: now) == 1)
    // Nor does the user's own login add new tries.
    throttle.recordSuccess(keys("here"))
    #expect(throttle.wait(keys("nowhere yet"), now: now) == 1)
  }

  /// The number of logins that wait is bounded.
  @Test func theQueueIsBounded() async throws {
    let queue = LoginQueue(limit: 2)
    let (gate, open) = AsyncStream<Void>.makeStream()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    async let first = queue.run { () -> Int in
      begin.yield()
      for await _ in gate { break }
      return 1
    }
    for await _ in begun { break }
    async let second = queue.run { 2 }
    while await queue.waiting < 2 { await Task.yield() }
    #expect(try await queue.run { 3 } == nil)
    open.yield()
    let results = try await (first, second)
    #expect(results == (1, 2))
    #expect(try await queue.run { 4 } == 4)
  }

  // MARK: Registrations

  /// A flood at an open server locks out neither the devices nor the administrator's tokens, by rate or by number.
  @Test func anOpenFloodLeavesRoomForTokens() async throws {
    try await TestServer.with(
      adjusting: {
        $0.policies.registration = .open
        $0.limits.clientsWithoutOwner = 3
        $0.limits.registrationsPerMinute = 5
      }
    ) { server in
      var statuses: [Int] = []
      for _ in 0..<7 { statuses.append(try await server.registrationOpen(TestServer.tutorialMetadata).status) }
      #expect(statuses == [201, 201, 201, 503, 503, 429, 429])
      let token = try await server.server.administration.issueInitialAccessToken(lifetime: 300).revealed
      #expect(try await server.register(token: token).status == 201)
    }
  }

  // MARK: Proofs

  /// A public client's proofs use no memory until they come with a valid code or refresh token.
  @Test func proofsWithoutAValidGrantAreNotRemembered() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.keyedApp(nil)
      for _ in 0..<20 { #expect(try await app.redeem("nonsense", proofs: [app.proof()]).error == "invalid_grant") }
      for _ in 0..<20 {
        let pushed = try await server.send(
          HTTPRequest(
            "POST", server.origin + Addresses.pushedAuthorizationPath,
            headers: [
              HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), HTTPHeader("DPoP", app.pushProof()),
            ], body: Array(app.plain.authorizationURL().split(separator: "?", maxSplits: 1)[1].utf8)))
        #expect(pushed.status == 201, "\(pushed.text)")
      }
      #expect(server.server.provider.proofs.count == 0)
      let proof = app.proof()
      let code = try await server.freshCode(app, browser)
      let tokens = try await app.redeem(code, proofs: [proof])
      #expect(tokens.json["token_type"] == "DPoP")
      #expect(server.server.provider.proofs.count == 1)
      let next = tokens.json.token("refresh_token")
      #expect(try await app.refresh(next, proofs: [proof]).error == "invalid_dpop_proof")
      #expect(try await app.refresh(next, proofs: [app.proof()]).status == 200, "a refused request used the token up")
    }
  }
}

extension TestServer {
  /// For each of these references, whether the database has it.
  fileprivate func references(_ names: [String]) async throws -> [Bool] {
    try await database { database in
      try names.map {
        try Bool.fetchOne(
          database, sql: "SELECT 1 FROM pushed_requests WHERE request_uri_hash = ?", arguments: [digest($0)]) ?? false
      }
    }
  }
}
