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
  /// What was sent to be used up: a server may quote it in an error.
  var code: Secret?
  var initialAccessToken: InitialAccessToken?
  /// Answers to hold until the ID token has been judged.
  var tokens: TokenSet?
  var claims: IDTokenClaims?
  /// Claims of the ID token before, which a refreshed one must agree with.
  var previousClaims: IDTokenClaims?
  var userinfo: UserInfo?
  /// Whether the JWKS has been fetched a second time for an unknown `kid`.
  var refetchedKeys = false
  /// A registration that waits for the keystore.
  var registration: ClientRegistration?
  /// Why the registration is looked up, and so what happens when it is as good as ever.
  var inquiry: Inquiry?
  /// A rotated refresh token is being saved, before anything else is done with the new tokens.
  var savesRotation = false
  /// What is left of the last run, for a silent start.
  var resumed: StoredState?
  /// What became of the tokens that are being taken back.
  var revocation = RevocationReport()
  var revoking: RevocationRequest.Hint?
  /// When the server that refused a refresh wants to be asked again.
  var retryAfter: Double?
  /// Whether the server confirmed that it deleted the registration.
  var deletedAtServer = false
  /// How a sign-out ended at the server; `nil` when it did.
  var signOutProblem: AppError?
  var signedOutAtServer = false
  /// The ID token that told the server whose session to end, for another try.
  var endSessionHint: Secret?
}
