/// The scope `offline_access` (OpenID Connect Core §11): access while the person is not signed in.
///
/// Refresh tokens do not hang on it: here they come with the `refresh_token` grant, which §11 leaves to the server. What the
/// scope adds is that the grant outlives the session in which it was given.
enum OfflineAccess {
  static let scope = "offline_access"

  /// The requested scope, without `offline_access` where that means nothing: §11 is about OpenID Connect requests that a code
  /// answers, and about the use of refresh tokens.
  static func meaningful(in scope: [String], givesCode: Bool, givesRefreshTokens: Bool) -> [String] {
    givesCode && givesRefreshTokens && scope.contains("openid") ? scope : without(scope)
  }

  /// The scope that is granted. §11: without consent `offline_access` is left out, and the request goes on. Consent is an
  /// answer on the page, to this request (`prompt=consent` always shows it) or to an earlier one that is remembered.
  static func granted(_ request: AuthorizationRequest, _ situation: Interaction.Situation) -> [String] {
    situation.hasConsented || situation.approvals.onPage.contains(scope) ? request.scope : without(request.scope)
  }

  /// Why nothing is left of a scope that the client is registered for: the name itself is known, and means nothing here.
  static let aloneIsNothing = OAuthError(
    .invalidScope, "offline_access means nothing without openid (OpenID Connect Core section 11)")

  private static func without(_ scope: [String]) -> [String] { scope.filter { $0 != OfflineAccess.scope } }
}
