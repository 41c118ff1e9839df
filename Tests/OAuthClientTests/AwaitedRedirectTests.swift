import SharedValues
import Testing

@testable import OAuthClient

/// Which of the URIs that reach the app answer its request (RFC 6749 §10.12, RFC 8252 §8.9).
struct AwaitedRedirectTests {
  private let awaited = AwaitedRedirect(state: Secret("state-1"))

  @Test(arguments: [
    "a.b:/c?code=x&state=state-1", "a.b:/c?state=state-1", "a.b:/c?own=1&state=state-1", "a.b:/c?state=state%2D1",
    "a.b:/c?error=access_denied&state=state-1",
    // These are malformed, but the sender knows the state, so they come from the server.
    "a.b:/c#code=x&state=state-1", "a.b:/c?code=x&code=y&state=state-1", "a.b:/c?code=%4&state=state-1",
    "a.b:/c?state=another&state=state-1", "a.b:/c?error=x&error_description=a b|%E9é\u{D4E}&state=state-1",
    "a.b:/c?state=state-1#_=_", "a.b:/c?a=b&\u{301}&state=state-1",
  ]) func aURIWithTheStateAnswers(_ uri: String) {
    #expect(awaited.isAnswered(by: uri))
  }

  @Test(arguments: [
    "a.b:/c", "a.b:/c?", "a.b:/c?code=x", "a.b:/c?code=x&state=", "a.b:/c?code=x&state=state-2", "a.b:/c?state=state-",
    "a.b:/c?state=state-11", "a.b:/c?State=state-1", "a.b:/state=state-1", "a.b:/c?error=access_denied",
    "a.b:/c?code=state-1", "a.b:/c?x=state=state-1", "a.b:/c?state=%", "", "state=state-1",
  ]) func otherURIsDoNotAnswer(_ uri: String) {
    #expect(!awaited.isAnswered(by: uri))
  }
}
