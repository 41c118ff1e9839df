/// One sentence on each parameter that comes on top of the main job: proofs, pushed requests, protected resources, step-up.
///
/// Found as the others are, by ``Phrase/parameter(_:)``.
extension Phrase {
  static let profileSentences: [(String, String)] = [
    (
      "client_assertion",
      "what this client proves itself with instead of a secret: a statement that its own key has signed"
    ),
    ("client_assertion_type", "what kind of proof client_assertion is"),
    ("client_assertion_type:urn:ietf:params:oauth:client-assertion-type:jwt-bearer", "the proof is a signed JWT"),
    (
      "registration.jwks",
      "this client's public keys, handed over themselves; the private ones stay where they were made"
    ),
    ("jwks", "public keys, handed over themselves"),
    (
      "token_endpoint_auth_signing_alg",
      "the algorithm in which this client signs its assertions; the server takes no other"
    ),
    ("token_endpoint_auth_signing_alg_values_supported", "the algorithms in which clients may sign their assertions"),
    (
      "revocation_endpoint_auth_signing_alg_values_supported",
      "the algorithms in which clients may sign their assertions when they give a token back"
    ),
    (
      "introspection_endpoint_auth_signing_alg_values_supported",
      "the algorithms in which clients may sign their assertions when they ask about a token"
    ),
    (
      "token_endpoint_auth_method:private_key_jwt",
      "this client proves itself by a key that never leaves it: it signs, and sends no secret"
    ),
    ("dpop", "the proof that the sender has a key, made for this one request"),
    ("dpop-nonce", "the value that the next proof has to carry as its nonce, so that none can be made in advance"),
    (
      "userinfo.dpop-nonce",
      "the value that the next proof for this resource has to carry as its nonce; a token endpoint elsewhere has "
        + "one of its own"
    ),
    (
      "api.dpop-nonce",
      "the value that the next proof for this API has to carry as its nonce; a token endpoint elsewhere has one of its own"
    ),
    (
      "authorization:dpop",
      "an access token that is bound to a key: it opens nothing without the proof in the DPoP header"
    ),
    (
      "www-authenticate:dpop",
      "that a token bound to a key and a proof are wanted, and what was wrong with the attempt"
    ),
    (
      "token_type:dpop",
      "DPoP: the access token is bound to a key; whoever copies it lacks the key and can do nothing with it"
    ),
    (
      "dpop_jkt",
      "the thumbprint of the key that the code is bound to, so that a stolen code is worth nothing without that key"
    ),
    (
      "pushedAuthorization.dpop_jkt",
      "the thumbprint of the key that the code is bound to; a proof in this request says the same"
    ),
    (
      "dpop_signing_alg_values_supported",
      "the algorithms that a proof of a key may be signed in; with them the server says that it knows DPoP"
    ),
    (
      "dpop_bound_access_tokens",
      "whether this client always asks for tokens that are bound to a key; then the server gives it no others"
    ),
    (
      "error:use_dpop_nonce",
      "the proof lacks the server's current nonce; it stands in DPoP-Nonce, and the request may be sent "
        + "once more with it"
    ),
    (
      "error:invalid_dpop_proof",
      "the proof is refused: its form, its signature, its time, its address, or it was used before"
    ),
    ("challenge.algs", "the algorithms that a proof may be signed in here"),
    ("cnf", "the key that the sender must prove to have; without cnf, holding the token is enough"),
    ("cnf.jkt", "the thumbprint of that key: the same that its proofs and dpop_jkt have"),
    (
      "request_uri",
      "names the request that the app has handed to the server; besides it the browser carries only who asks"
    ),
    (
      "pushedAuthorization.request_uri",
      "the name of the request that was pushed: valid once, for a moment, and only for this client"
    ),
    ("pushedAuthorization.expires_in", "how many seconds the browser has to begin with that request"),
    (
      "pushed_authorization_request_endpoint",
      "where the app hands over its authorization request, before the browser goes there"
    ),
    ("device_authorization_endpoint", "where an app without a browser asks for the codes of a login elsewhere"),
    ("device_code", "the app's own code, with which it asks for the tokens: a secret"),
    ("user_code", "what the user types in a browser elsewhere"),
    ("verification_uri", "where the user types it"),
    ("verification_uri_complete", "the same address with the code in it, for a picture that a camera reads"),
    ("deviceAuthorization.expires_in", "how many seconds both codes are valid for"),
    ("deviceAuthorization.interval", "how many seconds the app has to wait between two questions"),
    ("error:authorization_pending", "the user has not finished elsewhere; the app asks again after its pause"),
    ("error:slow_down", "the app asked too soon: from now on its pause is 5 seconds longer"),
    ("error:expired_token", "the codes were not used in time; the app needs new ones"),
    (
      "require_pushed_authorization_requests",
      "whether the server takes no authorization request but one that was pushed"
    ),
    ("registration.require_pushed_authorization_requests", "whether this client may log in by pushed requests alone"),
    ("resource", "the API that the token shall be for, so that no other one takes it"),
    ("error:invalid_target", "the server gives no token for the API that resource names"),
    ("resource-metadata.resource", "the API's own name; it must be the address that was asked, to the last character"),
    ("resource-metadata.scopes_supported", "the scopes that a token for this API can have"),
    ("resource-metadata.jwks_uri", "where the API publishes its own keys"),
    ("resource-metadata.dpop_signing_alg_values_supported", "the algorithms that a proof may be signed in at this API"),
    ("authorization_servers", "the servers whose tokens this API takes"),
    ("bearer_methods_supported", "the ways in which a token may be shown here: header, body or query"),
    ("dpop_bound_access_tokens_required", "whether this API takes no token that is not bound to a key"),
    ("resource_name", "the API's name for people"),
    ("resource_documentation", "a page for the developers of its clients"),
    ("protected_resources", "the APIs that take this server's tokens"),
    ("api.authorization", "the access token, which says what this app may do here and for whom"),
    ("challenge.resource_metadata", "where the API says of itself which servers give tokens for it"),
    ("challenge.realm", "a name for what is protected here"),
    ("challenge.scope", "the scopes that a token needs for this"),
    ("challenge.error", "why the token was refused, in a word that programs understand"),
    ("challenge.error_description", "why the token was refused, in words for developers"),
    ("challenge.error_uri", "a page that explains the refusal"),
    ("error:invalid_token", "the token has expired, was revoked, is damaged, or does not count here"),
    ("error:insufficient_scope", "the token is valid, but not for this: scope says what it lacks"),
    (
      "challenge.acr_values",
      "the ways of logging in of which this needs one, best first; the app asks for them in a new login"
    ),
    ("challenge.max_age", "how many seconds ago the login may have been, at most, for this"),
    (
      "error:insufficient_user_authentication",
      "the token is valid, but its user's login was too weak for this, or too long ago: a new login helps"
    ),
    ("introspection.active", "whether the token is valid at this moment; if not, nothing else is said of it"),
    ("introspection.cnf", "the key that the sender of the token has to prove: the API compares it with the proof's"),
    ("introspection.acr", "how strong the login behind the token was"),
    ("introspection.auth_time", "when the user behind the token logged in, in seconds since 1970"),
  ]
}
