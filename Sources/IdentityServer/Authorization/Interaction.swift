/// What has to happen in the browser before a code can be issued.
enum Interaction: Hashable, Sendable {
  case login
  case consent
  case issue
  case refuse(OAuthError)

  /// What is known about the browser at the moment of the decision.
  struct Situation: Sendable {
    /// The user of the SSO session or of the login just now.
    var userName: String?
    /// The `sub` of the signed-in user for this client.
    var subject: String?
    /// Seconds since 1970.
    var authenticated = 0
    /// The password was given for this very request.
    var hasJustLoggedIn = false
    var hasConsented = false
    var approvals = Approvals()
    var now = 0
  }

  /// The decision, as a value. The order is: who is it, is it this client's user, is the login fresh enough, has the person
  /// been asked.
  static func needed(_ request: AuthorizationRequest, _ situation: Situation) -> Interaction {
    guard let user = situation.userName else { return login(request) }
    if let refusal = foreignUser(request, user, situation) { return refusal }
    if !situation.hasJustLoggedIn {
      if request.prompt.contains(.login) || request.prompt.contains(.selectAccount) { return .login }
      if request.context == .freshLogin { return login(request) }
      // `max_age=0` means what `prompt=login` means, within the same second as well.
      if let age = request.maxAge, age == 0 || situation.now - situation.authenticated > age { return login(request) }
    }
    return asksForConsent(request, situation) ? consent(request) : .issue
  }

  /// An instance belongs to the user who registered it. In another user's session the login form is shown; after another
  /// user's login the request ends.
  private static func foreignUser(_ request: AuthorizationRequest, _ user: String, _ situation: Situation)
    -> Interaction?
  {
    let isForeign = request.client.owner.map { $0 != user } ?? false
    let isOtherThanHinted = request.hintedSubject.map { $0 != situation.subject } ?? false
    guard isForeign || isOtherThanHinted else { return nil }
    guard situation.hasJustLoggedIn else { return login(request) }
    guard isForeign else {
      return .refuse(OAuthError(.loginRequired, "another user than the one of id_token_hint signed in"))
    }
    return .refuse(OAuthError(.accessDenied, "this client instance belongs to another user"))
  }

  /// RFC 8252 §8.6: a client that cannot prove who it is gets nothing without a person having acted for this very request. A
  /// login is such an act. The secret of an application server proves nothing here either: any app can send its users this
  /// way and hand the code to that server. A client that requires consent is asked for on the page after every login.
  /// An instance without an owner has a secret, but no user whose it is: each user has to act for it once, so that nobody's
  /// session ever authorizes an instance of which its user has never heard. The same holds for an instance to which an update has
  /// given other redirect URIs: whoever has its registration access token must not be sent a code in silence.
  private static func asksForConsent(_ request: AuthorizationRequest, _ situation: Situation) -> Bool {
    guard !situation.hasConsented else { return false }
    if request.prompt.contains(.consent) { return true }
    let client = request.client
    if client.requiresConsent {
      return client.isAnybodys || !situation.approvals.onPage.isSuperset(of: request.wholeScope)
    }
    guard !situation.hasJustLoggedIn else { return false }
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
