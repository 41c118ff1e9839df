import Foundation
import OAuthClient
import SharedValues

/// What a running flow has to remember between two steps; it never outlives the flow.
struct FlowContext: Hashable, Sendable {
  /// The one answer that the flow waits for; any other is stale, doubled or somebody else's.
  var awaits: AwaitedAnswer?
  /// The answer at the OpenID well-known place, which is judged when there is nothing at the other one.
  var openIDAnswer: HTTPResponse?
  /// The pending authorization request or sign-out, which the redirect is judged by.
  var request: AuthorizationRequest?
  /// When the authorization request was made; a login may be `max_age` older than this.
  var requested: Date?
  var endSession: EndSessionRequest?
  /// Answers to hold until the ID token has been judged.
  var tokens: TokenSet?
  var claims: IDTokenClaims?
  var userinfo: UserInfo?
  /// Whether the JWKS has been fetched a second time for an unknown `kid`.
  var refetchedKeys = false
  /// A registration that waits for the keystore.
  var registration: ClientRegistration?
  /// How the user agent came back without an answer, while the registration is looked up.
  var visit: UserAgentOutcome?
  /// Whether the server confirmed that it deleted the registration.
  var deletedAtServer = false
  /// How a sign-out ended at the server; `nil` when it did.
  var signOutProblem: AppError?
  var signedOutAtServer = false
}
