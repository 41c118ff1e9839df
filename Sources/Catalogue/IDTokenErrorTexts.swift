extension ErrorText {
  /// The key set and the ID token. None of these can be lawful: nobody is signed in by such a token.
  static let idTokenErrors: [ErrorText] = [
    ErrorText(
      "jwks_missing_keys", "the server's key set holds no keys",
      "the document at jwks_uri has no member keys ({source})",
      hint: "report it to the people who run the server"),
    idToken(
      "malformed", "cannot be read", "it is not made of {expected}; there are {received}"),
    ErrorText(
      "id_token_encrypted", "the ID token is encrypted",
      "this app reads signed tokens and has no key to decrypt one",
      hint: "turn off ID token encryption for this client on the server"),
    idToken(
      "header_malformed", "has a header that cannot be read",
      "it is not a JSON object with each member once, or {field} has the wrong type"),
    idToken("wrong_type", "is a token of another kind", "its typ is {received}, where {expected} was expected"),
    idToken(
      "alg_none", "is not signed", "its alg is none, so anybody could have written it"),
    ErrorText(
      "id_token_alg_mismatch", "the ID token is signed with another algorithm than agreed",
      "alg is {received}, but the client is registered with {expected}",
      hint: """
        if the server's settings have changed, forget this device and register again; otherwise this may be an attack
        """),
    ErrorText(
      "id_token_alg_unsupported", "the ID token is signed in a way that this app cannot check",
      "the registered algorithm is {received}; this app can check {expected}",
      hint: "let the server sign this client's ID tokens with one of them, then forget this device and register again"),
    idToken(
      "crit_unsupported", "demands an extension that this app does not know", "its header has crit"),
    idToken(
      "embedded_key", "brings its own key",
      "its header has {field}; a forger could put any key there, so only the server's key set counts"),
    ErrorText(
      "id_token_unknown_key", "the ID token is signed with a key that the server does not publish",
      "no key in its key set fits kid {received}, not even after fetching the set again",
      hint: "sign in again; if it happens again, compare the keys {messages} with the token's header"),
    idToken(
      "missing_kid", "does not say which key signed it", "it has no kid, but several keys of the server fit"),
    idToken(
      "key_unusable", "is signed with a key that this app does not accept",
      "the key with its kid is of another kind, too small or malformed; {expected} was expected"),
    idToken(
      "signature_invalid", "has a signature that does not verify",
      "it was changed on the way, or somebody else signed it"),
    idToken("claims_malformed", "has claims that cannot be read", "they are not a JSON object with each claim once"),
    idToken("claim_wrong_type", "has a claim of the wrong type", "{field} is {received} where {expected} was expected"),
    idToken("missing_iss", "does not say who issued it", "the claim iss is missing"),
    idToken("missing_sub", "does not say who signed in", "the claim sub is missing"),
    idToken("missing_aud", "does not say for whom it is", "the claim aud is missing or empty"),
    idToken("missing_exp", "never expires", "the claim exp is missing"),
    idToken("missing_iat", "does not say when it was issued", "the claim iat is missing"),
    idToken("iss_mismatch", "was issued by another server", "iss is {received} where {expected} was expected"),
    idToken("aud_mismatch", "is for another client", "aud is {received} and lacks {expected}, this app's client id"),
    idToken(
      "azp_missing", "is for several clients and does not say who may use it",
      "aud has several values, but azp is missing"),
    idToken("azp_mismatch", "was issued to another client", "azp is {received} where {expected} was expected"),
    clock("expired", "has expired", "exp is {received}"),
    clock("not_yet_valid", "is not valid yet", "nbf is {received}"),
    clock("iat_in_future", "was issued in the future", "iat is {received}"),
    clock(
      "iat_too_old", "was issued too long ago", "iat is {received} where {expected} was expected, so it may be a replay"
    ),
    idToken("nonce_missing", "does not say which login it answers", "a nonce was sent, but the claim nonce is missing"),
    idToken("nonce_mismatch", "answers another login", "its nonce is not the one that was sent, so it may be a replay"),
    ErrorText(
      "id_token_missing_auth_time", "the ID token does not say when the login was",
      "max_age was sent, so the claim auth_time has to be there ({source})",
      hint: "remove max_age from authorizationParameters in config.json, or let the server state auth_time"),
    clock("auth_time_in_future", "reports a login in the future", "auth_time is {received}"),
    ErrorText(
      "id_token_auth_time_too_old", "the login is longer ago than max_age allows",
      "{expected} was expected, but auth_time is {received} ({source})",
      hint: "sign in again: the app then asks for the password; if the server ignores that too, raise max_age"),
    idToken(
      "at_hash_mismatch", "belongs to another access token",
      "at_hash is not the hash of the access token that came with it"),
    refreshed("iss", "another issuer"),
    refreshed("sub", "another user"),
    refreshed("aud", "another audience"),
    refreshed("azp", "another authorized party"),
    refreshed("auth_time", "another time of login"),
    refreshed("nonce", "another nonce"),
  ]

  /// Userinfo and the redirect after a sign-out.
  static let identityErrors: [ErrorText] = [
    ErrorText(
      "userinfo_signed_unsupported", "the server sent the user's profile as a signed token",
      "userinfo came as application/jwt; this app reads JSON only",
      hint: "turn off userinfo_signed_response_alg for this client on the server"),
    ErrorText(
      "userinfo_missing_sub", "the user's profile does not say whose it is",
      "the claim sub is missing ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "userinfo_sub_mismatch", "the user's profile is somebody else's",
      "its sub is not the one of the ID token ({source})",
      hint: "sign in again; if it happens again, report it to the people who run the server"),
    ErrorText(
      "post_logout_redirect_mismatch", "the sign-out came back to the wrong address",
      "it arrived at {received} where {expected} was expected; the tokens are gone from this device all the same",
      hint: "compare postLogoutRedirectUri in config.json with the server's settings"),
    ErrorText(
      "end_session_response_malformed", "the redirect after the sign-out cannot be read",
      "expected was {expected}; the tokens are gone from this device all the same",
      hint: "clear the browser data to be sure that nobody stays logged in there"),
    ErrorText(
      "end_session_state_missing", "the redirect after the sign-out does not say what it answers",
      "the parameter state is missing; the tokens are gone from this device all the same",
      hint: "clear the browser data to be sure that nobody stays logged in there"),
    ErrorText(
      "end_session_state_mismatch", "the redirect after the sign-out answers another sign-out",
      "its state is not the one that was sent; the tokens are gone from this device all the same",
      hint: "clear the browser data to be sure that nobody stays logged in there"),
  ]

  private static func idToken(_ defect: String, _ title: String, _ explanation: String) -> ErrorText {
    ErrorText(
      "id_token_" + defect, "the ID token " + title, explanation + " ({source})",
      hint: "sign in again; if it happens again, report it to the people who run the server")
  }

  private static func clock(_ defect: String, _ title: String, _ explanation: String) -> ErrorText {
    ErrorText(
      "id_token_" + defect, "the ID token " + title, explanation + " ({source})",
      hint: "compare this machine's clock with the server's, then sign in again; 60 s of difference are tolerated")
  }

  private static func refreshed(_ claim: String, _ what: String) -> ErrorText {
    ErrorText(
      "id_token_refresh_\(claim)_changed", "the refreshed ID token has \(what)",
      "\(claim) must stay what it was at the login ({source})",
      hint: "sign out and sign in again; if it happens again, report it to the people who run the server")
  }
}
