extension ErrorText {
  /// The authorization request, and the redirect that came back.
  static let loginErrors: [ErrorText] = [
    ErrorText(
      "client_id_missing", "there is no client to log in with",
      "the client id is empty or has characters that a client id cannot have",
      hint: "set registrationClientID in config.json, or register the app first"),
    ErrorText(
      "redirect_uri_invalid", "the configured redirect URI is not usable",
      "{received} is not {expected}",
      hint: "set redirectUri in config.json, for example io.curity.dcrclient:/callback"),
    ErrorText(
      "scope_invalid", "the configured scope is not usable",
      "it is not made of {expected}",
      hint: "set scope in config.json, for example openid profile"),
    ErrorText(
      "redirect_uri_mismatch", "a redirect came to the wrong address",
      "it arrived at {received}, but this login expects {expected} ({source})",
      hint: "start the login again; if it recurs, compare redirectUri in config.json with the server's settings"),
    ErrorText(
      "authorization_response_malformed", "the redirect cannot be read",
      "its parameters are not encoded as they must be ({source})",
      hint: "start the login again; if it happens again, report it to the people who run the server"),
    ErrorText(
      "authorization_response_fragment", "the redirect has its answer in the wrong place",
      "it came in the fragment, where only the query is safe for a code ({source})",
      hint: "let the server use the response mode query for this client"),
    ErrorText(
      "authorization_response_duplicate_parameter", "the redirect says one thing twice",
      "the parameter {field} occurs more than once, so it is not clear which one counts ({source})",
      hint: "start the login again; this may be an attack"),
    ErrorText(
      "authorization_response_ambiguous", "the redirect is both a success and an error",
      "it has a code and an error at once ({source})",
      hint: "start the login again; if it happens again, report it to the people who run the server"),
    ErrorText(
      "authorization_response_unexpected_token", "the server sent a token through the browser",
      "the redirect carries {field}, but only a code was asked for ({source})",
      hint: "turn off the implicit flow for this client on the server"),
    ErrorText(
      "state_missing", "the redirect does not say which login it answers",
      "the parameter state is missing ({source})",
      hint: "start the login again; without state this could be somebody else's answer"),
    ErrorText(
      "state_mismatch", "the redirect answers another login",
      "its state is not the one that was sent, so it may be forged ({source})",
      hint: "start the login again from this app, and finish it in the browser that opens"),
    ErrorText(
      "iss_missing", "the redirect does not say which server it comes from",
      "the server promises the parameter iss in its metadata, but did not send it ({source})",
      hint: "start the login again; if it happens again, report it to the people who run the server"),
    ErrorText(
      "iss_mismatch", "the redirect comes from another server",
      "iss is {received}, but {expected} was asked ({source})",
      hint: "start the login again; this may be an attack that mixes up two servers"),
    ErrorText(
      "code_missing", "the redirect has no code",
      "the login came back with neither a code nor an error ({source})",
      hint: "start the login again; if it happens again, report it to the people who run the server"),
    ErrorText(
      "code_malformed", "the redirect has a code that cannot be right",
      "it is not made of {expected}",
      hint: "start the login again; if it happens again, report it to the people who run the server"),
  ]

  /// The token response.
  static let tokenErrors: [ErrorText] = [
    ErrorText(
      "token_missing_access_token", "the server sent no access token",
      "the token response has no member access_token ({source})",
      hint: "open the answer {messages} and report it to the people who run the server"),
    ErrorText(
      "token_missing_token_type", "the server does not say how to use its token",
      "the token response has no member token_type ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "token_type_unsupported", "the server sent a token that this app cannot use",
      "token_type is {received}, and this app uses {expected} tokens",
      hint:
        "let the server issue tokens of the type {expected} to this client; the app has no key for others, such as DPoP's"
    ),
    ErrorText(
      "token_missing_id_token", "the server sent no ID token",
      "the scope openid was asked for, so the token response must have one ({source})",
      hint: "enable OpenID Connect for this client on the server, or remove openid from scope in config.json"),
  ]
}
