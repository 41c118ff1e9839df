extension ErrorText {
  /// A login in a browser elsewhere (RFC 8628).
  static let deviceCodeErrors: [ErrorText] = [
    ErrorText(
      "authorization_pending", "the login elsewhere is not finished",
      "the server still waits for the user {description}",
      hint: "open the address on another device, type the code there and allow the login"),
    ErrorText(
      "slow_down", "the app asked the server too often",
      "the server wants it to wait longer between two questions {description}",
      hint: "try again in a minute"),
    ErrorText(
      "expired_token", "the code has expired",
      "nobody finished the login elsewhere in time {description}",
      hint: "start again for a new code, and open the address with it soon"),
    ErrorText(
      "metadata_missing_device_authorization_endpoint", "this server has no login for devices without a browser",
      "{field} is missing from its metadata ({source})",
      hint:
        "set browser in config.json to in-app, system or manual, or switch the device authorization grant on at the server"
    ),
    ErrorText(
      "device_code_missing", "the server gave no device code",
      "its answer has no member device_code ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "device_code_expiry_invalid", "the server does not say how long its codes are valid",
      "the member {field} of its answer is not {expected} ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "user_code_missing", "the server gave no code to type",
      "its answer has no member user_code ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "verification_uri_missing", "the server does not say where the code is typed",
      "its answer has no member verification_uri ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "verification_uri_invalid", "the server names an address for the code that is not safe to open",
      "{field} is {received}, which is not {expected} ({source})",
      hint: "report it to the people who run the server, and type the code nowhere"),
  ]
}
