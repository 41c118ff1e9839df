import AppState
import SharedValues
import Testing

@testable import DCRTerminal
@testable import Workshop

/// What the embedded server tells of its requests, and what of that the panel shows as the browser's.
struct ObservedRequestTests {
  private func observed(_ path: String, event: String = "request") -> Action? {
    EmbeddedServerKeeper.observed([
      "event": .string(event), "method": "POST", "path": .string(path), "status": 200, "note": "a note",
    ])
  }

  @Test(arguments: [
    "/oauth/v2/oauth-authorize", "/oauth/v2/oauth-authorize/login", "/oauth/v2/oauth-authorize/consent",
    "/oauth/v2/oauth-session/logout", "/app/callback",
  ])
  func pagesAreTheBrowsers(_ path: String) {
    guard case .observed("POST", path, 200, "a note") = observed(path) else {
      Issue.record("it is not shown")
      return
    }
  }

  /// They are in the app's own trace, or nobody's who takes part.
  @Test(arguments: [
    "/.well-known/openid-configuration", "/oauth/v2/oauth-anonymous/.well-known/openid-configuration",
    "/oauth/v2/oauth-token", "/token-service/oauth-registration", "/token-service/oauth-registration/abc",
    "/oauth/v2/oauth-dynamic-client-registration", "/token-service/push", "/oauth/v2/oauth-userinfo",
    "/oauth/v2/oauth-revoke", "/oauth/v2/oauth-introspect", "/oauth/v2/oauth-anonymous/jwks",
    "/application/open_id_connect", "/application/accounts", "/health", "/metrics",
  ])
  func whatTheAppAsksItselfIsNotSaidAgain(_ path: String) {
    #expect(observed(path) == nil)
  }

  @Test func otherEventsAreNoRequests() {
    #expect(observed("/oauth/v2/oauth-authorize", event: "ready") == nil)
  }
}
