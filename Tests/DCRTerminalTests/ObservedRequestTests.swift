import AppState
import Edge
import Foundation
import SharedValues
import Synchronization
import TestValues
import Testing

@testable import DCRTerminal
@testable import IdentityServer
@testable import IdentityServerProgram
@testable import Workshop

/// The embedded server's events about its requests, and which of them the panel shows as the browser's.
struct ObservedRequestTests {
  /// The server's event for a request to a path, read as the app reads it.
  private func observed(_ path: String) async throws -> Action? {
    let events = Mutex<[ServerEvent]>([])
    let claim = IdentityServerConfiguration.AppClaim(appID: "io.curity.dcrclient", paths: ["/app/callback"])
    let application = ApplicationServerConfiguration(
      clientID: "app", redirectURI: "app:/callback", postLogoutRedirectURI: "app:/logout")
    let server = try await TestServer(listens: false, application: application) {
      $0.claim = claim
      $0.devicePort = 6750
      $0.onEvent = { event in events.withLock { $0.append(event) } }
    }
    let port = ["/metrics": 6749, "/token-service/push": 6750][path] ?? 8443
    _ = await server.server.respond(to: HTTPRequest("POST", "https://localhost:\(port)\(path)"))
    let event = try #require(events.withLock { $0.first })
    #expect(event.path == path)
    return ServerEvents.observed(event.json)
  }

  @Test(arguments: [
    "/oauth/v2/oauth-authorize", "/oauth/v2/oauth-authorize/login", "/oauth/v2/oauth-authorize/consent",
    "/oauth/v2/oauth-session/logout", "/app/callback",
  ])
  func pagesAreTheBrowsers(_ path: String) async throws {
    guard case .observed(let request) = try await observed(path) else { throw Unexpected("the request is not shown") }
    #expect((request.method, request.path) == ("POST", path))
  }

  /// Other clients and an administrator use the same server: the event names the sender, as far as a server can tell.
  @Test func anEventSaysWhoAsked() async throws {
    let events = Mutex<[ServerEvent]>([])
    let server = try await TestServer(listens: false) { $0.onEvent = { event in events.withLock { $0.append(event) } } }
    for path in [
      "8443/oauth/v2/oauth-authorize?client_id=c&state=mine", "8443/oauth/v2/oauth-session/logout?state=mine", "8443/",
      "6749/admin", "8443/assets/style.css",
    ] { _ = await server.server.respond(to: HTTPRequest("GET", "https://localhost:" + path)) }
    let askers = events.withLock { $0 }.map { event -> ObservedRequest.Asker? in
      guard case .observed(let request)? = ServerEvents.observed(event.json, isShared: true) else { return nil }
      return request.asker
    }
    let mine = ObservedRequest.Asker.browser(visit: recognitionMark("mine".utf8), client: nil)
    #expect(askers == [mine, mine, .browser(visit: nil, client: nil), .administrator(client: nil), nil])
  }

  /// A command's change gives the same message as a change in the app's own panel.
  @Test func aChangeByACommandIsTheAdministrators() {
    var event = ServerEvent(
      time: .distantPast, method: "", path: "c-1", status: 0, endpoint: .page, note: "client revoked", clientID: "c-1")
    event.isAdministration = true
    var expected = ObservedRequest.change(of: "c-1", "client revoked")
    (expected.endpoint, expected.asker) = (.page, .administrator(client: "c-1"))
    #expect(ServerEvents.observed(event.json, isShared: true) == .observed(expected))
  }

  /// These requests stand in the app's own trace, or come from outside the flow.
  @Test(arguments: [
    "/.well-known/openid-configuration", "/oauth/v2/oauth-anonymous/.well-known/openid-configuration",
    "/oauth/v2/oauth-token", "/token-service/oauth-registration", "/token-service/oauth-registration/abc",
    "/oauth/v2/oauth-dynamic-client-registration", "/token-service/push", "/oauth/v2/oauth-userinfo",
    "/oauth/v2/oauth-revoke", "/oauth/v2/oauth-introspect", "/oauth/v2/oauth-anonymous/jwks",
    "/application/open_id_connect", "/application/accounts", "/health", "/metrics",
  ])
  func theAppsOwnRequestsAreNotRepeated(_ path: String) async throws {
    #expect(try await observed(path) == nil)
  }

  private static let event: JSON = [
    "event": "request", "method": "GET", "path": "/p", "status": 303, "note": "a note", "endpoint": "authorization",
    "session": "used",
  ]

  @Test func theFieldsOfAnEventAreRead() {
    #expect(
      ServerEvents.observed(Self.event)
        == .observed(
          ObservedRequest(
            method: "GET", path: "/p", status: 303, note: "a note", endpoint: .authorization, usesSession: true)))
    #expect(ServerEvents.observed(Self.event.setting("event", "ready")) == nil)
  }

  /// An older server does not state an endpoint: its requests stand in the panel Server only.
  @Test(arguments: [JSON.null, "unheard-of"])
  func anEventWithoutAnEndpointIsAccepted(_ endpoint: JSON) {
    let event = Self.event.setting("endpoint", endpoint)
    #expect(ServerEvents.observed(event) == nil)
    #expect(ServerEvents.event(event) != nil)
  }
}
