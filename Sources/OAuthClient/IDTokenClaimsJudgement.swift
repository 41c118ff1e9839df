import Crypto
import FoundationEssentials
import SharedValues

extension ProtocolError {
  /// The refreshed ID token names another user (OpenID Connect Core §12.2).
  public static let subjectChanged = ProtocolError(
    .idTokenRefreshSubChanged, field: "sub", expected: .check(.signedInSubject), received: .check(.differentValue),
    source: "OpenID Connect Core §12.2")
}

/// The checks of an ID token's claims, in the order of OpenID Connect Core §3.1.3.7.
struct IDTokenClaimsJudgement {
  let check: IDTokenCheck
  let claims: IDTokenClaims

  static let tolerance = IDTokenCheck.clockTolerance

  private static let source = "OpenID Connect Core §3.1.3.7"

  func judge() throws(ProtocolError) {
    try judgeIssuer()
    try judgeAudience()
    try judgeTimes()
    try judgeNonce()
    try judgeLogin()
    try judgeContext()
    try judgeAccessTokenHash()
    if let previous = check.previous { try judgeContinuity(with: previous) }
  }

  private func judgeIssuer() throws(ProtocolError) {
    guard check.issuer.isNamed(claims.issuer) else {
      throw mismatch(.idTokenIssMismatch, "iss", expected: check.issuer.text, received: claims.issuer)
    }
  }

  /// Another audience is not trusted (§3.1.3.7 no. 3), unless `azp` names this client; an `azp` that is present must do so (no. 5).
  private func judgeAudience() throws(ProtocolError) {
    guard claims.audience.contains(where: { $0.isExactly(check.clientID) }) else {
      throw mismatch(
        .idTokenAudMismatch, "aud", expected: check.clientID, received: claims.audience.joined(separator: " "))
    }
    guard let azp = claims.authorizedParty else {
      guard claims.audience.allSatisfy({ $0.isExactly(check.clientID) }) else {
        throw ProtocolError(
          .idTokenAzpMissing, field: "azp", expected: .value(check.clientID),
          received: .check(.audienceOf, claims.audience.count), source: Self.source)
      }
      return
    }
    guard azp.isExactly(check.clientID) else {
      throw mismatch(.idTokenAzpMismatch, "azp", expected: check.clientID, received: azp)
    }
  }

  private func judgeTimes() throws(ProtocolError) {
    let now = check.now
    guard claims.expiresAt.addingTimeInterval(Self.tolerance) > now else {
      throw late(.idTokenExpired, "exp", .check(.timeToCome), by: now.timeIntervalSince(claims.expiresAt))
    }
    guard claims.issuedAt <= now.addingTimeInterval(Self.tolerance) else {
      throw late(
        .idTokenIatInFuture, "iat", .check(.timePast), by: claims.issuedAt.timeIntervalSince(now), isToCome: true)
    }
    guard now.timeIntervalSince(claims.issuedAt) <= IDTokenCheck.oldest + Self.tolerance else {
      throw late(
        .idTokenIatTooOld, "iat", .check(.timeWithinLast, Int(IDTokenCheck.oldest)),
        by: now.timeIntervalSince(claims.issuedAt))
    }
    guard let notBefore = claims.notBefore, notBefore > now.addingTimeInterval(Self.tolerance) else { return }
    throw late(
      .idTokenNotYetValid, "nbf", .check(.timePast), by: notBefore.timeIntervalSince(now), isToCome: true,
      source: "RFC 7519 §4.1.5")
  }

  private func judgeNonce() throws(ProtocolError) {
    guard let nonce = check.nonce else { return }
    guard let received = claims.nonce else {
      throw ProtocolError(.idTokenNonceMissing, field: "nonce", expected: .check(.sentNonce), source: Self.source)
    }
    guard received.isExactlyInConstantTime(nonce.revealed) else {
      throw ProtocolError(
        .idTokenNonceMismatch, field: "nonce", expected: .check(.sentNonce), received: .check(.differentValue),
        source: Self.source)
    }
  }

