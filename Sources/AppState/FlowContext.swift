import OAuthClient
import SharedValues

/// What a running flow has to remember between two steps; it never outlives the flow.
struct FlowContext: Hashable, Sendable {
  /// The pending authorization request or sign-out, which the redirect is judged by.
  var request: AuthorizationRequest?
  var endSession: EndSessionRequest?
  /// Answers to hold until the ID token has been judged.
  var tokens: TokenSet?
  var claims: IDTokenClaims?
  /// Whether the JWKS has been fetched a second time for an unknown `kid`.
  var refetchedKeys = false
}
