/// One sentence on each parameter, member and header of the protocol, for the details of a message.
///
/// Found by the key of `ParameterExplanations.of(_:_:)`, which also knows where the rule stands.
extension Phrase {
  /// The sentence with that key; `nil` where there is none.
  public static func parameter(_ key: String) -> Phrase? { parameters[key] }

  static let parameters: [String: Phrase] = (parameterSentences + profileSentences + valueSentences).reduce(into: [:]) {
    table, entry in
    table[entry.0] = Phrase("parameter." + entry.0, entry.1)
  }

  private static let parameterSentences: [(String, String)] = [
    ("response_type", "what the app wants back through the browser"),
    ("client_id", "who asks: the name under which the server knows this client; no secret"),
    ("registration.client_id", "the name that the server gave to this instance of the app, different on every device"),
    (
      "client_secret",
      "what this client proves itself with at the token endpoint; one that was registered belongs to this instance alone"
    ),
    (
      "registration.client_secret",
      "the secret of this instance, made by the server; the app keeps it in its encrypted keystore"
    ),
    (
      "redirect_uri",
      "where the answer is to go; on a phone another app might catch it, so what comes with it must be "
        + "worth nothing alone"
    ),
    ("token.redirect_uri", "the redirect URI of the login once more, so that a code cannot be used with another one"),
    ("scope", "what the token shall be good for, in words separated by spaces"),
    ("token.scope", "what the token is really good for; it may be absent if it is as asked"),
    ("refresh.scope", "what the new token is good for; it can never be more than before"),
    ("registration.scope", "the scopes that this client may ask for later"),
    ("state", "a random value that ties the answer to this request, so that a forged redirect is noticed"),
    ("endSession.state", "a random value that ties the redirect after the sign-out to this request"),
    ("nonce", "a random value that must come back inside the ID token, so that an old one cannot be replayed"),
    ("code_challenge", "the SHA-256 of a secret that only this app has; whoever steals the code lacks that secret"),
    ("code_challenge_method", "how the challenge was made of the verifier"),
    (
      "code_verifier",
      "the secret behind the code challenge: it proves that the app that asked is the app that redeems"
    ),
    ("prompt", "login forces a new login, none forbids any page; without it the SSO session decides"),
    ("id_token_hint", "the last ID token: it tells the server which user is expected"),
    ("endSession.id_token_hint", "the last ID token: it tells the server whose session is to end"),
    ("login_hint", "the user name to propose in the login form"),
    ("max_age", "how many seconds ago the last login may have been"),
    ("acr_values", "the ways of authenticating that are wanted, best first"),
    ("ui_locales", "the languages in which the pages shall be shown, best first"),
    ("response_mode", "how the answer travels: in the query of the redirect, unless said otherwise"),
    (
      "code",
      "the authorization code: valid once, for a moment, and after a login with a code challenge only "
        + "together with its verifier"
    ),
    ("iss", "which server answers, so that two servers cannot be mixed up"),
    ("require_auth_time", "whether every ID token for this client has to say when the user logged in"),
    ("claim_types_supported", "how claims come: normal ones stand in the token or the answer itself"),
    ("prompt_values_supported", "the values of prompt that the server knows"),
    (
      "require_request_uri_registration",
      "whether request objects may be fetched only from addresses that were registered"
    ),
    ("mtls_endpoint_aliases", "endpoints at which a client shows its certificate inside TLS"),
    (
      "dcr_terminal_push_endpoint",
      "where a device asks whether a dcr token was pushed to it; stands for a push service"
    ),
    ("session_state", "a value by which some servers let web apps watch the session; this app does not use it"),
    ("error", "the reason of a refusal, in a word that programs understand"),
    ("authorization.error", "the reason why the login failed, in a word that programs understand"),
    ("registration.error", "the reason why the registration was refused, in a word that programs understand"),
    ("error_description", "the reason of a refusal, in words for developers"),
    ("error_uri", "a page that explains the error"),
    ("grant_type", "what is exchanged for tokens"),
    ("access_token", "the key to the API: whoever holds it has the access that the scope describes"),
    (
      "token_type",
      "how the access token is used: Bearer means that holding it is enough, DPoP that it takes a key as well"
    ),
    ("expires_in", "how many seconds the access token is valid for, counted from now"),
    (
      "refresh_token",
      "gets new access tokens without the user; where the answer to it brings another, that one takes its place"
    ),
    ("id_token", "a signed statement by the server about who signed in, when, and for which client"),
    ("redirect_uris", "the only addresses to which the server may send this client's logins"),
    ("post_logout_redirect_uris", "the only addresses to which the server may return after a sign-out"),
    ("application_type", "what kind of application this is"),
    ("grant_types", "what this client may exchange for tokens"),
    ("response_types", "what this client may ask for in the browser"),
    ("token_endpoint_auth_method", "how this client proves itself at the token endpoint"),
    ("token_endpoint_auth_methods", "the ways of authenticating that this client may use; not a standard member"),
    ("software_id", "which software this is an instance of; a server may have a template for it"),
    ("client_id_issued_at", "when the client was registered, in seconds since 1970"),
    ("client_secret_expires_at", "when the secret stops working, in seconds since 1970; 0 means never"),
    ("registration_client_uri", "where this client can read, change and delete its own registration"),
    ("registration_access_token", "the key to the registration of this one client"),
    (
      "registration_access_token_expires_in",
      "how many seconds the registration access token is valid for; not a standard member"
    ),
    ("id_token_signed_response_alg", "the algorithm of this client's ID tokens; any other one is refused"),
    (
      "subject_type",
      "public: every client gets the same subject for a user; pairwise: each sector does, the clients of one host"
    ),
    ("default_acr_values", "the ways of authenticating that the server uses unless asked otherwise"),
    ("refresh_token_ttl", "how many seconds a refresh token is valid for; not a standard member"),
    ("client_name", "the name that a consent page shows to the user"),
    ("client_uri", "a page about the client"),
    ("logo_uri", "a picture that a consent page shows to the user"),
    ("contacts", "how to reach the people behind the client"),
    ("registration.jwks_uri", "where the client publishes its own keys"),
    ("issuer", "the server's own name; it must be the configured one to the last character"),
    ("authorization_endpoint", "where the browser goes to log in"),
    ("token_endpoint", "where the app exchanges codes and refresh tokens for tokens"),
    ("registration_endpoint", "where the app registers itself"),
    ("userinfo_endpoint", "where the app asks who signed in"),
    ("jwks_uri", "where the server publishes the keys that it signs with"),
    ("end_session_endpoint", "where the browser goes to sign out"),
    ("revocation_endpoint", "where a token can be given back before it expires"),
    ("introspection_endpoint", "where an API asks whether a token is valid"),
    ("response_types_supported", "what can be asked for in the browser; code must be among it"),
    ("response_modes_supported", "the ways in which the answer can travel; query must be among them"),
    ("grant_types_supported", "what can be exchanged for tokens; authorization_code must be among it"),
    ("scopes_supported", "scopes that the server knows; there may be others"),
    (
      "subject_types_supported",
      "whether all clients get the same subject for a user (public) or each sector another one (pairwise)"
    ),
    ("id_token_signing_alg_values_supported", "the algorithms in which the server can sign ID tokens"),
    ("token_endpoint_auth_methods_supported", "the ways in which clients can prove themselves at the token endpoint"),
    (
      "revocation_endpoint_auth_methods_supported",
      "the ways in which clients can prove themselves at the revocation endpoint"
    ),
    (
      "introspection_endpoint_auth_methods_supported",
      "the ways in which APIs can prove themselves at the introspection endpoint"
    ),
    ("code_challenge_methods_supported", "the PKCE methods that the server knows; S256 must be among them"),
    (
      "authorization_response_iss_parameter_supported",
      "the server promises to name itself in every redirect; then the app insists on it"
    ),
    ("claims_supported", "what the server can say about a user"),
    ("acr_values_supported", "the ways of authenticating that can be asked for"),
    ("ui_locales_supported", "the languages of the server's pages"),
    ("claims_parameter_supported", "whether single claims can be asked for"),
    ("request_parameter_supported", "whether a request may be one signed object"),
    ("request_uri_parameter_supported", "whether a request may be given by reference"),
    ("service_documentation", "a page for developers"),
    ("op_policy_uri", "what the server says about the use of its data"),
    ("op_tos_uri", "the server's terms of service"),
    ("sub", "who signed in: a name for the user that never changes and is never given to another"),
    ("aud", "for whom the ID token is; this client must be among them"),
    ("exp", "when the ID token stops being valid, in seconds since 1970"),
    ("iat", "when the ID token was issued, in seconds since 1970"),
    ("nbf", "before this time the token is not valid"),
    ("jti", "a name of this one token"),
    ("auth_time", "when the user really logged in; after SSO it is earlier than the token"),
    ("acr", "how the user was authenticated"),
    ("amr", "by which means the user was authenticated"),
    ("azp", "the client to which the ID token was issued"),
    ("at_hash", "half the hash of the access token, so that the two cannot be separated"),
    ("sid", "a name of the session at the server"),
    ("name", "the user's full name"),
    ("given_name", "the user's first name"),
    ("family_name", "the user's last name"),
    ("preferred_username", "the name by which the user wants to be called; not for identifying anybody"),
    ("email", "the user's e-mail address; not for identifying anybody"),
    ("email_verified", "whether the server has checked that the address is the user's"),
    ("updated_at", "when the profile was last changed, in seconds since 1970"),
    ("roles", "what the user may do, as the server sees it"),
    ("keys", "the public keys of the server; a token names the one that signed it"),
    ("kid", "the name of a key"),
    ("kty", "what kind of key this is"),
    ("use", "what a key is for: sig means signatures"),
    ("alg", "the algorithm that a key is for"),
    ("n", "the modulus of an RSA key, in base64url"),
    ("e", "the exponent of an RSA key, in base64url"),
    ("crv", "the curve of an elliptic curve key"),
    ("x", "one coordinate of an elliptic curve key, in base64url"),
    ("y", "the other coordinate of an elliptic curve key, in base64url"),
    ("typ", "what kind of token this is"),
    ("post_logout_redirect_uri", "where the browser goes after the sign-out; it must be registered"),
    ("token", "the token that is given back"),
    ("token_type_hint", "what kind of token is given back"),
    ("authorization", "the header in which a token or a client's secret travels"),
    ("registration.authorization", "the initial access token: it allows one thing, to register a client"),
    ("management.authorization", "the registration access token: for this client's registration alone"),
    ("userinfo.authorization", "the access token, whose user the answer is about"),
    ("www-authenticate", "how to authenticate, and what was wrong with the attempt"),
    ("cache-control", "who may keep a copy of this answer, and for how long"),
    ("cache-control.no-store", "nobody may keep a copy, because there are secrets in it"),
    ("cache-control.no-cache", "a copy may be kept, but the server has to be asked before it is used"),
    ("cache-control.private", "only the asker may keep a copy, no cache that others use as well"),
    ("cache-control.public", "any cache may keep a copy"),
    ("cache-control.max-age", "for so many seconds a copy may be used without asking"),
    ("cache-control.s-maxage", "for so many seconds a cache that several people share may use a copy without asking"),
    ("cache-control.must-revalidate", "a copy that is too old must not be used without asking"),
    (
      "cache-control.proxy-revalidate",
      "a cache that several people share must not use a copy that is too old without asking"
    ),
    ("cache-control.no-transform", "nobody on the way may change the answer"),
    ("cache-control.immutable", "the answer never changes while a copy is valid"),
    ("location", "where to go next or, after a 201, where that is which was made"),
    ("content-type", "in which form the body is written"),
    ("retry-after", "how many seconds to wait before trying again"),
  ]
}
