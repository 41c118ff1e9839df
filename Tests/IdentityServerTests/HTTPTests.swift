import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Rules that hold for every request.
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
      let unanswered = try await send("HEAD", "/oauth/v2/oauth-authorize")
      #expect((unanswered.status, unanswered.headers[first: "Allow"]) == (405, "GET, POST"))
      #expect(try await send("DELETE", "/oauth/v2/oauth-anonymous/jwks").headers[first: "Allow"] == "GET, HEAD")
      #expect(try await send("OPTIONS", "/oauth/v2/oauth-token").status == 204)
      let head = try await send("HEAD", "/oauth/v2/oauth-anonymous/jwks")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)

      let large = [UInt8](repeating: UInt8(ascii: "a"), count: 65 * 1024)
      #expect(try await send("POST", "/oauth/v2/oauth-token", form, large).status == 413)
      let zipped = form + [HTTPHeader("Content-Encoding", "gzip")]
      let encoded = try await send("POST", "/oauth/v2/oauth-token", zipped, [0x1F, 0x8B])
      #expect((encoded.status, encoded.headers[first: "Accept-Encoding"]) == (415, "identity"))
      let plain = form + [HTTPHeader("Content-Encoding", "identity")]
      #expect((400...401).contains(try await send("POST", "/oauth/v2/oauth-token", plain, Array("a=b".utf8)).status))
      #expect(
        try await send("GET", "/oauth/v2/oauth-authorize?state=" + String(repeating: "a", count: 17_000)).status == 414)
      #expect(try await send("POST", "/oauth/v2/oauth-token", json, Array("{}".utf8)).status == 400)
      for body in [
        "%", "a=%zz", "a=%ff", String(repeating: "a&", count: 200), "grant_type=a&grant_type=b", "\u{0}=\u{0}",
      ] {
        let answer = try await send("POST", "/oauth/v2/oauth-token", form, Array(body.utf8))
        #expect((400...401).contains(answer.status))
        #expect(answer.error != nil)
      }
      #expect(try await send("GET", "/oauth/v2/oauth-authorize?client_id=%ff").status == 400)
      // The transport sends only UTF-8 paths, so this can be tested only in process.
      if way == .inProcess { #expect(try await send("GET", "/token-service/oauth-registration/%ff").status == 404) }
    }
  }

  /// RFC 6749 §5.2 has 400 for malformed requests, and no 415; a client reads the code in the body.
  @Test(arguments: TestServer.Way.allCases)
  func aBodyThatIsMissingOrOfAnotherTypeIsInvalidRequest(_ way: TestServer.Way) async throws {
    try await TestServer.with(
      way,
      adjusting: {
        $0.application = ApplicationServerConfiguration(
          clientID: "demo-app", redirectURI: "https://app.example/cb", postLogoutRedirectURI: "https://app.example/out")
      }
    ) { server in
      let (app, _, _) = try await server.registeredApp()
      let pair =
        PercentCoding.encode(app.clientID, .unreserved) + ":" + PercentCoding.encode(app.secret ?? "", .unreserved)
      let basic = HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString())
      let formType = HTTPHeader("Content-Type", "application/x-www-form-urlencoded")
      let jsonType = HTTPHeader("Content-Type", "application/json")
      let split = HTTPHeader("Content-Type", "application/x-www- form-urlencoded")
      let full = Array("grant_type=refresh_token&token=a&refresh_token=a&client_id=mobile-dcr-client".utf8)
      let devices = server.server.addresses.deviceURL("")
      for url in [
        server.origin + "/oauth/v2/oauth-token", server.origin + "/oauth/v2/oauth-revoke",
        server.origin + "/oauth/v2/oauth-introspect", server.origin + "/application/open_id_connect",
        devices + "/oauth/v2/oauth-token", devices + "/token-service/push",
      ] {
        for (headers, body) in [
          ([], []), ([formType], []), ([basic], []), ([basic, formType], []), ([], full), ([jsonType], full),
          ([split], full), ([basic, jsonType], Array("{}".utf8)),
          ([HTTPHeader("Content-Type", "multipart/form-data; boundary=a")], full),
        ] as [([HTTPHeader], [UInt8])] {
          let answer = await server.server.respond(to: HTTPRequest("POST", url, headers: headers, body: body))
          #expect(answer.status == 400, "\(url) \(headers)")
          #expect(answer.error == "invalid_request", "\(url) \(headers)")
        }
      }
      let upper = HTTPHeader("Content-Type", " Application/X-WWW-Form-Urlencoded ; charset=UTF-8")
      let answer = await server.server.respond(
        to: HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-introspect", headers: [basic, upper], body: Array("token=a".utf8)))
      #expect(answer.json["active"] == false)
      // Registration has another error code (RFC 7591 §3.2.2).
      let token = try await server.registrationToken(TestBrowser(server))
      let bearer = HTTPHeader("Authorization", "Bearer " + token)
      for headers in [[bearer], [bearer, formType], [bearer, HTTPHeader("Content-Type", "application/j son")]] {
        let answer = await server.server.respond(
          to: HTTPRequest(
            "POST", server.origin + "/token-service/oauth-registration", headers: headers,
            body: Array(TestServer.tutorialMetadata.compact.utf8)))
        #expect(answer.status == 400)
        #expect(answer.error == "invalid_client_metadata")
      }
      #expect(try await server.register(token: token).status == 201)
    }
  }

  @Test(arguments: ["evil.example", "evil.example:8443", "localhost", "localhost:1", "localhost.evil.example:8443", ""])
  func otherHostsAreRefused(_ host: String) async throws {
    try await TestServer.with { server in
      let answer = try await server.send(
        HTTPRequest(
          "GET", server.issuer + "/.well-known/openid-configuration", headers: [HTTPHeader("Host", host)]))
      #expect(answer.status == 421)
      #expect(answer.error == "invalid_request")
    }
  }

  /// RFC 9110 §4.2.2: clients leave the default port of https out of URLs and of Host.
  @Test func theDefaultPortIsLeftOut() {
    let addresses = Addresses(port: 443, adminPort: 6749, devicePort: 8444)
    #expect(addresses.issuer == "https://localhost/oauth/v2/oauth-anonymous")
    for host in ["localhost", "LOCALHOST", "[::1]", "127.0.0.1", "localhost:443"] {
      #expect(addresses.isOwn(host: host, on: .server))
    }
    let usual = Addresses(port: 8443, adminPort: 6749, devicePort: 8444)
    for host in ["localhost", "localhost:8444", "evil.example:8443", "localhost.:8443", ":8443", ""] {
      #expect(!usual.isOwn(host: host, on: .server))
    }
  }

  @Test func eventsHoldNoSecret() async throws {
    try await TestServer.withTokens { (server, app, browser, tokens) async throws in
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
      // RFC 6750 §3.1: the challenge has the error of a malformed request, too.
      for (headers, fields) in [
        ([HTTPHeader("Authorization", "Bearer " + token)], [("access_token", token)]),
        ([], [("access_token", token), ("access_token", token)]),
      ] {
        let type = HTTPHeader("Content-Type", "application/x-www-form-urlencoded")
        let twice = try await server.send(HTTPRequest("POST", url, headers: headers + [type], body: form(fields)))
        #expect(twice.status == 400)
        #expect(twice.error == "invalid_request")
        #expect(twice.headers[first: "WWW-Authenticate"]?.contains(#"error="invalid_request""#) == true)
      }
      #expect(try await server.send(HTTPRequest("GET", url + "?access_token=" + token)).status == 401)
    }
  }
}
