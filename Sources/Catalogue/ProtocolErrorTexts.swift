extension ErrorText {
  /// What OAuthClient raises.
  static let protocolErrors: [ErrorText] =
    reportedErrors + answerErrors + discoveryErrors + loginErrors + tokenErrors + registrationErrors + idTokenErrors
    + identityErrors + proofErrors

  /// Errors that a server reports in its own words, by the codes that the specifications define.
  static let reportedErrors: [ErrorText] = [
    ErrorText(
      "invalid_request", "the server refused the request",
      "it found a parameter missing, doubled or malformed {description}",
      hint: "open the request {messages} and compare it with what the server expects"),
    ErrorText(
      "invalid_client", "the server refused this app's client",
      "it did not accept the client's id or secret: the client was revoked or deleted, or has another secret by now {description}",
      hint: "try again; if it is refused again, choose Register Again to get a new client"),
    ErrorText(
      "invalid_client_gone", "the server does not know this app any more",
      "the client was revoked or deleted {description}", hint: "choose Register Again to get a new client"),
    ErrorText(
      "invalid_client_known", "the server refused this app's secret",
      "it still has this registration, and did not accept the secret {description}",
      hint: "try again; if it is refused again, update the registration in Settings, or register again"),
    ErrorText(
      "invalid_client_assertion", "the server refused this app's signed assertion",
      "the assertion had expired, was used before, was meant for another server, or was signed with another key {description}",
      hint: "check the clock of this device, then try again; Register Again makes a new client with a new key"),
    ErrorText(
      "invalid_client_at_first_use", "the server refuses the client that it registered a moment ago",
      "it did not accept this client's id and its secret or key {description}",
      hint:
        "try again; if it stays, try another clientAuthentication in config.json, or ask the people who run the server"),
    ErrorText(
      "invalid_client_at_first_use_encoded", "the server refuses the client that it registered a moment ago",
      "the id or the secret has characters that HTTP Basic has to encode (RFC 6749 §2.3.1), and this server probably does not decode them {description}",
      hint:
        "register again with client_secret_post: choose it here, or set clientAuthentication in config.json to it and use flow --register-again"
    ),
    ErrorText(
      "invalid_grant", "the server refused the code or the token",
      "it has expired, was used before, was revoked, was given to another client, or does not fit the code_verifier or the redirect URI {description}",
      hint: "sign in again to get a fresh one"),
    ErrorText(
      "unauthorized_client", "the server does not let this client do that",
      "the client exists, but may not use this way of getting a token {description}",
      hint: "ask the people who run the server to allow it, or choose Register Again"),
    ErrorText(
      "unsupported_grant_type", "the server does not support this kind of grant",
      "it knows neither authorization_code nor refresh_token for this client {description}",
      hint: "enable the code flow and refresh tokens for the client on the server"),
    ErrorText(
      "invalid_scope", "the server refused the scope",
      "it does not know a scope that was asked for, or does not grant it to this client {description}",
      hint: "check scope in config.json, and that the registration client may ask for the scope dcr"),
    ErrorText(
      "access_denied", "the login was refused",
      "the user or the server said no {description}",
      hint: "start again and accept, or sign in as the user to whom this app belongs"),
    ErrorText(
      "unsupported_response_type", "the server does not do the code flow for this client",
      "it refused response_type=code, the only one that this app uses {description}",
      hint: "enable the code flow for the client on the server"),
    ErrorText(
      "server_error", "the server ran into a problem",
      "it could not finish the request and says that the fault is its own {description}",
      hint: "try again; if it stays, look into the server's log"),
    ErrorText(
      "temporarily_unavailable", "the server is busy",
      "it cannot handle the request at the moment {description}",
      hint: "try again in a minute"),
    ErrorText(
      "interaction_required", "the server needs to ask the user something",
      "it was told not to show a page, but cannot go on without one {description}",
      hint: "start the authentication again and complete it in the browser"),
    ErrorText(
      "login_required", "the user has to log in",
      "nobody is logged in at the server any more, or somebody else is {description}",
      hint: "start the authentication again and log in in the browser"),
    ErrorText(
      "account_selection_required", "the user has to choose an account",
      "several accounts are logged in at the server, and it does not know which one is meant {description}",
      hint: "start the authentication again and choose the account in the browser"),
    ErrorText(
      "consent_required", "the user has to agree first",
      "the server needs consent for what the app asks for {description}",
      hint: "start the authentication again and accept in the browser"),
    ErrorText(
      "invalid_request_uri", "the server refused a request by reference",
      "it could not read the request_uri that it was given {description}",
      hint: "remove request_uri from the additional parameters; this app does not need it"),
    ErrorText(
      "invalid_request_object", "the server refused a signed request",
      "it could not read the request object that it was given {description}",
      hint: "turn off mandatory request objects for this client on the server"),
    ErrorText(
      "request_not_supported", "the server does not take signed requests",
      "it does not support the request parameter {description}",
      hint: "remove request from the additional parameters; this app does not need it"),
    ErrorText(
      "request_uri_not_supported", "the server does not take requests by reference",
      "it does not support the request_uri parameter {description}",
      hint: "remove request_uri from the additional parameters; this app does not need it"),
    ErrorText(
      "registration_not_supported", "the server does not take a registration inside a login",
      "it does not support the registration parameter {description}",
      hint: "remove registration from the additional parameters; this app registers at its own endpoint"),
    ErrorText(
      "invalid_redirect_uri", "the registration was refused because of a redirect URI",
      "the server does not accept redirectUri or postLogoutRedirectUri of config.json {description}",
      hint: "set redirectUri and postLogoutRedirectUri in config.json to another kind that the server takes: {expected}"
    ),
    ErrorText(
      "invalid_client_metadata", "the registration was refused because of what it asks for",
      "the server does not accept one of the client metadata members {description}",
      hint:
        "read the request {messages}, then adapt scope or softwareId in config.json, or the server"),
    ErrorText(
      "unsupported_token_type", "the server does not take back this kind of token",
      "it can revoke tokens, but not this one {description}",
      hint: "the token is gone here; at the server it counts until it expires"),
    ErrorText(
      "invalid_software_statement", "the registration was refused because of its software statement",
      "the server could not verify the statement {description}",
      hint: "ask the people who run the server which software statement they accept"),
    ErrorText(
      "unapproved_software_statement", "the registration was refused because of its software statement",
      "the server has not approved this software {description}",
      hint: "ask the people who run the server to approve it"),
    ErrorText(
      "invalid_token", "the server refused the token",
      "it has expired or was revoked {description}", hint: "start the step again to get a new token"),
    ErrorText(
      "invalid_token_at_registration", "the server refused the token",
      "it has expired, was revoked or was used up; a dcr token registers one client only {description}",
      hint: "start the registration again to get a new token"),
    ErrorText(
      "insufficient_scope", "the token is not enough for this",
      "the server wants a scope that the token does not have {description}",
      hint: "check scope in config.json; for a registration, that the server grants the scope dcr"),
    ErrorText(
      "server_reported_error", "the server reported an error",
      "it answered with an error of its own, {received} {description}",
      hint: "open the answer {messages}, or ask the people who run the server"),
  ]
}
