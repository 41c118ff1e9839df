extension ErrorText {
  /// What AppState raises. What only a command line can raise stands with the commands.
  static let appErrors: [ErrorText] = [
    ErrorText(
      "user_agent_failed", "the browser did not do its work", "it could not be started, or it broke off: {detail}",
      hint: "try again; if it happens again, read the log that --log-file writes"),
    ErrorText(
      "user_agent_input_ended", "the login was not finished",
      "standard input ended before the address was pasted at which the browser ends",
      hint: "run it at a terminal, or let --browser in-app log in with --username and --password-file"),
    ErrorText(
      "no_refresh_token", "the tokens cannot be refreshed", "the server gave no refresh token with the last login",
      hint: "sign out and authenticate again; for refresh tokens, allow the refresh_token grant on the server"),
    ErrorText(
      "embedded_server_failed", "the identity server of this machine did not start", "{detail}",
      hint: "try again; if it stays, run dcr-terminal serve in another terminal to see what it says"),
    ErrorText(
      "push_timed_out", "the server did not push a token", "nothing came within {detail}",
      hint: "ask the administrator to send it (dcr-terminal push send DEVICE), then start the registration again"),
    ErrorText(
      "initial_access_token_file_missing", "the initial access token is not there", "{path} does not exist",
      hint: "put the token that the server's administrator gave you into that file, or correct initialAccessTokenFile"),
    ErrorText(
      "initial_access_token_file_unreadable", "the initial access token cannot be read", "{path}: {detail}",
      hint: "make it a regular file that only you can read (chmod 600)"),
    ErrorText(
      "initial_access_token_file_empty", "the initial access token is not there", "{path} holds nothing",
      hint: "put the token that the server's administrator gave you into that file"),
    ErrorText(
      "initial_access_token_file_too_large", "the initial access token cannot be read",
      "{path} is larger than {detail}, so it is no token",
      hint: "let the file hold the token alone, or correct initialAccessTokenFile in config.json"),
    ErrorText(
      "device_is_registered", "this device has a client of its own",
      "its keystore holds the registration {received}, but config.json names a static client",
      hint: "use another --device for the static client, set registration back, or forget this device"),
    ErrorText(
      "registration_answer_lost", "the answer to the registration was lost",
      "the request was sent to {url}, but no whole answer came: the server may have made a client that is not used, and "
        + "the dcr token may be spent; nothing was saved here",
      hint:
        "choose Retry, which makes a new login and a new client; the people who run the server can delete the unused one"
    ),
    ErrorText(
      "registration_update_answer_lost", "the answer to the update was lost",
      "the request was sent to {url}, but no whole answer came: the server may have changed the registration, and with it "
        + "the secret and the token that manages it; the old ones are kept here",
      hint:
        "choose Retry; if the server then refuses this app, it did change them, and Register Again makes a new client"),
    ErrorText(
      "registration_bound_to_other_issuer", "this device is registered at another server",
      "its client belongs to {received}, but config.json names {expected}",
      hint: "set issuer back to register no second client, use another --device, or forget this device"),
    ErrorText(
      "registration_unusable", "the stored registration cannot be used",
      "{field} does not pass the checks of this version, which expect {expected}",
      hint: "use the version that stored it, or forget this device and register again"),
  ]
}
