import Faults
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The exchanges on the administrator's pages, and as JSON for scripts.
@Suite struct ExchangePageTests {
  private func links(_ page: HTTPResponse) -> [String] {
    page.text.matches(of: /<a href="(\/admin\/exchanges\/\d+)"><code>/).map { String($0.1) }
  }

  @Test func theListLeadsToBothMessages() async throws {
    try await TestServer.withApp { server, app, _ in
      let administrator = try await Administrator(server)
      let list = try await administrator.get("/admin/exchanges")
      #expect(links(list) == [4, 3, 2, 1].map { "/admin/exchanges/\($0)" })
      #expect(list.text.contains("client registered") && list.text.contains(app.clientID))
      let page = try await administrator.get("/admin/exchanges/4").text
      #expect(page.contains("POST /token-service/oauth-registration\n"))
      #expect(page.contains("Content-Type: application/json"))
      #expect(page.contains("&quot;client_id&quot;: &quot;\(app.clientID)&quot;"))
      #expect(page.contains("Authorization: Bearer ") && page.contains("••••"))
      for link in ["client=mobile-dcr-client", "client=" + app.clientID, "user=demouser", "address=in-process"] {
        #expect(page.contains("href=\"/admin/exchanges?\(link)\""), "\(link)")
      }
      let answer = try await administrator.get("/admin/exchanges/4")
      #expect(answer.headers[first: "Content-Security-Policy"] == AdministrationFrame.policy)
      for number in ["5", "0", "-1", "x", "99999999999999999999"] {
        #expect(try await administrator.get("/admin/exchanges/" + number).status == 404, "\(number)")
      }
    }
  }

  @Test func thePortIsTheOneOfTheRequest() async throws {
    try await TestServer.with(adjusting: { $0.reach.authorityPage = 8442 }) { server in
      let request = ServerRequest(
        method: "GET", target: "/", headers: [], host: "localhost:8442", address: "192.0.2.1")
      _ = await server.server.authoritySide.respond(to: request)
      let line = try #require(server.lastLine)
      #expect(line.side == .authority)
      let page = try await Administrator(server).get("/admin/exchanges/\(line.number)")
      #expect(page.text.contains("<dd>8442</dd>"))
    }
  }

  @Test func filtersAreAddressesAndPagesLinkToThem() async throws {
    try await TestServer.withApp { server, app, browser in
      let administrator = try await Administrator(server)
      let session = try #require(try await administrator.get("/admin/sessions").text.firstMatch(of: /<code>(\w+)</)?.1)
      _ = try await server.send(HTTPRequest("GET", server.issuer + "/jwks"))
      func numbers(_ query: String) async throws -> [Int] {
        try await links(administrator.get("/admin/exchanges?" + query)).compactMap { Int($0.split(separator: "/")[2]) }
      }
      #expect(try await numbers("") == [5, 4, 3, 2, 1])
      #expect(try await numbers("client=" + app.clientID) == [4, 3, 2, 1])
      #expect(try await numbers("user=demouser") == [4, 3, 2, 1])
      #expect(try await numbers("session=\(session)") == [2, 1])
      #expect(try await numbers("address=in-process&before=3") == [2, 1])
      #expect(try await numbers("client=\(app.clientID)&user=jd").isEmpty)
      #expect(try await numbers("address=192.0.2.7").isEmpty)
      #expect(try await numbers("before=x&after=y&limit=z&order=evil&client=") == [5, 4, 3, 2, 1])
      for (page, filter) in [
        ("clients/" + app.clientID, "client=" + app.clientID), ("users/demouser", "user=demouser"),
        ("sessions", "session=\(session)"),
      ] {
        let text = try await administrator.get("/admin/" + page).text
        #expect(text.contains("href=\"/admin/exchanges?\(filter)\""), "\(page)")
      }
    }
  }

