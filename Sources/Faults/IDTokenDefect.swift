/// Every defect of an ID token that the client detects (OpenID Connect Core §3.1.3.7, §12.2, RFC 7515, RFC 8725).
///
/// The raw values are the `kind` in fault files. A wrong signature is made from the server's own token. Tokens with changed claims or header are
/// signed with a key of the injector, which the JWKS response also contains, as an evil server would do, so that exactly the intended check fails.
package enum IDTokenDefect: String, Hashable, Sendable, CaseIterable {
  // Form
  case malformed, encrypted
  case headerMalformed = "header-malformed"
  case claimsMalformed = "claims-malformed"
  // Header and keys
  case algNone = "alg-none"
  case algMismatch = "alg-mismatch"
  case crit
  case embeddedKey = "embedded-key"
  case wrongType = "wrong-type"
  case unknownKey = "unknown-key"
  case missingKid = "missing-kid"
  case unusableKey = "unusable-key"
  case signature
  // Claims
  case missingIss = "missing-iss"
  case wrongIss = "wrong-iss"
  case missingSub = "missing-sub"
  case claimType = "claim-of-wrong-type"
  case missingAud = "missing-aud"
  case wrongAud = "wrong-aud"
  case missingAzp = "missing-azp"
  case wrongAzp = "wrong-azp"
  case missingExp = "missing-exp"
  case expired
  case missingIat = "missing-iat"
  case iatInFuture = "iat-in-future"
  case iatTooOld = "iat-too-old"
  case notYetValid = "not-yet-valid"
  case missingNonce = "missing-nonce"
  case wrongNonce = "wrong-nonce"
  case wrongAccessTokenHash = "wrong-at-hash"
  // Only with max_age
  case missingAuthTime = "missing-auth-time"
  case authTimeInFuture = "auth-time-in-future"
  case authTimeTooOld = "auth-time-too-old"
  // After a refresh
  case subChanged = "sub-changed"
  case audChanged = "aud-changed"
  case azpChanged = "azp-changed"
  case authTimeChanged = "auth-time-changed"
  case nonceChanged = "nonce-changed"

  /// Whether the client can detect it in this token response: only a login sends a nonce, and only a refreshed token has a predecessor.
  package func isPossible(at endpoint: FaultEndpoint) -> Bool {
    switch self {
    case .missingNonce, .wrongNonce, .missingAuthTime, .authTimeInFuture, .authTimeTooOld: endpoint == .token
    case .subChanged, .audChanged, .azpChanged, .authTimeChanged, .nonceChanged: endpoint == .refresh
    default: endpoint == .token || endpoint == .refresh
    }
  }

  /// Whether the client detects the defect only if its configuration sends `max_age`.
  package var needsMaxAge: Bool {
    switch self {
    case .missingAuthTime, .authTimeInFuture, .authTimeTooOld: true
    default: false
    }
  }
}
