extension ErrorText {
  /// What AppState raises. What only a command line can raise stands with the commands.
  static let appErrors: [ErrorText] = [
    ErrorText(
      "user_agent_failed", "the browser did not do its work", "it could not be started, or it broke off: {detail}",
      hint: "try again; if it happens again, read the log that --log-file writes"),
    ErrorText(
      "no_refresh_token", "the tokens cannot be refreshed", "the server gave no refresh token with the last login",
      hint: "sign out and authenticate again; for refresh tokens, allow the refresh_token grant on the server"),
    ErrorText(
      "embedded_server_failed", "the identity server of this machine did not start", "{detail}",
      hint: "try again; if it stays, run dcr-terminal serve in another terminal to see what it says"),
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