  /// With `max_age` the token must state the login's time, which must be recent enough (OpenID Connect Core §3.1.2.1, §3.1.3.7 no. 13).
  private func judgeLogin() throws(ProtocolError) {
    guard let earliest = check.loginNotBefore else { return }
    guard let login = claims.authenticatedAt else {
      throw ProtocolError(
        .idTokenMissingAuthTime, field: "auth_time", expected: .check(.loginTime),
        source: "OpenID Connect Core §3.1.2.1")
    }
    guard login <= check.now.addingTimeInterval(Self.tolerance) else {
      throw late(
        .idTokenAuthTimeInFuture, "auth_time", .check(.timePast), by: login.timeIntervalSince(check.now), isToCome: true
      )
    }
    guard login.addingTimeInterval(Self.tolerance) >= earliest else {
      throw late(.idTokenAuthTimeTooOld, "auth_time", .check(.recentLogin), by: check.now.timeIntervalSince(login))
    }
  }

  /// A server may answer with a weaker login than the requested one (OpenID Connect Core §3.1.2.1, §3.1.3.7 no. 12).
  private func judgeContext() throws(ProtocolError) {
    guard !check.acrValues.isEmpty else { return }
    let reached = claims.document["acr"]?.stringValue
    guard let reached, check.acrValues.contains(where: reached.isExactly) else {
      throw ProtocolError(
        .idTokenACRUnmet, field: "acr", expected: .value(check.acrValues.joined(separator: " ").quotable(200)),
        received: .check(.nothing), quoting: reached?.words(100), source: Self.source)
    }
  }

  /// The left half of the access token's hash; all algorithms of this app use SHA-256 (§3.1.3.8).
  private func judgeAccessTokenHash() throws(ProtocolError) {
    guard let accessToken = check.accessToken, let hash = claims.accessTokenHash else { return }
    let digest = SHA256.hash(data: Array(accessToken.revealed.utf8))
    guard hash.isExactlyInConstantTime(Base64URL.encode(digest.prefix(16))) else {
      throw ProtocolError(
        .idTokenAtHashMismatch, field: "at_hash", expected: .check(.accessTokenHash), received: .check(.differentValue),
        source: "OpenID Connect Core §3.1.3.8")
    }
  }

  /// A refresh must not change the user, the server or the time of the login (§12.2).
  private func judgeContinuity(with previous: IDTokenClaims) throws(ProtocolError) {
    let source = "OpenID Connect Core §12.2"
    func unchanged(_ same: Bool, _ code: ProtocolError.Code, _ field: String) throws(ProtocolError) {
      guard !same else { return }
      throw ProtocolError(
        code, field: field, expected: .check(.valueBefore), received: .check(.differentValue), source: source)
    }
    try unchanged(claims.issuer.isExactly(previous.issuer), .idTokenRefreshIssChanged, "iss")
    try unchanged(claims.subject.isExactly(previous.subject), .idTokenRefreshSubChanged, "sub")
    try unchanged(Set(claims.audience) == Set(previous.audience), .idTokenRefreshAudChanged, "aud")
    try unchanged(claims.authorizedParty == previous.authorizedParty, .idTokenRefreshAzpChanged, "azp")
    if let time = claims.authenticatedAt, let before = previous.authenticatedAt {
      try unchanged(time == before, .idTokenRefreshAuthTimeChanged, "auth_time")
    }
    if let nonce = claims.nonce, let before = previous.nonce {
      try unchanged(nonce.isExactlyInConstantTime(before), .idTokenRefreshNonceChanged, "nonce")
    }
  }

  private func mismatch(_ code: ProtocolError.Code, _ field: String, expected: String, received: String)
    -> ProtocolError
  {
    ProtocolError(code, field: field, expected: .value(expected), quoting: received.quotable(200), source: Self.source)
  }

  private func late(
    _ code: ProtocolError.Code, _ field: String, _ expected: Term, by seconds: TimeInterval,
    isToCome: Bool = false, source: String = Self.source
  ) -> ProtocolError {
    let (counted, endless): (CheckTerm, CheckTerm) = isToCome ? (.secondsToCome, .toCome) : (.secondsPassed, .passed)
    let distance = seconds < 1e12 ? Term.check(counted, Int(seconds)) : .check(endless)
    return ProtocolError(code, field: field, expected: expected, received: distance, source: source)
  }
}
