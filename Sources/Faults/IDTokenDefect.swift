/// Each way in which an ID token can be wrong that the client judges (OpenID Connect Core §3.1.3.7, §12.2, RFC 7515, RFC 8725).
///
/// The raw values are the `kind` in fault files. A signature is spoiled on the server's own token; whatever is in the claims or in
/// the header is signed with a key of the injector's, which the answer with the keys has besides: so does an evil server, and so
/// the check that is meant is the one that notices.
public enum IDTokenDefect: String, Hashable, Sendable, CaseIterable {
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
  // With max_age alone
  case missingAuthTime = "missing-auth-time"
  case authTimeInFuture = "auth-time-in-future"
  case authTimeTooOld = "auth-time-too-old"
  // After a refresh
  case subChanged = "sub-changed"
  case audChanged = "aud-changed"
  case azpChanged = "azp-changed"
  case authTimeChanged = "auth-time-changed"
  case nonceChanged = "nonce-changed"

  /// At which of the two answers with tokens the client can notice it: a nonce is sent with a login alone, and only a refreshed
  /// token has one before it.
  public func isPossible(at endpoint: FaultEndpoint) -> Bool {
    switch self {
    case .missingNonce, .wrongNonce, .missingAuthTime, .authTimeInFuture, .authTimeTooOld: endpoint == .token
    case .subChanged, .audChanged, .azpChanged, .authTimeChanged, .nonceChanged: endpoint == .refresh
    default: endpoint == .token || endpoint == .refresh
    }
  }

  /// Whether the client notices the defect only where its configuration sends `max_age`.
  public var needsMaxAge: Bool {
    switch self {
    case .missingAuthTime, .authTimeInFuture, .authTimeTooOld: true
    default: false
    }
  }
}
