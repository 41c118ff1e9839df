import SharedValues
import Testing

@testable import IdentityServer

/// Programs get JSON for every error; people get pages.
@Suite struct JSONRefusalTests {
  private static func withApplication(_ configuration: inout IdentityServerConfiguration) {
    configuration.application = ApplicationServerConfiguration(
      clientID: "demo-app", redirectURI: "https://app.example/cb", postLogoutRedirectURI: "https://app.example/out")
  }

  private func expectJSON(_ answer: HTTPResponse, _ status: Int, _ place: String) {
    #expect(answer.status == status, "\(place)")
    #expect(answer.headers[first: "Content-Type"] == "application/json", "\(place)")
    #expect(answer.error == "invalid_request", "\(place)")
    let description = answer.json["error_description"]?.stringValue ?? ""
    #expect(!description.isEmpty && description.allSatisfy { $0.isASCII && $0 != "\"" && $0 != "\\" }, "\(place)")
  }

  /// RFC 9110 §15.5.6, at every address of every port.
  @Test func wrongMethods() async throws {
    try await TestServer.with(adjusting: Self.withApplication) { server in
      for side in [Answering.Side.server, .admin, .devices] {
        let (port, table) = server.side(side)
        for entry in table.listing {
          let path = entry.path.replacing("*", with: "x")
          let answer = try await server.send(HTTPRequest("PATCH", "https://localhost:\(port)\(path)"))
          #expect(answer.headers[first: "Allow"]?.isEmpty == false, "\(path)")
          if side != .devices, table.endpoint(at: path).isForPeople {
            #expect((answer.status, answer.contentType) == (405, "text/html"), "\(path)")
          } else {
            expectJSON(answer, 405, path)
            for method in entry.methods {
              #expect(answer.json["error_description"]?.stringValue?.contains(method) == true, "\(path)")
            }
          }
        }
      }
    }
  }

  /// The addresses for people, listed by hand.
  @Test func peopleGetPages() async throws {
    try await TestServer.with { server in
      for path in [
        "/", "/oauth/v2/oauth-authorize", "/oauth/v2/oauth-authorize/login", "/oauth/v2/oauth-session/logout",
        "/device",
        "/assets/style.css",
      ] {
        let answer = try await server.send(HTTPRequest("PATCH", server.origin + path))
        #expect((answer.status, answer.contentType) == (405, "text/html"), "\(path)")
      }
      for path in [
        "/oauth/v2/oauth-token", "/oauth/v2/oauth-authorize/par", "/oauth/v2/oauth-introspect", "/api/accounts",
        "/oauth/v2/oauth-anonymous/jwks", "/token-service/oauth-registration", "/health",
        "/oauth/v2/oauth-device-authorization",
      ] {
        expectJSON(try await server.send(HTTPRequest("PATCH", server.origin + path)), 405, path)
      }
    }
  }

  @Test func unknownPaths() async throws {
    try await TestServer.with { server in
      for path in [
        "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/nothing",
        "/.well-known/oauth-authorization-server", "/api", "/api/nothing", "/api/accounts/1", "/token-service/nothing",
        "/token-service/oauth-registration/a/b",
      ] {
        expectJSON(try await server.send(HTTPRequest("GET", server.origin + path)), 404, path)
      }
      for path in ["/nowhere", "/apiary", "/oauth", "/favicon.ico"] {
        let answer = try await server.send(HTTPRequest("GET", server.origin + path))
        #expect((answer.status, answer.contentType) == (404, "text/html"), "\(path)")
      }
      let devices = try await server.send(HTTPRequest("GET", server.server.addresses.deviceURL("/nowhere")))
      expectJSON(devices, 404, "devices")
    }
  }

  /// Requests that are wrong at any address.
  @Test func wrongRequests() async throws {
    try await TestServer.with { server in
      for (path, isForPeople) in [("/oauth/v2/oauth-token", false), ("/oauth/v2/oauth-authorize", true)] {
        let cookies = Cookie.names.first.map { "\($0)=a; \($0)=b" } ?? ""
        let wrong: [(Int, String, [HTTPHeader])] = [
          (421, "", [HTTPHeader("Host", "evil.example")]),
          (414, "?a=" + String(repeating: "a", count: 17_000), []), (400, "", [HTTPHeader("Cookie", cookies)]),
        ]
        for (status, query, headers) in wrong {
          let answer = try await server.send(HTTPRequest("GET", server.origin + path + query, headers: headers))
          if isForPeople {
            #expect((answer.status, answer.contentType) == (status, "text/html"), "\(path)")
          } else {
            expectJSON(answer, status, path)
          }
        }
      }
    }
  }

  // MARK: Without a token

  /// RFC 6750 §3.1: without a token, neither the challenge nor the body has an error code.
  @Test func withoutATokenThereIsNoErrorCode() async throws {
    try await TestServer.with(adjusting: Self.withApplication) { server in
      let (_, _, registration) = try await server.registeredApp()
      let own = Addresses.registrationPath + "/" + (registration["client_id"]?.stringValue ?? "")
      let places = [
        ("GET", "/oauth/v2/oauth-userinfo"), ("POST", "/oauth/v2/oauth-userinfo"), ("GET", "/api/accounts"),
        ("GET", "/api/payments"), ("POST", "/api/payments"), ("POST", Addresses.registrationPath),
        ("POST", Addresses.tutorialRegistrationPath), ("GET", own), ("PUT", own), ("DELETE", own),
        ("POST", "/application/accounts"),
      ]
      for (method, path) in places {
        for headers in [[], [HTTPHeader("Authorization", "Basic YTpi")]] {
          let answer = try await server.send(HTTPRequest(method, server.origin + path, headers: headers))
          #expect(answer.status == 401, "\(method) \(path)")
          #expect(answer.json == .object([]) && answer.contentType == "application/json", "\(method) \(path)")
          let challenges = answer.headers[all: "WWW-Authenticate"]
          #expect(challenges.contains { $0.hasPrefix("Bearer ") }, "\(method) \(path)")
          #expect(!challenges.contains { $0.contains("error") }, "\(method) \(path)")
        }
        let wrong = try await server.send(
          HTTPRequest(method, server.origin + path, headers: [HTTPHeader("Authorization", "Bearer abc")]))
        #expect(wrong.status != 401 || wrong.error == "invalid_token", "\(method) \(path)")
      }
    }
  }
}
