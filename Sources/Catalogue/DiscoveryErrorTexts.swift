extension ErrorText {
  /// The server's metadata, and the settings that lead to it.
  static let discoveryErrors: [ErrorText] = [
    ErrorText(
      "issuer_invalid", "the configured issuer is not usable",
      "{received} is not {expected}",
      hint: "set issuer in config.json to the issuer exactly as the server states it in its metadata"),
    ErrorText(
      "issuer_not_https", "the configured issuer is not protected",
      "{received} is not {expected}; without TLS anybody on the way could read the tokens",
      hint: "use https; for a server on this machine, \"allowPlainHTTPLoopback\": true in config.json allows http"),
    ErrorText(
      "metadata_not_found", "the server publishes no metadata",
      "it answered {received} at the OpenID and at the RFC 8414 well-known address {description}",
      hint: "check issuer in config.json: its path belongs to it, for example /oauth/v2/oauth-anonymous"),
    ErrorText(
      "metadata_missing_issuer", "the server's metadata does not say whose it is",
      "the member issuer is missing ({source})",
      hint: "report it to the people who run the server"),
    ErrorText(
      "metadata_issuer_mismatch", "the metadata belongs to another server",
      "issuer is {received}, but {expected} is configured, and they must be equal to the last character ({source})",
      hint: "copy issuer from the metadata into config.json, if that is the server you mean"),
    ErrorText(
      "metadata_missing_authorization_endpoint", "the server does not say where to log in",
      "authorization_endpoint is missing from its metadata",
      hint: "enable the authorization endpoint on the server"),
    ErrorText(
      "metadata_missing_token_endpoint", "the server does not say where to get tokens",
      "token_endpoint is missing from its metadata",
      hint: "enable the token endpoint on the server"),
    ErrorText(
      "metadata_missing_registration_endpoint", "the server does not register apps",
      "registration_endpoint is missing from its metadata",
      hint: "enable dynamic client registration on the server"),
    ErrorText(
      "metadata_missing_jwks_uri", "the server does not say where its signing keys are",
      "jwks_uri is missing from its metadata, so no ID token can be checked",
      hint: "enable OpenID Connect on the server, or remove openid from scope in config.json"),
    ErrorText(
      "metadata_endpoint_invalid", "the server names an address that cannot be used",
      "{field} is {received} where {expected} was expected",
      hint: "correct the server's base URL in its settings"),
    ErrorText(
      "metadata_endpoint_not_https", "the server names an address that is not protected",
      "{field} is {received} where {expected} was expected",
      hint: "correct the server's base URL in its settings; behind a proxy it often lacks https"),
    ErrorText(
      "metadata_s256_unsupported", "the server does not support PKCE with S256",
      "it offers {received}, and a native app must not go without {expected} ({source})",
      hint: "enable PKCE with S256 on the server"),
    ErrorText(
      "metadata_code_unsupported", "the server does not offer the code flow",
      "it offers {received}, and this app uses {expected} alone",
      hint: "enable the response type code on the server"),
    ErrorText(
      "metadata_query_mode_unsupported", "the server does not answer in the query",
      "it offers the response modes {received}, and this app reads {expected} alone",
      hint: "enable the response mode query on the server"),
    ErrorText(
      "metadata_grant_unsupported", "the server does not redeem codes",
      "it offers the grant types {received}, and this app needs {expected}",
      hint: "enable the grant type authorization_code on the server"),
  ]
}
