extension ErrorText {
  /// What AppState and the two programs raise.
  static let appErrors: [ErrorText] =
    userAgentErrors + serverErrors + configurationErrors + terminalErrors + storedErrors

  /// Around the external user agent and its way back.
  private static let userAgentErrors = [
    ErrorText(
      "user_agent_failed", "the browser did not do its work", "it could not be started, or it broke off: {detail}",
      hint: "try again; if it happens again, run dcr-terminal doctor or choose another browser with --browser"),
    ErrorText(
      "user_agent_stuck", "the browser got stuck", "the page asks for something that it was not told: {detail}",
      hint: "log in once in the full-screen app to see the page, or check user name and password file"),
    ErrorText(
      "unexpected_redirect", "a redirect came that nobody waits for",
      "{received} was delivered to the app, but no login is under way that it could belong to",
      hint: "start the login in the app; a redirect is good for the one login that asked for it"),
    ErrorText(
      "flow_timed_out", "it took too long", "nothing came back from the browser within {expected}",
      hint: "start again, and complete the login in the browser; nothing was lost"),
    ErrorText(
      "no_refresh_token", "the tokens cannot be refreshed", "the server gave no refresh token with the last login",
      hint: "sign out and authenticate again; for refresh tokens, allow the refresh_token grant on the server"),
  ]

  /// Around the server's process and its port.
  private static let serverErrors = [
    ErrorText(
      "embedded_server_failed", "the identity server of this machine did not start", "it stopped with: {detail}",
      hint: "try again; if it stays, run dcr-terminal serve in another terminal to see what it says"),
    ErrorText(
      "port_taken", "the port is taken", "another program listens at {url}, and it is not this identity server",
      hint: "stop that program, or choose another port in the issuer of config.json"),
    ErrorText(
      "server_unreachable", "the server is not reachable", "{url} did not answer: {detail}",
      hint: "check the issuer in config.json, the network connection and that the server is running"),
  ]

  private static let configurationErrors = [
    ErrorText(
      "config_missing", "there is no configuration", "{path} does not exist",
      hint: "name the file with --config, or start in the folder that holds config.json"),
    ErrorText(
      "config_invalid", "the configuration is wrong", "{path}: {field} must be {expected}, but is {received}",
      hint: "correct that member; docs/configuration.md explains each one"),
    ErrorText(
      "config_unknown_member", "the configuration has a member that nobody reads", "{path}: {field} is not known",
      hint: "check its spelling; docs/configuration.md lists all members"),
    ErrorText(
      "usage", "the command line is wrong", "{detail}", hint: "dcr-terminal --help lists commands and options"),
  ]

  private static let terminalErrors = [
    ErrorText(
      "no_terminal", "there is no terminal", "input or output is not connected to one",
      hint: "start it in a terminal, or use --plain for lines and dcr-terminal flow for scripts"),
    ErrorText(
      "unknown_terminal", "this terminal is not known", "the system has no description of TERM={received}",
      hint: "set TERM to what your terminal is, e.g. TERM=xterm-256color, or use --plain"),
    ErrorText(
      "terminal_too_small", "the terminal is too small", "it has {received} columns and rows, {expected} are needed",
      hint: "enlarge the window or choose a smaller font"),
    ErrorText(
      "interrupted", "interrupted", "a signal asked the program to stop",
      hint: "start it again whenever you like; what was saved is still there"),
  ]

  /// Around the data directory and what is kept in it.
  private static let storedErrors = [
    ErrorText(
      "registration_bound_to_other_issuer", "this device is registered at another server",
      "its client belongs to {received}, but config.json names {expected}",
      hint: "set issuer back to register no second client, use another --device, or forget this device"),
    ErrorText(
      "registration_unusable", "the stored registration cannot be used",
      "{field} does not pass the checks of this version, which expect {expected}",
      hint: "use the version that stored it, or forget this device and register again"),
    ErrorText(
      "data_directory_unwritable", "the data directory cannot be written", "{path}: {detail}",
      hint: "give yourself the right to write there, or choose another place with --data-dir"),
    ErrorText(
      "app_already_running", "this device is in use", "another dcr-terminal runs with the same device, {path}",
      hint: "use the one that is running, or start this one with another --device"),
  ]
}
