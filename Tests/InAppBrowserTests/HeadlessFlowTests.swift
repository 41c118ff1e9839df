import Foundation
import HTTPTransport
import LocalSockets
import SharedValues
import Testing
import TestSupport

@testable import InAppBrowser

/// The headless browser against a real TLS server, with delivery to a real socket.
@Suite struct HeadlessFlowTests {
  private let folder: TemporaryFolder
  private let authority: TestAuthority
  private let trusted: String

  init() throws {
    folder = TemporaryFolder()
    authority = try TestAuthority()
    trusted = try authority.writePEM(in: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
  }

  private func run(
    _ server: LoopbackServer, path: String = "/start", app: any RedirectDelivering, password: String = "right",
    errand: Errand = .logIn(scopes: []), named: [String] = [], store: (any CookieStoring)? = nil,
    jar: CookieJar = CookieJar(), trusting: [String]? = nil
  ) async -> BrowserError? {
    let session = BrowsingSession(
      fetcher: HTTPClientTransport(trustedCertificates: trusting ?? [trusted], deadlines: .ofTests),
      store: store ?? ForgetfulCookieStore(),
      jar: jar, redirectURI: redirectURI)
    let url = "https://localhost:\(server.port)\(path)".webURL
    let driver = HeadlessDriver(
      session: session, delivery: app, task: .sample(errand, from: url, named: named, password: password))
    return await browserError { () throws(BrowserError) in
      try await driver.run(from: url)
    }
  }

  private func server(_ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply) async throws
    -> LoopbackServer
  {
    try await LoopbackServer(tls: authority.server(), answer: answer)
  }

  @Test func `a login on one page, with a real socket at the end`() async throws {
    let server = try await server(LoginSite.onePage)
    let taken = AsyncStream<String>.makeStream()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let listener = try URIDispatchListener(at: address) { uri in
      taken.continuation.yield(uri)
      return .accepted
    }
    #expect(await run(server, app: AppDelivery(address: address)) == nil)
    taken.continuation.finish()
    var uris: [String] = []
    for await uri in taken.stream { uris.append(uri) }
    #expect(uris == ["com.example.app:/callback?code=1"])
    listener.close()
  }

  @Test func `a login on two pages with consent`() async throws {
    let server = try await server(LoginSite.twoPagesWithConsent)
    let app = FakeApp()
    #expect(await run(server, app: app) == nil)
    #expect(app.redirects == ["com.example.app:/callback?code=2"])
    #expect(
      server.requests.map { "\($0.method) \($0.target)" } == [
        "GET /start", "POST /user", "POST /password", "POST /consent",
      ])
    #expect(server.requests.map(\.body) == ["", "username=demo", "pw=right", "decision=allow"])
  }

  @Test func `a wrong password is a refusal with the page's message`() async throws {
    let server = try await server(LoginSite.onePage)
    let app = FakeApp()
    let error = await run(server, app: app, password: "wrong")
    #expect(error?.code.rawValue == "login_refused")
    #expect(error?.exitCode == 77)
    #expect(error?.values["description"] == "Incorrect credentials")
    #expect(app.redirects.isEmpty)
    #expect(server.requests.count { $0.method == "POST" } == 1)
  }

  @Test func `the second browser is signed in by the cookie of the first`() async throws {
    let server = try await server(LoginSite.onePage)
    let path = folder.path + "/browser"
    do {
      let file = CookieJarFile(folder: try BrowserFolder(path))
      #expect(await run(server, app: FakeApp(), store: file) == nil)
    }
    let file = CookieJarFile(folder: try BrowserFolder(path))
    let app = FakeApp()
    #expect(await run(server, app: app, store: file, jar: try file.open(now: Date()).jar) == nil)
    #expect(app.redirects == ["com.example.app:/callback?code=sso"])
    #expect(server.requests.count { $0.method == "POST" } == 1)
  }

  /// Such as Duende's and Keycloak's pages after a sign-out.
  @Test(arguments: [("200 OK", true), ("400 Bad Request", false)])
  func `a page without a question may end with a link to the app`(status: String, isFollowed: Bool) async throws {
    let body = "<h1>You are signed out</h1><a href='com.example.app:/callback?state=1'>Return to the app</a>"
    let server = try await server { _ in .http(status, headers: ["Content-Type: text/html"], body: Array(body.utf8)) }
    let app = FakeApp()
    _ = await run(server, app: app, errand: .signOut)
    #expect(app.redirects == (isFollowed ? ["com.example.app:/callback?state=1"] : []))
  }

  @Test func `a redirect loop ends`() async throws {
    let server = try await server { _ in .http("302 Found", headers: ["Location: /start"]) }
    let error = await run(server, app: FakeApp())
    #expect(error?.code.rawValue == "too_many_redirects")
    #expect(error?.exitCode == 69)
  }

  @Test func `pages without end end`() async throws {
    let server = try await server { _ in .html("<form method=post><button>Continue</button></form>") }
    let error = await run(server, app: FakeApp())
    #expect(error?.code.rawValue == "browser_stuck")
    #expect(server.requests.count == HeadlessDriver.maximumPages + 1)
  }

  @Test func `a page that it does not understand`() async throws {
    let server = try await server { _ in .html("<title>Code</title><form><input name=otp></form>") }
    let error = await run(server, app: FakeApp())
    #expect(error?.code.rawValue == "browser_stuck")
    #expect(error?.exitCode == 70)
    #expect(error?.values["detail"]?.contains("otp") == true)
  }

