extension ErrorText {
  /// Keys of the app's own: client assertions, DPoP, pushed requests, and what an API asks for beyond a token.
  static let proofErrors: [ErrorText] = [
    ErrorText(
      "invalid_dpop_proof", "the server refused the proof of the token's key",
      "the DPoP proof did not fit the request, was made by another key, was used before or was too old {description}",
      hint: "compare this machine's clock with the server's; then open the request {messages}"),
    ErrorText(
      "use_dpop_nonce", "the server asks for one nonce after the other",
      "the proof had the nonce that the server gave last, and the server refused it again {description}",
      hint: "try again; if it stays, look at the lifetime of DPoP nonces on the server"),
    ErrorText(
      "invalid_target", "the server gives no token for this API",
      "it does not know the resource that was asked for, or does not let this client use it {description}",
      hint:
        "check api in config.json, or without it resource in authorizationParameters: it must be the API's identifier, to the letter"
    ),
    ErrorText(
      "insufficient_user_authentication", "the API wants a stronger or a newer login",
      "the token is valid, but the login behind it was too weak or too long ago {description}",
      hint: "sign in again as the API asks; this app offers that"),
    ErrorText(
      "metadata_private_key_jwt_unsupported", "the server does not let clients prove themselves by a key",
      "{field} is {received} and lacks {expected} ({source})",
      hint:
        "enable private_key_jwt with ES256 on the server, or set clientAuthentication in config.json to auto (with profile: leave profile out)"
    ),
    ErrorText(
      "metadata_secret_method_unsupported", "the server does not take a client secret sent like this",
      "{field} is {received} and lacks {expected} ({source})",
      hint: "set clientAuthentication in config.json to auto, or enable that method on the server"),
    ErrorText(
      "metadata_dpop_unsupported", "the server does not bind tokens to a key",
      "{field} is {received} and lacks {expected} ({source})",
      hint: "enable DPoP with ES256 on the server, or remove dpop, or the profile that switches it on, from config.json"
    ),
    ErrorText(
      "metadata_missing_par_endpoint", "the server does not say where to push authorization requests",
      "{field} is missing from its metadata ({source})",
      hint:
        "enable pushed authorization requests on the server, or remove pushedAuthorization, or the profile that switches it on, from config.json"
    ),
    ErrorText(
      "metadata_id_token_algorithm_unsupported", "the server signs no ID tokens that the profile takes",
      "{field} is {received}; one of {expected} is needed ({source})",
      hint: "let the server sign ID tokens with PS256 or ES256, or remove profile from config.json"),
    ErrorText(
      "par_missing_request_uri", "the server took the authorization request and gave no reference to it",
      "its answer has no member request_uri ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "par_missing_expires_in", "the server does not say how long its reference counts",
      "its answer to the pushed request has no member expires_in, {expected} ({source})",
      hint: "report it to the people who run the server; allowDowngrade in config.json does without it"),
    ErrorText(
      "token_type_downgraded", "the server gave a token that anybody could use",
      "a token that is bound to this app's key was asked for, but token_type is {received}; nothing was done with it",
      hint: "enable DPoP for this client on the server; allowDowngrade in config.json takes such tokens"),
    ErrorText(
      "dpop_nonce_missing", "the server demands a nonce and gives none",
      "it answered use_dpop_nonce without a usable header {field} ({source})",
      hint: "report it to the people who run the server; a proxy in between may drop the header"),
    ErrorText(
      "registration_auth_method_downgraded", "the server registered a secret in place of the key",
      "token_endpoint_auth_method is {received} where {expected} was asked for; the client is not used",
      hint: "enable private_key_jwt for clients that register; allowDowngrade in config.json takes the secret"),
    ErrorText(
      "registration_key_mismatch", "the server registered another key",
      "{field}: {expected} was expected, {received} came ({source}); the owner of the other key could act as this app",
      hint: "register again; if it stays, report it to the people who run the server"),
  ]
}
