import Catalogue

/// Why each message is there. Each begins with the section that asks for it.
extension Phrase {
  public static let captionMetadata = Phrase(
    "caption.metadata",
    "OpenID Connect Discovery 1.0 §4.1 · The server says where its endpoints are and what it can do. The app knows nothing "
      + "but the issuer, and checks that this is who answers."
  )
  public static let captionOAuthMetadata = Phrase(
    "caption.metadata.oauth",
    "RFC 8414 §3.1 · The same question at the place of OAuth, because the one of OpenID Connect did not have what the app "
      + "needs."
  )
  public static let captionOpenRegistration = Phrase(
    "caption.open-registration",
    "RFC 8252 §5 · The first login runs in another program, so the app never sees the password. It asks for scope dcr "
      + "alone, and prompt=login forces a fresh login."
  )
  public static let captionOpenLogin = Phrase(
    "caption.open-login",
    "RFC 8252 §5 · The login runs in another program, so the app never sees the password. Where that browser has a session "
      + "at the server, and the server accepts it for this client, nobody has to type anything."
  )
  public static let captionOpenForcedLogin = Phrase(
    "caption.open-login.forced",
    "OpenID Connect Core §3.1.2.1 · prompt=login: the server asks for the password, even where the browser has a session. "
      + "The login runs in another program, so the app never sees it."
  )
  public static let captionOpenPushed = Phrase(
    "caption.open-login.pushed",
    "RFC 9126 §4 · The login runs in another program, so the app never sees the password. The address names the request that "
      + "was pushed; what kind of login it asks for stands there."
  )
  public static let captionOpenLogout = Phrase(
    "caption.open-logout",
    "OpenID RP-Initiated Logout §2 · The browser has the cookie that names the session at the server, and the app has not. So "
      + "the app sends the browser there to end it.")
  static let captionAdministrator = Phrase(
    "caption.administrator",
    "An administrator has changed this phone's client at the server. The app is not told: it finds out by the answer to its "
      + "next request.")
  public static let captionObserved = Phrase(
    "caption.observed",
    "RFC 8252 §8.12 · Seen by the server, not by the app: what happens between browser and server is none of the app's "
      + "business."
  )
  public static let captionObservedSSO = Phrase(
    "caption.observed-sso",
    "OpenID Connect Core §3.1.2.3 · The cookie of an earlier login came along, so the server need not ask again: this "
      + "is single sign-on."
  )
  public static let captionRedirect = Phrase(
    "caption.redirect",
    "RFC 8252 §7 · The operating system hands the redirect to the app. A state ties it to the request; after a request with "
      + "code_challenge the code is worth nothing without the verifier."
  )
  public static let captionRedirectToken = Phrase(
    "caption.redirect-token",
    "RFC 6749 §4.2.2 · The access token itself comes through the browser. No second request follows, so PKCE has nothing to bind."
  )
  public static let captionRedirectError = Phrase(
    "caption.redirect-error", "RFC 6749 §4.1.2.1 · The server sends the user back with an error instead of a code.")
  public static let captionRedirectLogout = Phrase(
    "caption.redirect-logout",
    "OpenID RP-Initiated Logout §3 · The session has ended, and state shows that this is the answer to our request.")
  public static let captionDropped = Phrase(
    "caption.dropped",
    "RFC 6749 §10.12 · Its state is not the one that this app sent, so this app did not ask for it. The app drops it and keeps waiting."
  )
  public static let captionClosed = Phrase(
    "caption.closed",
    "The user may leave the browser at any time. The app goes back, and nothing is lost.")
  public static let captionRegistrationToken = Phrase(
    "caption.registration-token",
    "RFC 7636 §4.5 · The code and its verifier are exchanged for a dcr token. The client is public, so PKCE is what proves that the "
      + "same app asks."
  )
  public static let captionDeviceToken = Phrase(
    "caption.device-token",
    "RFC 8705 §2 · The device proves with its certificate, inside TLS, who asks: client credentials without a user and "
      + "without a secret. The token may register, and nothing else."
  )
  public static let captionPushedAuthorization = Phrase(
    "caption.pushed-authorization",
    "RFC 9126 §2.1 · The app hands its authorization request to the server itself and gets a reference to it. "
      + "The browser carries nothing but that reference.")
  public static let captionDeviceAuthorization = Phrase(
    "caption.device-authorization",
    "RFC 8628 §3.1 · The app, which has no browser, asks for two codes: one that it keeps, and one that its user takes to a browser "
      + "elsewhere.")
  public static let captionDevicePoll = Phrase(
    "caption.device-poll",
    "RFC 8628 §3.4 · The app asks with its own code whether the user has finished elsewhere. Nothing comes back by itself, so it asks "
      + "again and again.")
  public static let captionAPI = Phrase(
    "caption.api", "RFC 6750 §2.1 · What an access token is for: the app shows it to an API that lets its owner in.")
  public static let captionAPIProbe = Phrase(
    "caption.api-probe",
    "RFC 9728 §5.1 · Asked without a token: the refusal says where the API describes itself. So far the API has "
      + "received nothing that could be stolen.")
  public static let captionResourceMetadata = Phrase(
    "caption.resource-metadata",
    "RFC 9728 §3.3 · Is this the API that was meant, and does it take this server's tokens? Only then does it get one.")
  public static let captionPayment = Phrase(
    "caption.payment",
    "RFC 9470 §3 · A payment. The token alone is not enough: the API sees how its user has logged in, too, and when.")
  public static let captionOpenStepUp = Phrase(
    "caption.open.step-up",
    "RFC 9470 §4 · The login that the API demands: acr_values says how, max_age how new, prompt=login where the API says neither. "
      + "The server asks for the password, also in a session.")
  public static let captionPush = Phrase(
    "caption.push",
    "RFC 8705 §2 · The device asks over mutual TLS whether a dcr token was pushed to it. 204 says: not yet. "
      + "Real phones use their maker's push service; this channel stands for it."
  )
  public static let captionRegisterOpen = Phrase(
    "caption.register-open",
    "RFC 7591 §3 · Open registration: the request carries no token, so the server does not know whose app this is."
  )
  public static let captionRegister = Phrase(
    "caption.register",
    "RFC 7591 §3.1 · The token in the header allows one thing here: creating a client, this instance's own. The app does not "
      + "keep it."
  )
  public static let captionSavedRegistration = Phrase(
    "caption.saved-registration",
    "RFC 7591 §3.2.1 · This instance's credentials are kept encrypted. After a restart the app goes straight "
      + "to the login."
  )
  public static let captionSaved = Phrase(
    "caption.saved",
    "The ID token is kept encrypted, as a hint for the next login and for signing out; with silentStart the refresh token too. The access token never is."
  )
  public static let captionErased = Phrase(
    "caption.erased", "The client id, its secret and the key are gone. The next start shows the Registration screen.")
  public static let captionToken = Phrase(
    "caption.token",
    "RFC 6749 §4.1.3 · The code is redeemed with the client's secret and with the verifier: a thief of the code has "
      + "neither."
  )
  public static let captionTokenWithoutSecret = Phrase(
    "caption.token.without-secret",
    "RFC 7636 §4.5 · This client has no secret. The verifier alone shows that the app "
      + "that asked is the one that redeems."
  )
  public static let captionTokenWithoutVerifier = Phrase(
    "caption.token.without-verifier",
    "RFC 7636 §4.6 · No verifier comes with this code. Where the login had a code_challenge the server has to "
      + "refuse it; where it had none, a stolen code would do as well.")
  public static let captionTokenOther = Phrase(
    "caption.token.other",
    "RFC 6749 §3.2 · A request at the token endpoint: something is exchanged for tokens, or the attempt is made.")
  public static let captionIntrospection = Phrase(
    "caption.introspection",
    "RFC 7662 §2.1 · An API that is shown a token asks the server whether it is valid, and what for.")
  public static let captionOpenCode = Phrase(
    "caption.open-code",
    "RFC 8628 §3.3 · A browser opens the page for the code of a login elsewhere. Any browser will do: nothing "
      + "ties it to the device that has asked.")
  public static let captionOpenPage = Phrase(
    "caption.open-page",
    "RFC 8252 §8.12 · A page in the browser, which asks for no login of an app. What happens there is none of the "
      + "app's business.")
  public static let captionTokenByKey = Phrase(
    "caption.token.by-key",
    "RFC 7523 §2.2 · The code is redeemed with the verifier and with a statement that this instance's own key has signed: "
      + "there is no secret that could be copied.")
  public static let captionRefreshByKey = Phrase(
    "caption.refresh.by-key",
    "RFC 7523 §2.2 · New tokens without a login. The client signs with its own key, so a stolen refresh token alone is "
      + "useless.")
  public static let captionJWKS = Phrase(
    "caption.jwks",
    "OpenID Connect Core §3.1.3.7 · The server's public keys. The ID token counts only when its signature and every "
      + "claim have been checked."
  )
  public static let captionUserinfo = Phrase(
    "caption.userinfo",
    "OpenID Connect Core §5.3 · Who the user is. The sub must be the ID token's, or the answer belongs to somebody "
      + "else.")
  public static let captionRefresh = Phrase(
    "caption.refresh",
    "RFC 6749 §6 · New tokens without a login, for the client that proves itself with its secret. Where the answer brings a "
      + "new refresh token, the old one is spent (RFC 9700 §4.14.2).")
  public static let captionRefreshWithoutSecret = Phrase(
    "caption.refresh.without-secret",
    "RFC 6749 §6 · New tokens without a login. This client has no secret, so a refresh token has to be replaced by each use: "
      + "a stolen one is noticed when it comes twice (RFC 9700 §4.14.2).")
  public static let captionRefreshWithProof = Phrase(
    "caption.refresh.with-proof",
    "RFC 9449 §5 · New tokens without a login. This client has no secret, but its refresh token is bound to a key, and the "
      + "request carries a proof of it: a stolen one is of no use without that key (RFC 9700 §2.2.2).")
  public static let captionRevocation = Phrase(
    "caption.revocation",
    "RFC 7009 §2.2 · The app gives the token back. 200 also stands for a token that the server never knew: either way it "
      + "does not count any more.")
  public static let captionRegistrationRead = Phrase(
    "caption.registration-read",
    "RFC 7592 §2.1 · The app asks what the server knows of its client. 401 would mean: the client is gone, or its token "
      + "is no longer valid.")
  public static let captionRegistrationUpdate = Phrase(
    "caption.registration-update",
    "RFC 7592 §2.2 · All metadata go back with the changes in them. The answer may bring a new secret and a new token, "
      + "which are saved before the old ones are dropped.")
  public static let captionLogout = Phrase(
    "caption.logout", "OpenID RP-Initiated Logout §2 · The session at the server ends.")
  public static let captionUnregister = Phrase(
    "caption.unregister",
    "RFC 7592 §2.3 · The app asks the server to delete its client, with the token that it got at registration.")
  public static let captionFailure = Phrase(
    "caption.failure", "No answer came. What was sent is shown; the phone says what to do.")
  public static let captionApplication = Phrase(
    "caption.application",
    "RFC 7636 §4.5 · The application server redeems the code with a secret that no phone has. The verifier shows that the "
      + "app that asked is the one that sends the code. Without it anybody could send a stolen one."
  )
  public static let captionSignUp = Phrase(
    "caption.sign-up",
    "RFC 6750 §2.1 · The application server makes the account, after it has asked the identity server whose token this is."
  )
  public static let captionOther = Phrase("caption.other", "RFC 9110 §9 · An HTTP request of the app.")
}
