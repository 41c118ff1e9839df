import Catalogue

/// What faults are called in the menu. Found by the names of fault files.
extension Phrase {
  /// `nil` for a name that no fault file knows.
  public static func faultEndpoint(_ name: String) -> Phrase? { faultNames["fault.endpoint." + name] }
  public static func faultDefect(_ name: String) -> Phrase? { faultNames["fault.defect." + name] }
  public static func faultIDToken(_ kind: String) -> Phrase? { faultNames["fault.id-token." + kind] }

  private static let faultNames = Dictionary(
    (faultEndpoints + faultDefects + faultIDTokens + faultKeyEndpoints + faultKeyDefects).map { ($0.key, $0) },
    uniquingKeysWith: { first, _ in first })

  private static let faultEndpoints = [
    Phrase("fault.endpoint.metadata", "Metadata"), Phrase("fault.endpoint.authorize", "Login page"),
    Phrase("fault.endpoint.token", "Tokens for a code"), Phrase("fault.endpoint.registration", "Registration"),
    Phrase("fault.endpoint.userinfo", "Userinfo"), Phrase("fault.endpoint.refresh", "Refresh"),
    Phrase("fault.endpoint.revocation", "Revocation"), Phrase("fault.endpoint.logout", "Sign-out page"),
    Phrase("fault.endpoint.jwks", "Signing keys"), Phrase("fault.endpoint.keystore", "Keystore"),
    Phrase("fault.endpoint.browser", "Browser"),
  ]

  private static let faultDefects = [
    Phrase("fault.defect.latency", "{milliseconds} ms late"),
    Phrase("fault.defect.offline", "no network"), Phrase("fault.defect.connection-refused", "nothing listens"),
    Phrase("fault.defect.connection-reset", "answered, and the answer is lost"),
    Phrase("fault.defect.time-out", "no answer in time"), Phrase("fault.defect.tls-failure", "TLS fails"),
    Phrase("fault.defect.certificate-untrusted", "certificate of an unknown authority"),
    Phrase("fault.defect.certificate-expired", "certificate expired"),
    Phrase("fault.defect.certificate-wrong-host", "certificate of another host"),
    Phrase("fault.defect.status", "status {status} {words}"),
    Phrase("fault.defect.status-error", "status {status} with {error}"),
    Phrase("fault.defect.wrong-content-type", "content type text/html"),
    Phrase("fault.defect.truncated-body", "half of the body"), Phrase("fault.defect.oversized-body", "more than 1 MiB"),
    Phrase("fault.defect.missing-member", "without {member}"), Phrase("fault.defect.wrong-member", "{member}: {value}"),
    Phrase("fault.defect.id-token", "ID token: {kind}"),
    Phrase("fault.defect.client-revoked", "the client was revoked"),
    Phrase("fault.defect.client-expired", "the client secret has expired"),
    Phrase("fault.defect.wrong-state", "wrong state"), Phrase("fault.defect.missing-state", "no state"),
    Phrase("fault.defect.wrong-iss", "iss of another server"), Phrase("fault.defect.missing-iss", "no iss"),
    Phrase("fault.defect.missing-code", "no code"), Phrase("fault.defect.wrong-redirect", "another redirect URI"),
    Phrase("fault.defect.repeated-parameter", "state twice"),
    Phrase("fault.defect.parameters-in-fragment", "parameters in the fragment"),
    Phrase("fault.defect.error-redirect", "redirect with {error}"),
    Phrase("fault.defect.closed", "closed by the person"), Phrase("fault.defect.cannot-start", "does not start"),
    Phrase("fault.defect.crashes", "breaks off"), Phrase("fault.defect.never-returns", "never comes back"),
    Phrase("fault.defect.full-disk", "disk full"), Phrase("fault.defect.read-only", "disk cannot be written"),
    Phrase("fault.defect.sync-fails", "what is written does not last"),
    Phrase("fault.defect.damaged", "document damaged"), Phrase("fault.defect.damaged-header", "header damaged"),
    Phrase("fault.defect.unreadable", "cannot be read"),
    Phrase("fault.defect.wrong-permissions", "others may write to it"),
    Phrase("fault.defect.locked", "locked by another program"), Phrase("fault.defect.key-missing", "device key gone"),
  ]

  private static let faultIDTokens = [
    Phrase("fault.id-token.malformed", "two parts"), Phrase("fault.id-token.encrypted", "encrypted"),
    Phrase("fault.id-token.header-malformed", "header is no JSON"),
    Phrase("fault.id-token.claims-malformed", "a claim twice"), Phrase("fault.id-token.alg-none", "alg none"),
    Phrase("fault.id-token.alg-mismatch", "alg HS256"), Phrase("fault.id-token.crit", "critical extension"),
    Phrase("fault.id-token.embedded-key", "names a key of its own"), Phrase("fault.id-token.wrong-type", "typ at+jwt"),
    Phrase("fault.id-token.unknown-key", "unknown kid"), Phrase("fault.id-token.missing-kid", "no kid, two keys"),
    Phrase("fault.id-token.unusable-key", "key is for encryption"), Phrase("fault.id-token.signature", "bad signature"),
    Phrase("fault.id-token.missing-iss", "no iss"), Phrase("fault.id-token.wrong-iss", "iss of another server"),
    Phrase("fault.id-token.missing-sub", "no sub"), Phrase("fault.id-token.claim-of-wrong-type", "exp is a word"),
    Phrase("fault.id-token.missing-aud", "no aud"), Phrase("fault.id-token.wrong-aud", "aud of another client"),
    Phrase("fault.id-token.missing-azp", "two in aud, no azp"),
    Phrase("fault.id-token.wrong-azp", "azp of another client"),
    Phrase("fault.id-token.missing-exp", "no exp"), Phrase("fault.id-token.expired", "expired an hour ago"),
    Phrase("fault.id-token.missing-iat", "no iat"), Phrase("fault.id-token.iat-in-future", "issued in an hour"),
    Phrase("fault.id-token.iat-too-old", "issued an hour ago"),
    Phrase("fault.id-token.not-yet-valid", "valid in an hour"), Phrase("fault.id-token.missing-nonce", "no nonce"),
    Phrase("fault.id-token.wrong-nonce", "nonce of another login"),
    Phrase("fault.id-token.wrong-at-hash", "hash of another access token"),
    Phrase("fault.id-token.missing-auth-time", "no auth_time"),
    Phrase("fault.id-token.auth-time-in-future", "login in an hour"),
    Phrase("fault.id-token.auth-time-too-old", "login in 1970"),
    Phrase("fault.id-token.sub-changed", "another sub than before"),
    Phrase("fault.id-token.aud-changed", "another aud than before"),
    Phrase("fault.id-token.azp-changed", "another azp than before"),
    Phrase("fault.id-token.auth-time-changed", "another auth_time than before"),
    Phrase("fault.id-token.nonce-changed", "another nonce than before"),
  ]
}
