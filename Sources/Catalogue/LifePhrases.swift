/// Life after the registration: renewing, and the four ways to end something, each with what it erases and what it leaves.
extension Phrase {
  // Renewing.
  public static let refreshingSilently = Phrase("renewal.refreshing", "Refreshing the tokens")
  public static let renewalWaits = Phrase(
    "renewal.waits", "The tokens could not be refreshed yet ({code}). Next try in {time}.")
  public static let renewalTries = Phrase(
    "renewal.tries", "The tokens could not be refreshed yet ({code}). Trying again now.")
  public static let secretNearlyExpired = Phrase(
    "secret.nearly-expired", "The client secret expires {time}. After that this app needs a new registration.")
  public static let inTime = Phrase("secret.in-time", "in {time}")
  public static let clientSecret = Phrase("settings.client-secret", "Client secret")
  public static let registrationDiffers = Phrase(
    "settings.registration-differs",
    "Not as in config.json: {names}")
  public static let registrationInDoubt = Phrase("settings.registration-in-doubt", "The last update was not confirmed")
  public static let redirectURIName = Phrase("registration.redirect-uri", "redirect URI")
  public static let postLogoutRedirectURIName = Phrase("registration.post-logout-redirect-uri", "logout redirect")
  public static let scopeName = Phrase("registration.scope", "scope")
  public static let lifeExpires = Phrase("settings.secret.expires", "expires {time}")
  public static let lifeExpired = Phrase("settings.secret.expired", "expired {time}")
  public static let lifeNever = Phrase("settings.secret.never", "never expires")
  public static let lifeNone = Phrase("settings.secret.none", "none, a public client")

  // Buttons.
  public static let updateRegistration = Phrase("button.update-registration", "Update Registration")
  public static let checkRegistration = Phrase("button.check-registration", "Check Registration")
  public static let later = Phrase("button.later", "Later")
  public static let revokeTokens = Phrase("button.revoke-tokens", "Revoke Tokens")
  public static let keepTokens = Phrase("button.keep-tokens", "Keep Them Valid")

  // Questions and their explanations.
  public static let revokeTokensQuestion = Phrase("confirm.revoke-tokens", "Revoke the tokens?")
  public static let revokeTokensErases = Phrase(
    "settings.revoke-tokens.erases",
    "Revoke Tokens makes the refresh and access tokens invalid at the server and erases them here. The registration and "
      + "the browser's session stay, so the next login can be silent.")

  public static let revokeTokensErasesAlone = Phrase(
    "settings.revoke-tokens.erases-alone",
    "Revoke Tokens makes the refresh and access tokens invalid at the server and erases them here. The browser's session "
      + "stays, so the next login can be silent.")

  // What was done.
  public static let noticeRevoked = Phrase("notice.revoked", "The server has taken the tokens back.")
  public static let noticeNotAllRevoked = Phrase(
    "notice.not-all-revoked", "The tokens are gone here, but the server has not taken all of them back.")
  public static let revokedTitle = Phrase("notice.revoked.title", "Tokens revoked")
  public static let notAllRevokedTitle = Phrase("notice.not-all-revoked.title", "Tokens dropped")
  public static let outcomeRevoked = Phrase("notice.outcome.revoked", "revoked")
  public static let outcomeAbsent = Phrase("notice.outcome.absent", "there was none")
  public static let outcomeNotOffered = Phrase(
    "notice.outcome.not-offered", "the server revokes no tokens; valid until it expires")
  public static let outcomeUnconfirmed = Phrase(
    "notice.outcome.unconfirmed", "not confirmed ({code}); may be valid until it expires")
  public static let leftAlone = Phrase("notice.left", "Left as it is:")
  public static let erasedTokens = Phrase("notice.erased.tokens", "the tokens of this app")
  public static let leftRegistration = Phrase("notice.left.registration", "the registration of this app")
  public static let leftTokens = Phrase("notice.left.tokens", "the tokens, as long as they are valid")
  public static let leftBrowserSession = Phrase("notice.left.browser-session", "the browser's cookies and its session")
  public static let leftServerSession = Phrase(
    "notice.left.server-session", "the session at the server, whose cookie is gone")
  public static let noticeSessionEnded = Phrase(
    "notice.session-ended", "The session has ended: the server no longer takes the refresh token. Log in again.")
  public static let noticeScopeChanged = Phrase(
    "notice.scope-changed",
    "The scope in config.json is another than the one that you signed in for: log in again, and the server grants the new one."
  )
  public static let noticeRefreshNotGranted = Phrase(
    "notice.refresh-not-granted",
    "This server does not refresh for this client. You stay signed in until the access token expires.")
  public static let noticeNotSignedInSilently = Phrase(
    "notice.not-signed-in-silently", "Not signed in by itself: {reason}. The refresh token is kept for the next start.")
  public static let noticeRegistrationUpdated = Phrase(
    "notice.registration-updated", "Registration updated and saved; the secret is the same")
  public static let noticeRegistrationUpdatedSecret = Phrase(
    "notice.registration-updated.secret", "Registration updated and saved, with a new secret")
  public static let noticeRegistrationUpdatedInPart = Phrase(
    "notice.registration-updated.in-part",
    "The server has answered and keeps its own: {names}. Update is offered again when config.json changes")
  public static let updateCancelledTitle = Phrase("notice.update-cancelled.title", "Update cancelled")
  public static let noticeUpdateCancelled = Phrase(
    "notice.update-cancelled",
    "The request had been sent. The server may have changed the registration, and with it the secret and the token that "
      + "manages it; the old ones are kept here.")
  public static let updateCancelledHint = Phrase(
    "notice.update-cancelled.hint",
    "Check Registration asks the server with the old token. If it is not taken any more, Register Again makes a new client."
  )
  public static let noticeRegistrationUnchanged = Phrase(
    "notice.registration-unchanged", "The server knows this registration, and it is unchanged")
  public static let noticeRegistrationChanged = Phrase(
    "notice.registration-changed", "The server had changed the registration; what it says now is saved")
  public static let noticeRegistrationOutOfReach = Phrase(
    "notice.registration-out-of-reach",
    "The server no longer takes the token: this registration cannot be changed from here. The client goes on with its key."
  )
  public static let noticeRegistrationCancelled = Phrase(
    "notice.registration-cancelled",
    "Cancelled while the server was registering: it may have made a client that is not used")
}