  @Test func `another port gets nothing unless it is named`() async throws {
    let other = try await server { request in
      request.method == "POST"
        ? .http("303 See Other", headers: ["Location: com.example.app:/callback?code=3"])
        : .html("<form method=post><input name=u><input type=password name=p></form>")
    }
    let origin = "https://localhost:\(other.port)"
    let first = try await server { _ in .http("302 Found", headers: ["Location: \(origin)/login"]) }
    let error = await run(first, app: FakeApp())
    #expect(error?.code.rawValue == "login_elsewhere")
    #expect(error?.exitCode == 12)
    #expect(error?.values["url"] == origin)
    #expect(!other.requests.contains { $0.method == "POST" })
    let app = FakeApp()
    #expect(await run(first, app: app, named: [origin]) == nil)
    #expect(app.redirects == ["com.example.app:/callback?code=3"])
  }

  @Test(arguments: [307, 308]) func `a redirect does not carry the password to another port`(status: Int) async throws {
    let other = try await server { _ in .html("got it") }
    let port = other.port
    let first = try await server { request in
      request.method == "POST"
        ? .http("\(status) Again", headers: ["Location: https://localhost:\(port)/login"])
        : .html("<form method=post><input name=u><input type=password name=p></form>")
    }
    // Not even to a named port: the page belonged to the first one.
    let error = await run(first, app: FakeApp(), named: ["https://localhost:\(port)"])
    #expect(error?.code.rawValue == "body_not_resent")
    #expect(other.requests.isEmpty)
  }

  @Test func `after a sign-out the login form stays empty`() async throws {
    let server = try await server { request in
      request.target == "/start" ? .http("302 Found", headers: ["Location: /"]) : LoginSite.page(request)
    }
    let error = await run(server, app: FakeApp(), errand: .signOut)
    #expect(error?.code.rawValue == "sign_out_unconfirmed")
    #expect(error?.exitCode == 11)
    #expect(server.requests.map(\.method) == ["GET", "GET"])
  }

  @Test func `an app that is not there, and one that refuses`() async throws {
    let server = try await server { _ in .http("302 Found", headers: ["Location: com.example.app:/callback?code=1"]) }
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    #expect(await run(server, app: AppDelivery(address: address))?.code.rawValue == "app_not_listening")
    let listener = try URIDispatchListener(at: address) { _ in .refused("not now") }
    let error = await run(server, app: AppDelivery(address: address))
    #expect(error?.code.rawValue == "redirect_refused")
    #expect(error?.values["detail"] == "not now")
    listener.close()
  }

  @Test func `another CA, an expired certificate and a wrong host are refused, and nothing is sent`() async throws {
    let now = Date()
    let cases: [(String, LoopbackServer)] = [
      (
        "certificate_untrusted",
        try await LoopbackServer(tls: TestAuthority(name: "Other").server(), answer: LoginSite.onePage)
      ),
      (
        "certificate_expired",
        try await LoopbackServer(
          tls: authority.server(notBefore: now - 7200, notAfter: now - 3600), answer: LoginSite.onePage)
      ),
      (
        "certificate_wrong_host",
        try await LoopbackServer(tls: authority.server(names: ["other.example"]), answer: LoginSite.onePage)
      ),
    ]
    for (code, server) in cases {
      let error = await run(server, app: FakeApp())
      #expect(error?.code.rawValue == code)
      #expect(error?.exitCode == 69)
      #expect(server.requests.isEmpty)
    }
  }
}

/// Two small login sites.
enum LoginSite {
  @Sendable static func onePage(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    let form =
      "<form method=post action=/login><input name=username><input type=password name=password><button>Login</button></form>"
    switch (request.method, request.target) {
    case ("GET", "/start"):
      if request.header("Cookie")?.contains("__Host-sso=s3ss10n") == true {
        return .http("303 See Other", headers: ["Location: com.example.app:/callback?code=sso"])
      }
      return .html(form)
    case ("POST", "/login") where request.body == "username=demo&password=right":
      return .http(
        "303 See Other",
        headers: [
          "Location: com.example.app:/callback?code=1", "Set-Cookie: __Host-sso=s3ss10n; Secure; HttpOnly; Path=/",
        ])
    case ("POST", "/login"): return .html("<div class=error>Incorrect credentials</div>" + form)
    default: return .http("404 Not Found")
    }
  }

  /// Every page is a login form.
  @Sendable static func page(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    .html("<form method=post action=/login><input name=username><input type=password name=password></form>")
  }

  @Sendable static func twoPagesWithConsent(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    switch request.target {
    case "/start": .html("<form method=post action=/user><input name=username></form>")
    case "/user": .html("<form method=post action=/password><input type=password name=pw></form>")
    case "/password":
      .html(
        """
        <p>The app wants to know you</p><form method=post action=/consent>
        <button name=decision value=deny>Deny</button><button name=decision value=allow>Allow</button></form>
        """
      )
    case "/consent": .http("303 See Other", headers: ["Location: com.example.app:/callback?code=2"])
    default: .http("404 Not Found")
    }
  }
}

extension LoopbackServer.Reply {
  static func html(_ text: String) -> LoopbackServer.Reply {
    .http("200 OK", headers: ["Content-Type: text/html; charset=utf-8"], body: Array(text.utf8))
  }
}
