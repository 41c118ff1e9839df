import SharedValues

/// The scope `offline_access` (OpenID Connect Core §11): access while the person is not signed in.
///
/// Refresh tokens do not hang on it: here they come with the `refresh_token` grant, which §11 leaves to the server. What the
/// scope adds is that the grant outlives the session in which it was given.
enum OfflineAccess {
  static let scope = "offline_access"

  /// What is left of a requested scope. §11 is about OpenID Connect requests that a code answers, and means the use of refresh
  /// tokens; anywhere else the name is one of those that are left out.
  static func meaningful(in scope: [String], givesCode: Bool, givesRefreshTokens: Bool) -> [String] {
    givesCode && givesRefreshTokens && scope.contains("openid") ? scope : without(scope)
  }

  /// What of the requested scope is granted. §11: without consent the wish is ignored, and it fails no request. Consent is an
  /// answer on the page, to this request (`prompt=consent` always shows it) or to an earlier one that is remembered.
  static func granted(_ request: AuthorizationRequest, _ situation: Interaction.Situation) -> [String] {
    situation.hasConsented || situation.approvals.onPage.contains(scope) ? request.scope : without(request.scope)
  }

  private static func without(_ scope: [String]) -> [String] { scope.filter { $0 != OfflineAccess.scope } }
}
