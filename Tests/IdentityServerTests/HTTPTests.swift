import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// What holds for every request, whatever it asks for.
@Suite struct HTTPTests {
  @Test(arguments: TestServer.Way.allCases)
  func metadata(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      for path in [
        "/oauth/v2/oauth-anonymous/.well-known/openid-configuration",
        "/.well-known/oauth-authorization-server/oauth/v2/oauth-anonymous",
        "/oauth/v2/oauth-anonymous/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration/oauth/v2/oauth-anonymous",
      ] {
        let answer = try await server.send(HTTPRequest("GET", server.origin + path))
        #expect(answer.contentType == "application/json")
        #expect(answer.json["issuer"] == .string(server.origin + "/oauth/v2/oauth-anonymous"))
        let expected: [(String, String)] = [
          ("authorization_endpoint", "/oauth/v2/oauth-authorize"), ("token_endpoint", "/oauth/v2/oauth-token"),
          ("userinfo_endpoint", "/oauth/v2/oauth-userinfo"), ("jwks_uri", "/oauth/v2/oauth-anonymous/jwks"),
          ("revocation_endpoint", "/oauth/v2/oauth-revoke"), ("introspection_endpoint", "/oauth/v2/oauth-introspect"),
          ("end_session_endpoint", "/oauth/v2/oauth-session/logout"),
          ("registration_endpoint", "/token-service/oauth-registration"),
        ]
        for (name, path) in expected { #expect(answer.json[name] == .string(server.origin + path), "\(name)") }
        #expect(answer.json["response_types_supported"] == ["code"])
        #expect(answer.json["code_challenge_methods_supported"] == ["S256"])
        #expect(answer.json["authorization_response_iss_parameter_supported"] == true)
      }
      let keys = try await server.send(HTTPRequest("GET", server.issuer + "/jwks"))
      let key = try #require(keys.json["keys"]?.arrayValue?.first)
      #expect(key["kty"] == "RSA")
      #expect(key["d"] == nil)
    }
  }

  @Test(arguments: TestServer.Way.allCases)
  func methodsPathsAndSizes(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      func send(_ method: String, _ path: String, _ headers: [HTTPHeader] = [], _ body: [UInt8] = []) async throws
        -> HTTPResponse
      { try await server.send(HTTPRequest(method, server.origin + path, headers: headers, body: body)) }
      let form = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
      let json = [HTTPHeader("Content-Type", "application/json")]

      #expect(try await send("GET", "/nowhere").status == 404)
      #expect(try await send("GET", "/oauth/v2/../../etc/passwd").status == 404)
      let wrong = try await send("GET", "/oauth/v2/oauth-token")
      #expect(wrong.status == 405)
      #expect(wrong.headers[first: "Allow"] == "POST")
      #expect(try await send("TRACE", "/oauth/v2/oauth-authorize").status == 405)
      #expect(try await send("DELETE", "/oauth/v2/oauth-anonymous/jwks").headers[first: "Allow"] == "GET, HEAD")
      #expect(try await send("OPTIONS", "/oauth/v2/oauth-token").status == 204)
      let head = try await send("HEAD", "/oauth/v2/oauth-anonymous/jwks")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)

      let large = [UInt8](repeating: UInt8(ascii: "a"), count: 65 * 1024)
      #expect(try await send("POST", "/oauth/v2/oauth-token", form, large).status == 413)
      #expect(
        try await send("GET", "/oauth/v2/oauth-authorize?state=" + String(repeating: "a", count: 17_000)).status == 414)
      #expect(try await send("POST", "/oauth/v2/oauth-token", json, Array("{}".utf8)).status == 415)
      for body in [
        "%", "a=%zz", "a=%ff", String(repeating: "a&", count: 200), "grant_type=a&grant_type=b", "\u{0}=\u{0}",
      ] {
        let answer = try await send("POST", "/oauth/v2/oauth-token", form, Array(body.utf8))
        #expect((400...401).contains(answer.status))
        #expect(answer.error != nil)
      }
      #expect(try await send("GET", "/oauth/v2/oauth-authorize?client_id=%ff").status == 400)
      // The transport sends no path that is no UTF-8, so only the other way shows what the server does with one.
      if way == .inProcess { #expect(try await send("GET", "/token-service/oauth-registration/%ff").status == 404) }
    }
  }

  @Test(arguments: ["evil.example", "evil.example:8443", "localhost", "localhost:1", "localhost.evil.example:8443", ""])
  func otherHostsAreRefused(_ host: String) async throws {
    try await TestServer.with { server in
      let answer = try await server.send(
        HTTPRequest(
          "GET", server.issuer + "/.well-known/openid-configuration", headers: [HTTPHeader("Host", host)]))
      #expect(answer.status == 421)
      #expect(answer.contentType == "text/html")
    }
  }

  /// RFC 9110 §4.2.2: clients leave https's own port out of URLs and of Host.
  @Test func theDefaultPortIsNotSpelledOut() {
    let addresses = Addresses(port: 443, adminPort: 6749, devicePort: 8444)
    #expect(addresses.issuer == "https://localhost/oauth/v2/oauth-anonymous")
    for host in ["localhost", "LOCALHOST", "[::1]", "127.0.0.1", "localhost:443"] {
      #expect(addresses.isOwn(host: host, port: 443))
    }
    for host in ["localhost", "localhost:8444", "evil.example:8443", "localhost.:8443", ""] {
      #expect(!addresses.isOwn(host: host, port: 8443))
    }
  }

  @Test func eventsHoldNoSecret() async throws {
    try await TestServer.with { server in
      let (app, browser, tokens) = try await server.signedInApp()
      let text = server.events.withLock { $0.map { "\($0)" }.joined() }
      for secret in [app.secret, tokens["access_token"]?.stringValue, browser.cookies[Cookie.session], "Password1"] {
        #expect(!text.contains(try #require(secret)))
      }
      #expect(!text.contains("?"))
    }
  }

  @Test func userInfoChallenges() async throws {
    try await TestServer.with { server in
      let url = server.origin + "/oauth/v2/oauth-userinfo"
      let bare = try await server.send(HTTPRequest("GET", url))
      #expect(bare.status == 401)
      #expect(bare.headers[first: "WWW-Authenticate"] == "Bearer realm=\"idsvr\"")
      let dcr = try await server.registrationToken(TestBrowser(server))
      let narrow = try await TestApp(server: server).userInfo(dcr)
      #expect(narrow.status == 403)
      let (_, _, tokens) = try await server.signedInApp()
      let token = tokens["access_token"]?.stringValue ?? ""
      let inBody = try await server.send(
        HTTPRequest(
          "POST", url, headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
          body: form([("access_token", token)])))
      #expect(inBody.json["sub"] == "demouser")
      #expect(try await server.send(HTTPRequest("GET", url + "?access_token=" + token)).status == 401)
    }
  }
}
