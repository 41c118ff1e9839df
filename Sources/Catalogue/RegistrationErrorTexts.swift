extension ErrorText {
  /// The registration, fresh or from the keystore, and taking it back.
  static let registrationErrors: [ErrorText] = [
    ErrorText(
      "initial_access_token_malformed", "the initial access token is not usable",
      "it is not {expected}",
      hint: "check the file that initialAccessTokenFile in config.json names: it must hold the token and nothing else"),
    ErrorText(
      "device_not_accepted", "the server does not accept this device",
      "its certificate is unknown there, revoked, expired or another authority's {description}",
      hint: "have the device enrolled: dcr-terminal devices enroll NAME, or as the server's people do it"),
    ErrorText(
      "registration_token_scope_missing", "the server gave a token that cannot register",
      "its scope is {received} and lacks {expected} ({source})",
      hint: "allow the client that deviceClientID names the scope dcr on the server"),
    ErrorText(
      "metadata_client_credentials_unsupported", "the server gives devices no token",
      "{field} is {received} and lacks {expected}",
      hint: "enable client credentials with mutual TLS on the server, or use another registration in config.json"),
    ErrorText(
      "metadata_missing_push_endpoint", "the server has no push channel",
      "its metadata has no member {field}, which no specification knows",
      hint: "use registration device or user in config.json; only the embedded server of this program pushes"),
    ErrorText(
      "registration_token_required", "the server wants a token before it registers an app",
      "it answered {received} to a registration without one {description}",
      hint:
        "set registration in config.json to user, device, push or initial-access-token; or let the server register everybody"
    ),
    ErrorText(
      "registration_missing_client_id", "the server registered the app without naming it",
      "the registration response has no member client_id ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "registration_missing_client_secret", "the server registered the app without a secret",
      "the client has to authenticate, but the response has no member client_secret: {expected} was expected",
      hint: "let the server issue a secret, or register clients with token_endpoint_auth_method none"),
    ErrorText(
      "registration_auth_method_unsupported", "the server wants an authentication that this app cannot do",
      "token_endpoint_auth_method is {received}; this app can do {expected}",
      hint:
        "let the server register this app with client_secret_basic; if it takes keys alone, set clientAuthentication in config.json to private-key"
    ),
    ErrorText(
      "registration_algorithm_unsupported", "the server wants to sign with an algorithm that this app does not take",
      "id_token_signed_response_alg is {received}; this app takes {expected}",
      hint: "let the server sign this client's ID tokens with one of them, then register again"),
    ErrorText(
      "registration_redirect_uri_missing", "the server registered another redirect URI",
      "redirect_uris is {received} and lacks {expected}, so no login could come back",
      hint: "allow the redirectUri of config.json on the server, or change it to one that is allowed"),
    ErrorText(
      "registration_grant_missing", "the server registered a client that cannot log anybody in",
      "grant_types is {received} and lacks {expected}",
      hint: "allow the grant type {expected} for registered clients on the server"),
    ErrorText(
      "registration_response_type_missing", "the server registered a client that cannot use the code flow",
      "response_types is {received} and lacks {expected}",
      hint: "allow the response type code for registered clients on the server"),
    ErrorText(
      "registration_scope_missing", "the template gives this app less than it asks for",
      "scope is {received} and lacks some of {expected}, which the login asks for",
      hint: "ask for less in scope of config.json, name another softwareId, or change the template on the server"),
    ErrorText(
      "registration_client_changed", "the server answered about another client",
      "client_id is {received} where {expected} was expected ({source})",
      hint: "keep the registration as it is and report it to the people who run the server"),
    ErrorText(
      "client_secret_expired", "this app's client secret has expired",
      "the server gave it a lifetime, which ended {detail}{received}",
      hint: "register again to get a new client; if the new secret is expired at once, compare both clocks"),
    ErrorText(
      "registration_already_gone", "the server no longer has this registration",
      "it answered {received}: the client was deleted before, or its token no longer counts ({source}) {description}",
      hint: "nothing is left to do at the server; forgetting the device here is enough"),
  ]
}
