import SharedValues

/// The defects of a signature in a request: the DPoP proof (RFC 9449 §4.3), or the client's assertion (RFC 7523 §3).
///
/// The raw values are the names in fault files. All other properties of a defect are in its ``row``.
package enum ProofDefect: String, Hashable, Sendable, CaseIterable {
  case dpopOtherKey = "dpop-other-key"
  case dpopSignature = "dpop-bad-signature"
  case dpopReplayed = "dpop-replayed-jti"
  case dpopBehind = "dpop-clock-behind"
  case dpopAhead = "dpop-clock-ahead"
  case dpopWrongTokenHash = "dpop-wrong-ath"
  case dpopNoTokenHash = "dpop-missing-ath"
  case dpopMethod = "dpop-wrong-htm"
  case dpopURL = "dpop-wrong-htu"
  case dpopType = "dpop-wrong-typ"
  case dpopMissing = "dpop-missing"
  case dpopBearer = "dpop-token-as-bearer"
  case assertionAudience = "assertion-wrong-aud"
  case assertionExpired = "assertion-expired"
  case assertionAhead = "assertion-clock-ahead"
  case assertionReplayed = "assertion-replayed-jti"
  case assertionOtherKey = "assertion-other-key"
  case assertionSubject = "assertion-wrong-sub"

  /// More than the minute by which clocks may differ, in seconds.
  private static let beyondTolerance = 90

  typealias Row = (use: KeyUse, endpoints: Set<FaultEndpoint>, change: Change)

  enum Change {
    /// A claim has another value; `nil`: it is missing.
    case claim(String, JSON?)
    case header(String, JSON)
    /// The signer's clock is this many seconds ahead.
    case clock(Int)
    /// Its `jti` is that of the previous one, which the server has accepted.
    case usedID
    /// Another key signs, and the header names that key if it names one.
    case otherKey
    /// Another key signs, but the header names the right one.
    case otherSignature
    case missing
    /// The request has no proof, and the token is sent as a bearer token (RFC 6750 §2.1).
    case bearer
  }

  package var use: KeyUse { row.use }

  var row: Row {
    let proved: Set<FaultEndpoint> = [.pushedAuthorization, .token, .registration, .userinfo, .refresh]
    let presenting: Set<FaultEndpoint> = [.registration, .userinfo]
    let asserted: Set<FaultEndpoint> = [.pushedAuthorization, .deviceAuthorization, .token, .refresh, .revocation]
    return switch self {
    // The refresh token of a client that authenticates is not bound (RFC 9449 §5), so another key would have no effect.
    case .dpopOtherKey: (.dpop, proved.subtracting([.refresh]), .otherKey)
    case .dpopSignature: (.dpop, proved, .otherSignature)
    case .dpopReplayed: (.dpop, proved, .usedID)
    case .dpopBehind: (.dpop, proved, .clock(-ProofDefect.beyondTolerance))
    case .dpopAhead: (.dpop, proved, .clock(ProofDefect.beyondTolerance))
    case .dpopWrongTokenHash: (.dpop, presenting, .claim("ath", .string(ProofFaults.hashOfNothing)))
    case .dpopNoTokenHash: (.dpop, presenting, .claim("ath", nil))
    case .dpopMethod: (.dpop, proved, .claim("htm", "DELETE"))
    case .dpopURL: (.dpop, proved, .claim("htu", "https://evil.example/token"))
    case .dpopType: (.dpop, proved, .header("typ", "JWT"))
    // A pushed request that names its key needs no additional proof (RFC 9449 §10.1).
    case .dpopMissing: (.dpop, proved.subtracting([.pushedAuthorization]), .missing)
    case .dpopBearer: (.dpop, presenting, .bearer)
    case .assertionAudience: (.clientAuthentication, asserted, .claim("aud", "https://evil.example"))
    case .assertionExpired: (.clientAuthentication, asserted, .clock(-600))
    case .assertionAhead: (.clientAuthentication, asserted, .clock(ProofDefect.beyondTolerance))
    case .assertionReplayed: (.clientAuthentication, asserted, .usedID)
    case .assertionOtherKey: (.clientAuthentication, asserted, .otherSignature)
    case .assertionSubject: (.clientAuthentication, asserted, .claim("sub", "another-client"))
    }
  }
}

/// How a server misuses the nonces of DPoP proofs (RFC 9449 §8 and §9). No request is sent to it.
package enum NonceDefect: String, Hashable, Sendable, CaseIterable {
  case alwaysNew = "dpop-nonce-always-new"
  /// The response demands a nonce, but does not contain one.
  case withheld = "dpop-nonce-withheld"
  /// The response demands a nonce and sends one that is malformed.
  case malformed = "dpop-nonce-malformed"
}

/// A defect of an authorization request when the server processes it.
package enum RequestDefect: String, Hashable, Sendable, CaseIterable {
  /// It binds the code to another key (`dpop_jkt`, RFC 9449 §10).
  case otherKey = "wrong-dpop-jkt"
  /// Another browser has opened the pushed request before (RFC 9126 §7.3).
  case used = "request-uri-used"
  /// The server no longer knows it when the browser opens it.
  case expired = "request-uri-expired"
}

/// What happens to the phone's secure element and its contents.
package enum ElementDefect: String, Hashable, Sendable, CaseIterable {
  case clientKeyLost = "client-key-lost"
  case tokenKeyLost = "token-key-lost"
  case unavailable = "element-unavailable"
  case nonsense = "element-nonsense"
  case damaged = "element-damaged"
  case full = "element-full"
  /// The user refuses, whatever was pressed.
  case presenceRefused = "presence-refused"
  case presenceTimedOut = "presence-timed-out"

  var needs: Set<FaultCondition> {
    switch self {
    case .clientKeyLost: [.privateKey]
    case .tokenKeyLost: [.dpop]
    case .presenceRefused, .presenceTimedOut: [.userPresence]
    case .unavailable, .nonsense, .damaged, .full: []
    }
  }
}
