/// The next step in the browser on the way to a code.
enum Interaction: Hashable, Sendable {
  case login, consent, issue
  case refuse(OAuthError)

  struct Situation: Sendable {
    var userName: String?
    var subject: String?
    var authenticated = 0
    var act = Provider.Act()
    var approvals = Approvals()
    var now = 0
  }

  /// The order: who is signed in, whose is the client, is the login fresh enough, has the person been asked.
  static func needed(_ request: AuthorizationRequest, _ situation: Situation) -> Interaction {
    guard let user = situation.userName else { return login(request) }
    if let refusal = foreignUser(request, user, situation) { return refusal }
    if !situation.act.hasJustLoggedIn {
      if request.prompt.contains(.login) || request.prompt.contains(.selectAccount) { return .login }
      if request.context == .freshLogin { return login(request) }
      // `max_age=0` means the same as `prompt=login`, also within the same second.
      if let age = request.maxAge, age == 0 || situation.now - situation.authenticated > age { return login(request) }
    }
    return asksForConsent(request, situation) ? consent(request) : .issue
  }

  /// An instance is its user's: another user's session gets the login form, another user's login is refused.
  private static func foreignUser(_ request: AuthorizationRequest, _ user: String, _ situation: Situation)
    -> Interaction?
  {
    let isForeign = !request.client.isFor(user)
    let isOtherThanHinted = request.hintedSubject.map { $0 != situation.subject } ?? false
    guard isForeign || isOtherThanHinted else { return nil }
    guard situation.act.hasJustLoggedIn else { return login(request) }
    guard isForeign else {
      return .refuse(OAuthError(.loginRequired, "another user than the one of id_token_hint signed in"))
    }
    return .refuse(OAuthError(.accessDenied, "this client instance belongs to another user"))
  }

  /// RFC 8252 §8.6: a client that cannot prove its identity gets nothing unless a person acts for this very request. A
  /// login is such an act. An application server's secret does not prove the app's identity: any app can send its users
  /// here and hand the code to that server. A client that requires consent shows the page after every login.
  /// Each user must act once for an instance without an owner, so that a session never authorizes an instance that its
  /// user does not know. The same holds for an instance whose redirect URIs were changed by an update: the holder of a
  /// registration access token must not get a code without the user's knowledge.
  private static func asksForConsent(_ request: AuthorizationRequest, _ situation: Situation) -> Bool {
    guard !situation.act.hasConsented else { return false }
    if request.prompt.contains(.consent) { return true }
    let client = request.client
    if client.requiresConsent {
      return client.isAnybodys || !situation.approvals.onPage.isSuperset(of: request.wholeScope)
    }
    guard !situation.act.hasJustLoggedIn else { return false }
    if client.isAnybodys { return true }
    return client.needsAnAct && !situation.approvals.byAct.isSuperset(of: request.wholeScope)
  }

  private static func login(_ request: AuthorizationRequest) -> Interaction {
    request.prompt.contains(.none) ? .refuse(OAuthError(.loginRequired, "the user has to sign in")) : .login
  }

  private static func consent(_ request: AuthorizationRequest) -> Interaction {
    request.prompt.contains(.none) ? .refuse(OAuthError(.consentRequired, "the user has to be asked")) : .consent
  }
}

/// The scope `offline_access` (OpenID Connect Core §11): access while the person is not signed in.
///
/// Refresh tokens do not depend on it: they come with the `refresh_token` grant, which §11 leaves to the server. With the
/// scope, the grant outlives the session in which it was given.
enum OfflineAccess {
  static let scope = "offline_access"

  /// `offline_access` needs an OpenID Connect request (§11) that leads to a code, and a client that uses refresh tokens.
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
