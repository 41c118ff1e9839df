extension ErrorText {
  /// Keys that are not where they were.
  static let lostKeyErrors: [ErrorText] = [
    ErrorText(
      "client_key_lost", "the key of this app's client is not on this phone",
      "the client was registered with a key that never leaves the secure element it was made in, and this phone's holds no such key",
      hint: "choose Register Again: this phone makes a key of its own and registers a client with it"),
    ErrorText(
      "client_without_key", "this app's client has a secret, and no key",
      "config.json asks for a key that proves who the client is; this phone was registered before, with a secret that can be copied",
      hint: "choose Register Again: the new client has a key; allowDowngrade in config.json goes on with the secret"),
    ErrorText(
      "dpop_key_lost", "the key that the tokens are bound to is gone",
      "the secure element of this phone no longer holds it, and without it the access token opens nothing",
      hint: "sign in again; the new tokens are bound to a new key"),
  ]
}
