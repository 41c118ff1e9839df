/// The scope `offline_access` (OpenID Connect Core §11): access while the person is not signed in.
///
/// Refresh tokens do not depend on it: they come with the `refresh_token` grant, which §11 leaves to the server. With the
/// scope, the grant outlives the session in which it was given.
enum OfflineAccess {
  static let scope = "offline_access"

  /// The requested scope, without `offline_access` where it has no meaning: §11 needs an OpenID Connect request that leads to
  /// a code, and a client that uses refresh tokens.
  static func meaningful(in scope: [String], givesCode: Bool, givesRefreshTokens: Bool) -> [String] {
    givesCode && givesRefreshTokens && scope.contains("openid") ? scope : without(scope)
  }

  /// The granted scope. §11: without consent `offline_access` is left out, and the request goes on. Consent is an answer on
  /// the page, now (`prompt=consent` always shows it) or earlier, if remembered.
  static func granted(_ request: AuthorizationRequest, _ situation: Interaction.Situation) -> [String] {
    situation.act.hasConsented || situation.approvals.onPage.contains(scope) ? request.scope : without(request.scope)
  }

  /// The error when `offline_access` is the whole scope: the client is registered for it, but alone it means nothing.
  static let aloneIsNothing = OAuthError(
    .invalidScope, "offline_access means nothing without openid (OpenID Connect Core section 11)")

  private static func without(_ scope: [String]) -> [String] { scope.filter { $0 != OfflineAccess.scope } }
}