  @Test func longListsHavePages() async throws {
    try await TestServer.with { server in
      for _ in 1...230 { _ = try await server.send(HTTPRequest("GET", server.issuer + "/jwks")) }
      let administrator = try await Administrator(server)
      var page = try await administrator.get("/admin/exchanges?address=in-process")
      var seen = links(page)
      #expect(seen.count == 100 && page.text.contains("id=\"live\""))
      while let next = page.text.firstMatch(of: /href="([^"]*)" rel="next"/) {
        page = try await administrator.get(String(next.1).replacing("&amp;", with: "&"))
        #expect(!page.text.contains("id=\"live\""), "later pages stand still")
        seen += links(page)
      }
      #expect(seen == (1...230).reversed().map { "/admin/exchanges/\($0)" })
    }
  }

  @Test func scriptsGetTheSameAsJSON() async throws {
    try await TestServer.withApp { server, app, _ in
      let administrator = try await Administrator(server)
      let all = try await administrator.get("/admin/exchanges.json").json
      #expect(all["last"] == 4 && all["exchanges"]?.arrayValue?.count == 4)
      let path = "/admin/exchanges.json?client=\(app.clientID)&after=2&order=oldest&messages=true"
      let some = try await administrator.get(path).json
      let exchanges = some["exchanges"]?.arrayValue ?? []
      #expect(exchanges.map { $0["number"]?.intValue } == [3, 4])
      let last = try #require(exchanges.last)
      #expect(last["clients"] == .strings(["mobile-dcr-client", app.clientID]) && last["users"] == ["demouser"])
      #expect(last["status"] == 201 && last["method"] == "POST" && last["side"] == "server")
      #expect(last["target"] == "/token-service/oauth-registration" && last["note"]?.stringValue != "")
      let names = last["request"]?["headers"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
      #expect(names?.contains("Content-Type") == true)
      #expect(last["response"]?["body"]?.stringValue?.contains(app.clientID) == true)
      #expect(last["response"]?["whole"] == true)
      #expect(all["exchanges"]?.arrayValue?.first?["request"] == nil, "messages only on demand")
      let quiet = try await administrator.get("/admin/exchanges.json?after=4").json
      #expect(quiet["last"] == 4 && quiet["exchanges"] == [])
      let events = try await administrator.get("/admin/events.json").json["events"]?.arrayValue ?? []
      #expect(!events.contains { $0["path"] == "/admin/exchanges.json" }, "watching is no event")
    }
  }

  /// A fault ended the connection without an answer.
  @Test func noAnswerIsNoSuccess() async throws {
    try await TestServer.with { server in
      try await server.switchOn([FaultRule(.jwks, .connection(.reset))])
      _ = try await server.send(HTTPRequest("GET", server.issuer + "/jwks"))
      let administrator = try await Administrator(server)
      let line = try #require(
        try await administrator.get("/admin/exchanges.json").json["exchanges"]?.arrayValue?.first)
      #expect(line["status"] == 0 && line["kind"] == "dead")
      for path in ["/admin/exchanges", "/admin/exchanges/1"] {
        #expect(try await administrator.get(path).text.contains("<span class=\"status dead\">–</span>"), "\(path)")
      }
    }
  }

  /// Whatever a client sends comes back as text.
  @Test func noTextOfAClientBreaksThePage() async throws {
    try await TestServer.with { server in
      let attack = "</pre><script>alert(1)</script>\u{202E}{{t.user}}{{{body}}}"
      let administrator = try await Administrator(server)
      _ = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-token?x=<script>alert(2)</script>",
          headers: [HTTPHeader("User-Agent", attack), HTTPHeader("Content-Type", "text/plain")],
          body: Array(attack.utf8)))
      for path in ["/admin/exchanges", "/admin/exchanges/1", "/admin/exchanges?client=%3Cscript%3Ealert(3)"] {
        let page = try await administrator.get(path).text
        #expect(!page.contains("<script>alert") && !page.contains("</pre><") && !page.contains("\u{202E}"), "\(path)")
      }
      let page = try await administrator.get("/admin/exchanges/1").text
      #expect(page.contains("User-Agent: &lt;/pre&gt;&lt;script&gt;") && page.contains("{{{body}}}"))
    }
  }
}
