/// One sentence on each value that means something of its own, and on each name whose meaning depends on what stands beside it.
///
/// Found as the others are, by ``Phrase/parameter(_:)``.
extension Phrase {
  static let valueSentences: [(String, String)] = [
    ("response_type:code", "a code comes back, so that no token passes through the browser"),
    ("response_type:token", "the access token itself comes back through the browser, where others may see it"),
    ("code_challenge.plain", "the verifier itself, so whoever sees this request can redeem the code"),
    (
      "code_challenge_method:s256",
      "the challenge is the verifier's SHA-256, from which the verifier cannot be computed"
    ),
    ("code_challenge_method:plain", "the challenge is the verifier itself"),
    ("grant_type:authorization_code", "the code of a login is exchanged for tokens"),
    ("grant_type:refresh_token", "a refresh token is exchanged for new tokens"),
    ("grant_type:client_credentials", "the client wants a token for itself, without a user"),
    ("grant_type:password", "a user's password is exchanged for tokens"),
    (
      "grant_type:urn:ietf:params:oauth:grant-type:device_code",
      "a device code is exchanged for the tokens of a login elsewhere"
    ),
    ("access_token.bound", "the access token, which is bound to a key: without a proof of that key it opens nothing"),
    ("application_type:native", "an app on a device, with the redirects of RFC 8252"),
    ("application_type:web", "a site on a server, with redirects to https addresses"),
    (
      "token_endpoint_auth_method:client_secret_basic",
      "this client proves itself with its secret, in the Authorization header"
    ),
    (
      "token_endpoint_auth_method:client_secret_post",
      "this client proves itself with its secret, in the body of the request"
    ),
    (
      "token_endpoint_auth_method:none",
      "this client has no secret and proves nothing at the token endpoint: it is public"
    ),
    ("x.okp", "the public key itself, in base64url"),
    ("authorization:basic", "client id and secret, each form-encoded, joined by a colon, in base64"),
    ("retry-after.date", "the moment before which not to try again"),
    ("request_uri.address", "where the server fetches the request, as an object that the client has made"),
    ("management.error", "the reason of the refusal, in a word that programs understand"),
    ("introspection.token", "the token that is asked about"),
    ("introspection.token_type_hint", "what kind of token is asked about"),
    ("introspection.scope", "what the token is good for"),
    ("introspection.client_id", "the client that the token was given to"),
    ("introspection.sub", "the user whose token it is"),
    ("introspection.aud", "the APIs that the token is for"),
    ("introspection.iss", "the server that gave the token"),
    ("introspection.exp", "when the token stops being valid, in seconds since 1970"),
    ("introspection.iat", "when the token was given, in seconds since 1970"),
  ]
}
