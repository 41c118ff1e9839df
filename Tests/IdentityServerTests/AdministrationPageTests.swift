import Catalogue
import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// What all administration pages have in common, the list of clients, and the events.
@Suite struct AdministrationPageTests {
  private static let views = [
    "/admin", "/admin/clients/x", "/admin/clients/x/test", "/admin/templates", "/admin/templates/x", "/admin/users",
    "/admin/users/x", "/admin/sessions", "/admin/events", "/admin/exchanges", "/admin/exchanges/1", "/admin/faults",
  ]
  private static let acts = [
    "/admin/logout", "/admin/clients/x", "/admin/templates", "/admin/templates/x", "/admin/users", "/admin/users/x",
    "/admin/sessions/x", "/admin/faults", "/admin/clients/x/test",
  ]

  @Test func nothingWorksWithoutSigningIn() async throws {
    try await TestServer.with { server in
      let base = String(server.server.adminURL.dropLast("/admin".count))
      for path in Self.views {
        let page = try await TestBrowser(server).get(base + path)
        #expect(page.status == 200 && page.text.contains("type=\"password\""), "\(path)")
        #expect(!page.text.contains("<nav"), "\(path)")
      }
      for path in [
        "/admin/events.json", "/admin/exchanges.json", "/admin/exchanges.json?messages=true",
        "/admin/client-tests.json",
      ] {
        #expect(try await TestBrowser(server).get(base + path).status == 401, "\(path)")
      }
      let admin = try await Administrator(server)
      let form = try await admin.get("/admin").hiddenForm(of: "/admin/logout")
      for path in Self.acts where path != "/admin/logout" {
        // Neither without the form's token nor with another form's token.
        #expect(try await admin.browser.post(base + path, []).status == 400, "\(path)")
        #expect(try await admin.browser.post(base + path, [("form", form), ("do", "delete")]).status == 400, "\(path)")
        #expect(try await TestBrowser(server).post(base + path, [("form", form)]).status == 400, "\(path)")
      }
      #expect(try await admin.get("/admin").text.contains("<nav"))
    }
  }

