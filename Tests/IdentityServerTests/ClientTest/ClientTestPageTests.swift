import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The verdicts on the administrator's pages, and as JSON for scripts.
@Suite struct ClientTestPageTests {
  @Test func aClientsPageLeadsToItsVerdicts() async throws {
    try await TestServer.with { server in
      var flow = ClientFlow()
      flow.usesBasic = { $0 != 2 }
      let id = try await flow.run(on: server).clientID
      let administrator = try await Administrator(server)
      let path = "/admin/clients/\(id)/test"
      #expect(try await administrator.get("/admin/clients/" + id).text.contains("href=\"\(path)\""))
      let page = try await administrator.get(path)
      #expect(page.status == 200)
      #expect(page.text.contains("all: \(ClientCheck.tested.count)"), "as many as a test of all of them has")
      #expect(page.text.contains("tk-auth") && page.text.contains(">failed<") && page.text.contains(">passed<"))
      #expect(page.text.contains("It authenticates in another way than the registered one."))
      let verdict = try #require(try server.report(on: id).verdict("tk-auth"))
      let number = try #require(verdict.exchanges.first)
      #expect(page.text.contains("href=\"/admin/exchanges/\(number)\""))
      #expect(try await administrator.get("/admin/exchanges/\(number)").text.contains("client_secret"))
    }
  }

  @Test func scriptsGetTheSameAsJSON() async throws {
    try await TestServer.withApp { server, app, _ in
      let administrator = try await Administrator(server)
      let json = try await administrator.get("/admin/clients/\(app.clientID)/test.json").json
      let report = try server.report(on: app.clientID)
      #expect(json == report.json)
      #expect(json["client"]?.stringValue == app.clientID && json["requests"]?["registration"] == 1)
      let checks = json["checks"]?.arrayValue ?? []
      #expect(checks.map { $0["id"]?.stringValue } == ClientCheck.all.map(\.id))
      let redirects = checks.first { $0["id"] == "rg-redirects" }
      #expect(redirects?["verdict"] == "passed" && redirects?["level"] == "must")
      #expect(redirects?["exchanges"]?.arrayValue?.isEmpty == false)
      #expect(json["counts"]?["passed"] == 1 && json["counts"]?["failed"] == 0)
    }
  }

  @Test func onlyTheAdministratorSeesThemAndOnlyOfClients() async throws {
    try await TestServer.withApp { server, app, _ in
      let base = String(server.server.adminURL.dropLast("/admin".count))
      let path = "/admin/clients/\(app.clientID)/test"
      #expect(try await TestBrowser(server).get(base + path).text.contains("type=\"password\""))
      #expect(try await TestBrowser(server).get(base + path + ".json").status == 401)
      let administrator = try await Administrator(server)
      #expect(try await administrator.get("/admin/clients/rn-expo-app/test").status == 200)
      for id in ["nobody", "mobile-dcr-template-client", "%3Cscript%3E"] {
        let page = try await administrator.get("/admin/clients/\(id)/test")
        #expect(page.status == 404 && !page.text.contains("<script>"), "\(id)")
        let json = try await administrator.get("/admin/clients/\(id)/test.json")
        #expect(json.status == 404 && json.json["error"] == "unknown_client", "\(id)")
      }
    }
  }
}
