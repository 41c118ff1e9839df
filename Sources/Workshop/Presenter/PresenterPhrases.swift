import Catalogue

/// Presenter mode: captions for the back row, and the keys of the show.
extension Phrase {
  public static let keyPresenter = Phrase("key.presenter", "presenter mode")
  public static let keyLeavePresenter = Phrase("key.leave-presenter", "end presenter mode")
  public static let keyPlay = Phrase("key.play", "autoplay")
  public static let keyPause = Phrase("key.pause", "pause")
  public static let keyBackStop = Phrase("key.back-stop", "stop before")
  public static let keyForthStop = Phrase("key.forth-stop", "next stop")
  public static let keyBackChapter = Phrase("key.back-chapter", "chapter before")
  public static let keyForthChapter = Phrase("key.forth-chapter", "next chapter")
  public static let keyChapter = Phrase("key.chapter", "chapter")
  public static let keyPresent = Phrase("key.present", "to the present")
  public static let keyEarlierStop = Phrase("key.earlier-stop", "earlier")
  public static let keyLaterStop = Phrase("key.later-stop", "later")
  public static let keyShowFaster = Phrase("key.show-faster", "faster")
  public static let keyShowSlower = Phrase("key.show-slower", "slower")
  public static let keyReset = Phrase("key.reset", "reset to the start")

  public static let keyResetAgain = Phrase("key.reset-again", "yes, reset")

  public static let showKey = Phrase("show.key", "key {name}")
  public static let showPlaying = Phrase("show.playing", "{mark} autoplay, {seconds} s a stop")
  public static let showReady = Phrase("show.ready", "presenter mode, autoplay {seconds} s a stop")
  public static let showPast = Phrase("show.past", "looking back: stop {number} of {count}")
  public static let showPastAndReturn = Phrase(
    "show.past-and-return", "looking back: {number} of {count} {separator} {key} returns")
  public static let showAsksReset = Phrase("show.asks-reset", "0 again: back to the start")
  public static let showResetting = Phrase("show.resetting", "back to the start…")