  /// Signing in leads to the requested page, and never to another site.
  @Test(arguments: [
    ("/admin/users/jd", "/admin/users/jd"), ("/admin?q=a%20b&done=x", "/admin?q=a%20b"), ("/", "/admin"),
    ("/admin/x", nil), ("//evil.example", nil),
  ])
  func signingInLeadsToThePage(_ path: String, _ expected: String?) async throws {
    try await TestServer.with { server in
      let base = String(server.server.adminURL.dropLast("/admin".count))
      let browser = TestBrowser(server)
      var page = try await browser.get(base + path)
      if let location = page.location { page = try await browser.get(base + location) }
      guard let expected else { return #expect(page.status == 404) }
      let answer = try await browser.post(
        base + "/admin/login", [("form", page.hiddenForm), ("username", "admin"), ("password", "Password1")])
      #expect(answer.location == expected)
    }
  }

  @Test(arguments: [
    "https://evil.example/", "//evil.example", "/admin/../x y", "/\\evil", "javascript:1",
    "/administrator", "/admin/<script>", "",
  ])
  func backLeadsNowhereElse(_ back: String) async throws {
    try await TestServer.withApp { server, app, _ in
      let admin = try await Administrator(server)
      let action = "/admin/clients/" + app.clientID
      let answer = try await admin.submit("/admin", action, [("do", "revoke"), ("back", back)])
      #expect(answer.location == "/admin?done=doneClientRevoked")
    }
  }

  /// A form that no page of this server sends, or that cannot be read, is refused with a page that says so, and nothing has expired.
  @Test func unusableFormsAreAnsweredWithAPage() async throws {
    try await TestServer.withApp { server, app, _ in
      let admin = try await Administrator(server)
      for path in ["/admin/clients/" + app.clientID, "/admin/faults"] {
        let answer = try await admin.submit(path, path, [("do", "fly")])
        #expect(answer.status == 400 && answer.text.contains("do must be"), "\(path)")
        #expect(answer.headers[first: "Content-Type"]?.hasPrefix("text/html") == true, "\(path)")
      }
      let stranger = TestBrowser(server)
      let login = try await stranger.get(admin.base + "/admin")
      let answer = try await stranger.post(
        admin.base + "/admin/login",
        [("form", login.hiddenForm), ("username", "admin"), ("password", "Password1\u{1}")])
      #expect(answer.status == 400 && answer.text.contains("control character"))
      #expect(!answer.text.contains("has expired"))
    }
  }

  @Test func addressesNearTheListLeadToIt() async throws {
    try await TestServer.with { server in
      let admin = try await Administrator(server)
      for path in ["/", "/admin/", "/admin/clients"] { #expect(try await admin.get(path).location == "/admin") }
    }
  }

  /// Scripts are allowed here, but on no page of the protocol.
  @Test func thePolicy() async throws {
    try await TestServer.with { server in
      let admin = try await Administrator(server)
      let policy = try await admin.get("/admin").headers[first: "Content-Security-Policy"] ?? ""
      #expect(policy.contains("script-src 'self'; connect-src 'self'") && policy.contains("default-src 'none'"))
      #expect(!policy.contains("unsafe"))
      for url in [
        TestApp(server: server).authorizationURL(), server.server.adminURL + "/nothing", server.origin + "/",
      ] {
        let page = try await TestBrowser(server).get(url)
        #expect(page.headers[first: "Content-Security-Policy"]?.contains("script-src") == false)
      }
      let login = try await TestBrowser(server).get(server.server.adminURL)
      #expect(
        login.headers[first: "Content-Security-Policy"]?.contains("script-src") == false,
        "the login page has no script")
      let script = try await admin.get("/assets/admin.js")
      #expect(script.headers[first: "Content-Type"] == "text/javascript; charset=utf-8")
      #expect(!script.text.contains("innerHTML") && !script.text.contains("eval"))
      #expect(try await admin.get("/assets/admin.css").status == 200)
      #expect(try await TestBrowser(server).get(server.origin + "/assets/admin.js").status == 404)
      let page = try await admin.get("/admin").text
      #expect(!page.contains("<script>") && !page.contains(" style=") && !page.contains(" onclick="))
    }
  }

  @Test func theListFiltersSortsAndPages() async throws {
    try await TestServer.with { server in
      try await server.server.fill(120)
      let admin = try await Administrator(server)
      func ids(_ page: String) -> [String] {
        page.matches(of: /<code>(client-\d+)<\/code>/).map { String($0.1) }
      }
      let first = try await admin.get("/admin")
      #expect(ids(first.text).count == 50 && ids(first.text).first == "client-00119")
      #expect(first.text.contains("120 clients"))
      var seen = ids(first.text)
      var page = first.text
      while let next = page.firstMatch(of: /href="([^"]*)" rel="next"/) {
        page = try await admin.get(String(next.1).replacing("&amp;", with: "&")).text
        seen += ids(page)
      }
      #expect(seen.count == 120 && Set(seen).count == 120)
      #expect(try await ids(admin.get("/admin?order=oldest").text).first == "client-00000")
      #expect(try await ids(admin.get("/admin?q=client-0011").text).count == 10)
      #expect(try await ids(admin.get("/admin?status=revoked").text).count == 12)
      #expect(try await ids(admin.get("/admin?status=revoked&owner=jd&order=name").text).count == 12)
      #expect(try await admin.get("/admin?q=nothing-like-it").text.contains("Nothing fits this filter."))
      // An unusable query is ignored.
      for query in ["after=x", "order=evil", "status=%00", "q=%ff", "q=a&q=b", "after=eA.eQ"] {
        #expect(try await admin.get("/admin?" + query).status == 200, "\(query)")
      }
      // Input comes back as text.
      let typed = try await admin.get("/admin?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
      #expect(!typed.text.contains("<script>") && typed.text.contains("&quot;&gt;&lt;script&gt;"))
      // The next page keeps the filter.
      let next = try await admin.get("/admin?owner=demouser&q=client").text.firstMatch(of: /href="([^"]*)" rel="next"/)
      #expect(next?.1.contains("q=client") == true && next?.1.contains("owner=demouser") == true)
    }
  }

  @Test func eventsAreShownLiveAndWithoutSecrets() async throws {
    try await TestServer.with { server in
      let admin = try await Administrator(server)
      let before = try await admin.get("/admin/events.json").json["last"]?.intValue ?? -1
      let (app, _, tokens) = try await server.signedInApp()
      let news = try await admin.get("/admin/events.json?after=\(before)")
      let notes = news.json["events"]?.arrayValue?.compactMap { $0["note"]?.stringValue } ?? []
      #expect(notes.contains("client registered") && notes.contains("SSO session created"))
      let numbers = news.json["events"]?.arrayValue?.compactMap { $0["number"]?.intValue } ?? []
      #expect(numbers == numbers.sorted(by: >) && numbers.last == before + 1)
      let page = try await admin.get("/admin/events").text
      #expect(page.contains("client registered") && page.contains("/admin/events.json"))
      for secret in [app.secret ?? "x", tokens["access_token"]?.stringValue ?? "x", "Password1", "client_secret="] {
        #expect(!page.contains(secret) && !news.text.contains(secret))
      }
      let last = news.json["last"]?.intValue ?? 0
      let quiet = try await admin.get("/admin/events.json?after=\(last)").json
      #expect(quiet["events"] == [] && quiet["last"]?.intValue == last, "reading the events adds none")
      #expect(try await admin.get("/admin/events.json?after=999999").json["last"]?.intValue == last, "after a restart")
      _ = try await server.send(.init("GET", server.origin + "/%3Cscript%3Ealert(1)%3C/script%3E"))
      #expect(try await !admin.get("/admin/events").text.contains("<script>alert"))
    }
  }

  @Test func theRingDropsTheOldest() {
    let log = EventLog()
    for number in 1...1234 {
      log.record(ServerEvent(time: .distantPast, method: "GET", path: "/\(number)", status: 200))
    }
    let kept = log.latest()
    #expect(kept.count == EventLog.capacity)
    #expect(kept.first?.event.path == "/1234" && kept.last?.event.path == "/735")
    #expect(log.latest(after: 1230).map(\.number) == [1234, 1233, 1232, 1231])
    #expect(log.latest(after: 1234).isEmpty)
  }

  /// Requests for the pages are not events; an address that merely begins like theirs is.
  @Test func onlyRequestsForThePagesAreNoEvents() {
    let log = EventLog()
    for path in ["/admin", "/admin/events", "/admin-not-really/probe", "/administration", "/admin\u{301}"] {
      log.record(ServerEvent(time: .distantPast, method: "GET", path: path, status: 404))
    }
    #expect(log.latest().map(\.event.path) == ["/admin\u{301}", "/administration", "/admin-not-really/probe"])
  }

  /// Every word that a template uses exists: a missing one would leave a gap on a page.
  @Test func everyWordOfTheTemplatesExists() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/IdentityServer/Pages")
    let words = Set(AdministrationText.allCases.map { "\($0)" })
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("admin-") }
    #expect(files.count == 15)
    for file in files {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\{\{t\.(\w+)\}\}/) {
        #expect(words.contains(String(match.1)), "\(match.1) in \(file.lastPathComponent)")
      }
    }
  }
}

extension IdentityServer {
  /// Clients numbered from 0: every tenth is revoked and belongs to jd, the rest belong to demouser.
  fileprivate func fill(_ count: Int) async throws {
    try await administration.database.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ? - 1)
          INSERT INTO dynamically_registered_clients (client_id, authenticated_user, status, created, updated,
          registration_token_hash, registration_token_expires, metadata)
          SELECT printf('client-%05d', n), iif(n % 10 = 0, 'jd', 'demouser'), iif(n % 10 = 0, 'revoked', 'active'),
          1000 + n, 1000 + n, randomblob(32), 0, '{}' FROM numbers
          """, arguments: [count])
    }
  }
}
