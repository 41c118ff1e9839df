import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The login form, the SSO session, and which users may use which client.
@Suite struct LoginTests {
  @Test func wrongPasswordSaysSoAndLeaksNothing() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL()
      let browser = TestBrowser(server)
      let wrong = try await browser.signIn(url, as: "demouser", "password1")
      let unknown = try await browser.signIn(url, as: "nobody", "password1")
      #expect(wrong.text.contains("role=\"alert\""))
      let strip = { (page: HTTPResponse) in
        page.text.replacing(page.hiddenForm, with: "").replacing("demouser", with: "").replacing("nobody", with: "")
      }
      #expect(strip(wrong) == strip(unknown))
      #expect(wrong.status == unknown.status)
      #expect(browser.cookies[Cookie.session] == nil)
      #expect(try await browser.submit(wrong, [("username", "demouser"), ("password", "Password1")]).code != nil)
    }
  }

  /// Where people ask, a failure of the server is a page; programs get JSON. Neither gets the cause.
  @Test func aFailureOfTheServerIsAPageForPeople() async throws {
    try await TestServer.withApp { server, app, browser in
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      try await server.server.provider.store.pool.write { database in
        for table in ["sso_sessions", "authorization_codes", "tokens"] {
          try database.execute(
            sql: """
              CREATE TRIGGER full_\(table) BEFORE INSERT ON \(table)
              BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
              """)
        }
      }
      let login = try await TestBrowser(server).signIn(app.authorizationURL())
      let silent = try await browser.get(app.authorizationURL())
      for page in [login, silent] {
        #expect(page.status == 500)
        #expect(page.headers[first: "Content-Type"]?.hasPrefix("text/html") == true)
        #expect(page.text.contains("<h1>") && !page.text.contains("disk is full"))
      }
      let tokens = try await app.redeem(code)
      #expect(tokens.status == 500 && tokens.text.contains("server_error") && !tokens.text.contains("disk is full"))
    }
  }

  @Test(arguments: ["demouser", "nobody"])
  func guessingIsSlowedDown(_ name: String) async throws {
    try await TestServer.with { (server) async throws in
      let url = TestApp(server: server).authorizationURL()
      let browser = TestBrowser(server)
      for _ in 0..<5 { #expect(try await browser.signIn(url, as: name, "wrong").status == 200) }
      let delayed = try await browser.signIn(url, as: name, "Password1")
      #expect(delayed.status == 429)
      #expect(delayed.headers[first: "Retry-After"] == "1")
      #expect(!delayed.text.contains("1 seconds"))
      server.clock.advance(by: 1)
      #expect(try await browser.signIn(url, as: name, "wrong").status == 200)
      #expect(try await browser.signIn(url, as: name, "wrong").headers[first: "Retry-After"] == "2")
      server.clock.advance(by: 2)
      if name == "demouser" { #expect(try await browser.signIn(url).code != nil) }
    }
  }

  @Test func simultaneousGuessesDoNotEvadeTheLimit() async throws {
    try await TestServer.with { server in
      let browser = TestBrowser(server)
      let page = try await browser.get(TestApp(server: server).authorizationURL())
      let cookies = browser.cookies
      @Sendable func attempts(_ password: String) async throws -> [HTTPResponse] {
        try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
          for _ in 0..<20 {
            group.addTask {
              let browser = TestBrowser(server)
              browser.cookies = cookies
              return try await browser.submit(page, [("username", "demouser"), ("password", password)])
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      // A whole class that signs in at once is not taken for an attack.
      #expect(try await attempts("Password1").allSatisfy { $0.code != nil })
      let guesses = try await attempts("wrong")
      #expect(guesses.count { $0.status == 200 } == 5)
      #expect(guesses.count { $0.status == 429 } == 15)
    }
  }

  @Test func delaysGrowToAMinute() {
    let throttle = LoginThrottle()
    let now = TestServer.start
    let delays = (0..<14).map { _ in
      throttle.recordFailure([.account(.user("a"), from: "here")], now: now)
      return throttle.wait(["a", "b"].map { .account(.user($0), from: "here") }, now: now) ?? 0
    }
    #expect(delays == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    let others: [LoginThrottle.Key] = [
      .account(.user("b"), from: "here"), .account(.user("a"), from: "elsewhere"), .browser("a"), .address("a"),
    ]
    #expect(throttle.wait(others, now: now) == nil)
    #expect(throttle.wait([.account(.user("a"), from: "here")], now: now - 86_400) == nil, "the clock was set back")
  }

  /// All devices of a class share one address: one user's mistakes do not slow down the others.
  @Test func onlyManyFailuresSlowDownAnAddress() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL()
      for name in ["jd", "jr", "nobody"] {
        for _ in 0..<5 { _ = try await TestBrowser(server).signIn(url, as: name, "wrong") }
      }
      #expect(try await TestBrowser(server).signIn(url).code != nil)
    }
    let throttle = LoginThrottle()
    let now = TestServer.start
    for _ in 0..<300 {
      #expect(throttle.wait([.address("a")], now: now) == nil)
      throttle.recordFailure([.address("a")], now: now)
    }
    // A guesser's successful login to another account adds no new tries.
    throttle.recordSuccess([.account(.user("own"), from: "a"), .address("a")])
    #expect(throttle.wait([.address("a")], now: now) == 1)
  }

  @Test func oneBrowserIsSlowedDownWhateverNamesItTries() async throws {
    try await TestServer.with { (server) async throws in
      let url = TestApp(server: server).authorizationURL()
      let browser = TestBrowser(server)
      for name in ["a", "b", "c", "d", "e"] { #expect(try await browser.signIn(url, as: name, "wrong").status == 200) }
      #expect(try await browser.signIn(url).status == 429)
    }
  }

  @Test(arguments: UserAccount.demo)
  func theHashOfATutorialsUserIsOfThePrintedPasswordAlone(account: UserAccount) throws {
    #expect(PasswordChecker.matches(account.password, try #require(account.tutorialHash)))
    var changed = account
    changed.password = Secret("another")
    #expect(changed.tutorialHash == nil)
  }

  /// A cached password check must not outlive the password.
  @Test func aChangedPasswordCountsAtOnce() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL()
      for _ in 0..<2 { #expect(try await TestBrowser(server).signIn(url).code != nil) }
      try await Store(path: server.databasePath).setPasswordHash(
        PasswordChecker.hash(Secret("another"), cost: 1), of: "demouser")
      #expect(try await TestBrowser(server).signIn(url).code == nil)
      #expect(try await TestBrowser(server).signIn(url, as: "demouser", "another").code != nil)
    }
  }

  @Test func theFormBelongsToOneBrowser() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL()
      let browser = TestBrowser(server)
      let attacker = TestBrowser(server)
      let fields = [("username", "demouser"), ("password", "Password1")]
      let page = try await browser.get(url)
      let foreign = try await attacker.get(url)
      for (form, sender) in [
        (foreign.hiddenForm, browser), (page.hiddenForm, TestBrowser(server)), ("", browser),
        (page.hiddenForm.replacing(".", with: "A."), browser),
      ] {
        let answer = try await sender.post(server.origin + page.formAction, [("form", form)] + fields)
        #expect(answer.status == 400)
        #expect(answer.headers[first: "Set-Cookie"] == nil)
      }
      server.clock.advance(by: 901)
      #expect(try await browser.submit(page, fields).status == 400)
    }
  }

  @Test func eachLoginHasANewSession() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL(["prompt": "login"])
      let browser = TestBrowser(server)
      browser.cookies[Cookie.session] = "chosen-by-an-attacker"
      let answer = try await browser.signIn(url)
      let first = try #require(browser.cookies[Cookie.session])
      #expect(first != "chosen-by-an-attacker")
      let line = try #require(answer.headers[all: "Set-Cookie"].first { $0.hasPrefix("__Host-idsvr-sso=") })
      for attribute in ["; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax"] { #expect(line.contains(attribute)) }
      #expect(!line.contains("Domain"))
      _ = try await browser.signIn(url)
      #expect(browser.cookies[Cookie.session] != first)
      // The old session has ended.
      let (app, _, _) = try await server.registeredApp()
      browser.cookies[Cookie.session] = first
      #expect(
        try await browser.get(app.authorizationURL(["prompt": "none"])).redirectParameters["error"] == "login_required")
    }
  }

  @Test func sessionEndsAfterEightHours() async throws {
    try await TestServer.withApp { (server, app, browser) async throws in
      server.clock.advance(by: 8 * 3600 - 1)
      #expect(try await browser.get(app.authorizationURL()).code != nil)
      server.clock.advance(by: 1)
      #expect(try await browser.get(app.authorizationURL()).status == 200)
    }
  }

  @Test func anInstanceBelongsToItsUser() async throws {
    try await TestServer.withApp { server, app, _ in
      let (_, other, _) = try await server.registeredApp(as: "jd", "password")
      let page = try await other.get(app.authorizationURL())
      #expect(page.status == 200)
      #expect(page.text.contains("type=\"password\""))
      #expect(
        try await other.get(app.authorizationURL(["prompt": "none"])).redirectParameters["error"] == "login_required")
      let session = other.cookies[Cookie.session]
      let denied = try await other.submit(page, [("username", "jr"), ("password", "password")])
      #expect(denied.redirectParameters["error"] == "access_denied")
      #expect(other.cookies[Cookie.session] == session)
      let owner = try await other.submit(page, [("username", "demouser"), ("password", "Password1")])
      #expect(owner.code != nil)
    }
  }

  @Test func rolesComeWithTheProfile() async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("scope", "openid profile email")
      let (app, browser, _) = try await server.registeredApp(as: "jr", "password", metadata)
      let redirect = try await browser.get(app.authorizationURL(["scope": "openid profile email"]))
      let tokens = try await app.redeem(try #require(redirect.code)).json
      let user = try await app.userInfo(try #require(tokens["access_token"]?.stringValue)).json
      #expect(user["roles"] == ["Manager"])
      #expect(user["name"] == "Jane Roe")
      #expect(user["email"] == "jane.roe@example.com")
    }
  }

  @Test func nothingFromOutsideBecomesMarkup() async throws {
    let attack = "\"><script>alert(1)</script>"
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("client_name", .string(attack))
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      let pages = [
        try await browser.get(app.authorizationURL(["prompt": "login", "login_hint": attack])),
        try await browser.get(app.authorizationURL(["prompt": "consent"])),
        try await browser.signIn(app.authorizationURL(["prompt": "login"]), as: attack, attack),
        try await browser.get(app.authorizationURL(["client_id": attack])),
        try await browser.get(server.origin + "/" + PercentCoding.encode(attack, .unreserved)),
      ]
      for page in pages {
        #expect(page.contentType == "text/html")
        #expect(!page.text.contains("<script"))
        let policy = try #require(page.headers[first: "Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(page.headers[first: "Cache-Control"] == "no-store")
        #expect(page.headers[first: "X-Content-Type-Options"] == "nosniff")
        #expect(page.headers[first: "Referrer-Policy"] == "same-origin")
      }
      #expect(pages[0].text.contains("&lt;script&gt;"))
    }
  }

  @Test func consentIsAskedWhenWanted() async throws {
    try await TestServer.withApp { server, app, browser in
      let url = app.authorizationURL(["prompt": "login consent"])
      let page = try await browser.submit(
        try await browser.get(url), [("username", "demouser"), ("password", "Password1")])
      #expect(page.status == 200)
      #expect(page.text.contains("value=\"allow\""))
      #expect(try await browser.submit(page, [("decision", "allow")]).code != nil)
      #expect(try await TestBrowser(server).submit(page, [("decision", "allow")]).status == 400)
    }
  }
}
