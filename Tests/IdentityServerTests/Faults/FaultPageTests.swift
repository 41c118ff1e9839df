import SharedValues
import Testing

@testable import IdentityServer

/// The administrator's page of faults.
@Suite struct FaultPageTests {
  private static let page = "/admin/faults"

  @Test func aPresetIsSwitchedOnForAClientAndOffAgain() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let access = tokens["access_token"]?.stringValue ?? ""
      let administrator = try await Administrator(server)
      let link = "\(Self.page)?kind=client&target=\(app.clientID)"
      let client = try await administrator.get("/admin/clients/" + app.clientID).text
      #expect(client.contains(link.replacingBytes(of: "&", with: "&amp;")))
      let form = try await administrator.get(link).text
      #expect(form.contains("value=\"client\" selected") && form.contains("value=\"\(app.clientID)\""))
      #expect(form.contains("value=\"userinfo-of-another\"") && !form.contains("value=\"disk-full\""))

      // An id and a number that were copied with spaces beside them.
      let on = [
        ("preset", "userinfo-of-another"), ("kind", "client"), ("target", " \(app.clientID) "), ("times", " 5 "),
      ]
      let answer = try await administrator.submit(Self.page, Self.page, on + [("do", "on")])
      #expect(answer.status == 303 && answer.location == Self.page + "?done=doneFaultOn")
      // At once: the page is the server's own.
      #expect(try await app.userInfo(access).json["sub"] == "somebody-else")
      let list = try await administrator.get(Self.page).text
      #expect(list.contains("userinfo: wrong-member sub") && list.contains(app.clientID))
      #expect(list.contains(">1</td>") && list.contains(">4</td>"))
      let number = try #require(server.server.faults.first?.batch)
      let exchange = try #require(server.lines(of: app.clientID).last)
      #expect(
        try await administrator.get("/admin/exchanges/\(exchange.number)").text.contains("userinfo: wrong-member sub"))
      #expect(try await administrator.get("/admin/exchanges").text.contains("Fault userinfo: wrong-member sub"))
      #expect(try await administrator.get("/admin/events").text.contains("Fault userinfo: wrong-member sub"))

      _ = try await administrator.submit(Self.page, Self.page, [("number", "\(number)"), ("do", "off")])
      #expect(try await app.userInfo(access).json["sub"] == "demouser")
      #expect(server.server.faults.isEmpty)
    }
  }

  /// Not as the preset says, which may be for good.
  @Test(arguments: ["many", "5x", "99999999999999999999"]) func aMistypedNumberIsRefused(_ times: String) async throws {
    try await TestServer.with { server in
      let administrator = try await Administrator(server)
      let on = [("preset", "evil-issuer"), ("kind", "everybody"), ("target", ""), ("times", times), ("do", "on")]
      let answer = try await administrator.submit(Self.page, Self.page, on)
      #expect(answer.status == 400 && answer.text.contains("times must be a whole number"))
      #expect(server.server.faults.isEmpty)
    }
  }

  static let wrong: [(preset: String, kind: String, target: String, said: String)] = [
    ("userinfo-of-another", "client", "nobody", "nobody"), ("userinfo-of-another", "address", "somewhere", "somewhere"),
    ("userinfo-of-another", "everybody", "a-client", "a-client"), ("disk-full", "everybody", "", "keystore: full-disk"),
    ("evil-issuer", "user", "demouser", "metadata: wrong-member issuer"),
    ("userinfo-of-another", "client", " ", "a client is named by its id"),
    ("userinfo-of-another", "user", "", "a user by the user name"),
  ]

  @Test(arguments: wrong)
  func whatCannotBeIsSaidAndChangesNothing(_ wrong: (preset: String, kind: String, target: String, said: String))
    async throws
  {
    try await TestServer.with { server in
      let administrator = try await Administrator(server)
      let answer = try await administrator.submit(
        Self.page, Self.page,
        [("preset", wrong.preset), ("kind", wrong.kind), ("target", wrong.target), ("do", "on")])
      #expect(answer.status == 422 && answer.text.contains(wrong.said))
      #expect(server.server.faults.isEmpty)
    }
  }
}