  public static let stopPlace = Phrase("stop.place", "{number} of {count}")
  public static let stopLoading = Phrase("stop.loading", "The app starts")
  public static let stopLoadingText = Phrase(
    "stop.loading.text", "It opens its encrypted keystore and looks for a client of its own.")
  public static let stopFresh = Phrase("stop.fresh", "No client yet")
  public static let stopFreshText = Phrase(
    "stop.fresh.text",
    "This installation has no client of its own yet. What is in the app is the same on every phone, so no secret can be there."
  )
  public static let stopDiscovery = Phrase("stop.discovery", "Where is what?")
  public static let stopDiscoveryText = Phrase(
    "stop.discovery.text",
    "The server's metadata names every endpoint and ability. The app is configured with the issuer alone (RFC 8414).")
  public static let stopFirstLogin = Phrase("stop.first-login", "First login, outside the app")
  public static let stopFirstLoginText = Phrase(
    "stop.first-login.text",
    "The person signs in in a browser: the app sees neither password nor cookies (RFC 8252). Scope dcr, with PKCE.")
  public static let stopDCRToken = Phrase("stop.dcr-token", "A token for one thing")
  public static let stopDCRTokenText = Phrase(
    "stop.dcr-token.text",
    "The code is redeemed with the PKCE verifier. The dcr token registers exactly one client, and is never stored.")
  public static let stopDeviceTokenText = Phrase(
    "stop.device-token.text",
    "Nobody logs in: the device shows the server its own certificate. The dcr token registers exactly one client.")
  public static let stopPushedTokenText = Phrase(
    "stop.pushed-token.text",
    "Nobody logs in: the server sends the token to a device that it trusts. The dcr token registers exactly one client."
  )
  public static let stopGivenTokenText = Phrase(
    "stop.given-token.text",
    "Nobody logs in: an administrator has given out the token. It registers exactly one client.")
  public static let stopRegister = Phrase("stop.register", "This very instance registers")
  public static let stopRegisterText = Phrase(
    "stop.register.text",
    "One POST (RFC 7591) brings a client id and a secret that no other installation has. They go into the keystore.")
  public static let stopRegisterByKeyText = Phrase(
    "stop.register.by-key.text",
    "One POST (RFC 7591) carries the public half of a key that only this phone's secure element has. No secret to copy."
  )
  public static let stopRegistered = Phrase("stop.registered", "An app with an identity of its own")
  public static let stopRegisteredText = Phrase(
    "stop.registered.text",
    "No secret is shared between installations: a stolen phone is revoked alone, and all the others go on.")
  public static let stopSecondLogin = Phrase("stop.second-login", "Second login, without a password")
  public static let stopSecondLoginText = Phrase(
    "stop.second-login.text",
    "The browser still holds the SSO session of the first login. The new client gets its code without a question.")
  public static let stopLogin = Phrase("stop.login", "Login, outside the app")
  public static let stopLoginText = Phrase(
    "stop.login.text",
    "The app only asks; in the browser the server decides what it wants to see. The app sees neither password nor cookies."
  )
  public static let stopStaticClient = Phrase("stop.static-client", "One client for every installation")
  public static let stopStaticClientText = Phrase(
    "stop.static-client.text",
    "Nothing is registered: every phone logs in as the same public client. It has no secret; PKCE protects each login.")
  public static let stopTokensWithoutSecretText = Phrase(
    "stop.tokens.without-secret.text",
    "Code and verifier: this client has no secret. The ID token's signature, issuer, audience and nonce are checked.")
  public static let stopTokensWithoutSecret = Phrase("stop.tokens.without-secret", "Tokens for the app that asked")
  public static let stopRefreshWithoutSecretText = Phrase(
    "stop.refresh.without-secret.text",
    "This client has no secret, so each use has to replace the refresh token: a stolen one is noticed (RFC 9700 §4.14.2)."
  )
  public static let stopRefreshWithProofText = Phrase(
    "stop.refresh.with-proof.text",
    "This client has no secret. Its refresh token is bound to a key, and a proof of that key comes along (RFC 9449 §5)."
  )
  public static let stopTokens = Phrase("stop.tokens", "Tokens for this client alone")
  public static let stopTokensText = Phrase(
    "stop.tokens.text",
    "Code, verifier and the client's own secret. The ID token's signature, issuer, audience and nonce are checked.")
  public static let stopTokensByKeyText = Phrase(
    "stop.tokens.by-key.text",
    "Code, verifier and a signature of the client's own key. The ID token's signature, issuer, audience and nonce are checked."
  )
  public static let stopAPI = Phrase("stop.api", "What a token is for")
  public static let stopAPIText = Phrase(
    "stop.api.text",
    "The app shows the token to the API, which sees for whom it is, what it may do and how old the login behind it is.")
  public static let stopAccounts = Phrase("stop.accounts", "Accounts")
  public static let stopAccountsText = Phrase(
    "stop.accounts.text", "This comes from the API and not from the identity server. A payment takes a new login.")
  public static let stopStepUpText = Phrase(
    "stop.step-up.text",
    "The token is valid, but the login behind it is not enough for the API: its user logs in once more (RFC 9470 §4).")
  public static let stopUserinfo = Phrase("stop.userinfo", "Who is it?")
  public static let stopUserinfoText = Phrase(
    "stop.userinfo.text", "The access token asks for the user's claims; their subject must be the ID token's.")
  public static let stopSignedIn = Phrase("stop.signed-in", "Signed in")
  public static let stopSignedInText = Phrase(
    "stop.signed-in.text",
    "An access token for minutes, a refresh token for longer. Both live in memory alone; the keystore keeps the client."
  )
  public static let stopRefresh = Phrase("stop.refresh", "New tokens without a browser")
  public static let stopRefreshText = Phrase(
    "stop.refresh.text",
    "The client proves itself with its own secret (RFC 6749 §6). If a new refresh token comes, it replaces the old one."
  )
  public static let stopRefreshByKeyText = Phrase(
    "stop.refresh.by-key.text",
    "The client signs with its own key (RFC 7523 §2.2): a stolen refresh token alone is useless.")
  public static let stopProfile = Phrase("stop.profile", "What the server says of the user")
  public static let stopProfileText = Phrase(
    "stop.profile.text", "Claims of the ID token and of userinfo. The app has asked for openid and profile, no more.")
  public static let stopSignOut = Phrase("stop.sign-out", "Sign out")
  public static let stopSignOutText = Phrase(
    "stop.sign-out.text",
    "Tokens here and the session in the browser end. Nothing else does: the phone keeps its client.")
  public static let stopOther = Phrase("stop.other", "At work")
  public static let stopOtherText = Phrase("stop.other.text", "The panel shows every message as it goes.")
  public static let stopError = Phrase("stop.error", "The app refuses, and says why")
  public static let stopErrorText = Phrase(
    "stop.error.text", "Each check has a code, what was expected and received, and what to do. Nothing is lost.")
  public static let stopDead = Phrase("stop.dead", "This app's registration is no longer valid")
  public static let stopDeadText = Phrase(
    "stop.dead.text",
    "The server no longer takes this instance's id and secret. The app can register again; the others go on.")
  public static let stopDeadByKeyText = Phrase(
    "stop.dead.by-key.text",
    "The server refuses this instance's client, or its key is not on this phone. The app can register again; the others go on."
  )
  public static let stopSettings = Phrase("stop.settings", "Three ways to end something")
  public static let stopSettingsText = Phrase(
    "stop.settings.text", "Signing out, forgetting the device and clearing the browser are three different things.")

  public static let stopQuestion = Phrase("stop.question", "What comes next?")
  public static let stopQuestionText = Phrase(
    "stop.question.text", "The next message waits. Which one does the app need now, and what for?")
  public static let stopEnd = Phrase("stop.end", "That was the show: 0 starts over")
  public static let stopEndText = Phrase(
    "stop.end.text", "The phone keeps its client: its next login needs no registration. 0 makes a new phone of it.")
}
