import SharedValues
import Testing

@testable import IdentityServer

/// Pages of other origins (CORS, Fetch standard): only configured ones, only at endpoints for programs, without cookies.
@Suite struct CrossOriginTests {
  private static let page = "http://localhost:5173"
  private static func adjust(_ configuration: inout IdentityServerConfiguration) {
    configuration.origins = ["https://app.example", page]
  }

  private static let programs = [
    ("GET", "/oauth/v2/oauth-anonymous/.well-known/openid-configuration"),
    ("GET", "/.well-known/oauth-authorization-server/oauth/v2/oauth-anonymous"),
    ("GET", "/.well-known/oauth-protected-resource/api"), ("GET", "/oauth/v2/oauth-anonymous/jwks"),
    ("POST", "/oauth/v2/oauth-token"), ("POST", "/oauth/v2/oauth-revoke"), ("GET", "/oauth/v2/oauth-userinfo"),
    ("POST", "/oauth/v2/oauth-authorize/par"), ("POST", "/oauth/v2/oauth-device-authorization"),
    ("POST", "/token-service/oauth-registration"), ("DELETE", "/token-service/oauth-registration/x"),
    ("GET", "/api/accounts"), ("GET", "/.well-known/oauth-protected-resource"),
    ("GET", "/oauth/v2/oauth-token/"), ("GET", "/oauth/v2/oauth-anonymous/jwks/x"),
  ]
  /// RFC 9700 §2.6: the authorization endpoint MUST NOT; nor may any other page for a person.
  private static let people = [
    ("GET", "/oauth/v2/oauth-authorize"), ("POST", "/oauth/v2/oauth-authorize/login"),
    ("POST", "/oauth/v2/oauth-authorize/consent"), ("GET", "/oauth/v2/oauth-session/logout"), ("GET", "/device"),
    ("GET", "/"),
  ]

  private func ask(
    _ server: TestServer, _ method: String, _ path: String, _ origin: String, _ more: [HTTPHeader] = []
  ) async throws -> HTTPResponse {
    try await server.send(
      HTTPRequest(method, server.origin + path, headers: [HTTPHeader("Origin", origin)] + more))
  }

  private func preflight(
    _ server: TestServer, _ method: String, _ path: String, _ origin: String = page
  ) async throws -> HTTPResponse {
    try await ask(
      server, "OPTIONS", path, origin,
      [
        HTTPHeader("Access-Control-Request-Method", method),
        HTTPHeader("Access-Control-Request-Headers", "authorization,content-type,dpop,mcp-protocol-version"),
      ])
  }

  private func names(_ answer: HTTPResponse, _ header: String) -> Set<String> {
    Set((answer.headers[first: header] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } })
  }

  @Test(arguments: TestServer.Way.allCases) func aConfiguredOriginIsAllowed(_ way: TestServer.Way) async throws {
    try await TestServer.with(way, adjusting: Self.adjust) { server in
      for (method, path) in Self.programs {
        // Refusals and missing paths too: the page must be able to read why.
        let answer = try await ask(server, method, path, Self.page)
        #expect(answer.headers[all: "Access-Control-Allow-Origin"] == [Self.page], "\(path)")
        #expect(answer.headers[all: "Vary"] == ["Origin"], "\(path)")
        #expect(names(answer, "Access-Control-Expose-Headers").isSuperset(of: ["www-authenticate", "dpop-nonce"]))
        #expect(answer.headers[first: "Access-Control-Allow-Credentials"] == nil)
        let before = try await preflight(server, method, path)
        #expect(before.status == 204 && before.body.isEmpty, "\(path)")
        #expect(before.headers[all: "Access-Control-Allow-Origin"] == [Self.page], "\(path)")
        #expect(names(before, "Access-Control-Allow-Methods").contains(method.lowercased()), "\(path)")
        #expect(
          names(before, "Access-Control-Allow-Headers").isSuperset(
            of: ["authorization", "content-type", "dpop", "mcp-protocol-version"]))
        #expect(before.headers[first: "Access-Control-Allow-Credentials"] == nil)
      }
    }
  }

  /// Compared character by character (RFC 6454 §5 and §7).
  @Test(arguments: [
    "https://evil.example", "null", "http://localhost:5174", "https://localhost:5173", "http://localhost:5173/",
    "http://LOCALHOST:5173", "https://app.example.evil.example", "https://app.example:443", "http://app.example", "*",
    "",
  ]) func nobodyElseMay(_ origin: String) async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      for (method, path) in Self.programs {
        for answer in [
          try await ask(server, method, path, origin), try await preflight(server, method, path, origin),
        ] {
          #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control-") }, "\(path)")
          // A cache must not serve one origin's answer to another.
          #expect(answer.headers[all: "Vary"] == ["Origin"], "\(path)")
        }
      }
    }
  }

  @Test func twoOriginHeadersAreNotAllowed() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let answer = try await ask(
        server, "GET", "/oauth/v2/oauth-anonymous/jwks", Self.page, [HTTPHeader("Origin", Self.page)])
      #expect(answer.headers[first: "Access-Control-Allow-Origin"] == nil)
    }
  }

  @Test func pagesForPeopleAreNeverAllowed() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let admin = server.server.adminURL
      for (method, path) in Self.people {
        for answer in [
          try await ask(server, method, path, Self.page), try await preflight(server, method, path),
        ] {
          #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control-") }, "\(path)")
        }
      }
      for url in [
        admin, admin.replacing("/admin", with: "/metrics"), server.server.addresses.deviceURL("/token-service/push"),
      ] {
        let answer = try await server.send(HTTPRequest("GET", url, headers: [HTTPHeader("Origin", Self.page)]))
        #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control-") }, "\(url)")
      }
    }
  }

  /// Without the setting no answer has CORS headers.
  @Test func noOriginIsAllowedByDefault() async throws {
    try await TestServer.with { server in
      for (method, path) in Self.programs {
        for answer in [
          try await ask(server, method, path, Self.page), try await preflight(server, method, path),
        ] {
          #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control-") || $0.name == "Vary" })
        }
      }
    }
  }

  /// A client in a page: the whole flow, with the nonce that it can read (RFC 9449 §8).
  @Test func aPageGetsItsTokens() async throws {
    try await TestServer.with(
      adjusting: {
        Self.adjust(&$0)
        $0.policies.registration = .open
      }
    ) { server in
      let metadata: JSON = [
        "redirect_uris": ["http://localhost:5173/callback"], "token_endpoint_auth_method": "none", "scope": "openid",
      ]
      let (app, browser) = try await server.openApp(metadata)
      let redirect = try await browser.signIn(app.authorizationURL(["scope": "openid"]))
      let fields = [
        ("grant_type", "authorization_code"), ("code", try #require(redirect.code)), ("client_id", app.clientID),
        ("redirect_uri", app.redirectURI), ("code_verifier", TestApp.verifier),
      ]
      let answer = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-token",
          headers: [
            HTTPHeader("Origin", Self.page), HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
          ], body: form(fields)))
      #expect(answer.status == 200)
      #expect(answer.headers[first: "Access-Control-Allow-Origin"] == Self.page)
    }
  }
}
