import SharedValues

/// What is wrong with a signature that a request carries: the DPoP proof (RFC 9449 §4.3), or the client's assertion (RFC 7523 §3).
///
/// The raw values are those of fault files. Everything else about a defect is its ``row``.
public enum ProofDefect: String, Hashable, Sendable, CaseIterable {
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

  /// Farther than the minute that clocks may be apart, in seconds.
  private static let beyondTolerance = 90

  struct Row {
    var use: KeyUse
    var endpoints: Set<FaultEndpoint>
    var deed: Deed
  }

  enum Deed {
    /// A claim has another value; `nil`: it is left out.
    case claim(String, JSON?)
    case header(String, JSON)
    /// It was made by a clock that many seconds ahead.
    case clock(Int)
    /// Its `jti` is that of the one before, which the server has accepted.
    case usedID
    /// Another key signs, and is named as the signer where the header has a key.
    case otherKey
    /// Another key signs, and the right one is named.
    case otherSignature
    /// The request has none.
    case missing
    /// The request has none, and the token is sent as one that is bound to nothing (RFC 6750 §2.1).
    case bearer
  }

  /// Whose signature it is.
  public var use: KeyUse { row.use }

  var row: Row {
    let proved: Set<FaultEndpoint> = [.pushedAuthorization, .token, .registration, .userinfo, .refresh]
    let presenting: Set<FaultEndpoint> = [.registration, .userinfo]
    let asserted: Set<FaultEndpoint> = [.pushedAuthorization, .deviceAuthorization, .token, .refresh, .revocation]
    return switch self {
    // A refresh token of a client that authenticates is not bound (RFC 9449 §5): nobody would notice there.
    case .dpopOtherKey: Row(use: .dpop, endpoints: proved.subtracting([.refresh]), deed: .otherKey)
    case .dpopSignature: Row(use: .dpop, endpoints: proved, deed: .otherSignature)
    case .dpopReplayed: Row(use: .dpop, endpoints: proved, deed: .usedID)
    case .dpopBehind: Row(use: .dpop, endpoints: proved, deed: .clock(-ProofDefect.beyondTolerance))
    case .dpopAhead: Row(use: .dpop, endpoints: proved, deed: .clock(ProofDefect.beyondTolerance))
    case .dpopWrongTokenHash:
      Row(use: .dpop, endpoints: presenting, deed: .claim("ath", .string(ProofSpoiler.hashOfNothing)))
    case .dpopNoTokenHash: Row(use: .dpop, endpoints: presenting, deed: .claim("ath", nil))
    case .dpopMethod: Row(use: .dpop, endpoints: proved, deed: .claim("htm", "DELETE"))
    case .dpopURL: Row(use: .dpop, endpoints: proved, deed: .claim("htu", "https://evil.example/token"))
    case .dpopType: Row(use: .dpop, endpoints: proved, deed: .header("typ", "JWT"))
    // A pushed request that names its key needs no proof besides (RFC 9449 §10.1).
    case .dpopMissing: Row(use: .dpop, endpoints: proved.subtracting([.pushedAuthorization]), deed: .missing)
    case .dpopBearer: Row(use: .dpop, endpoints: presenting, deed: .bearer)
    case .assertionAudience:
      Row(use: .clientAuthentication, endpoints: asserted, deed: .claim("aud", "https://evil.example"))
    case .assertionExpired: Row(use: .clientAuthentication, endpoints: asserted, deed: .clock(-600))
    case .assertionAhead:
      Row(use: .clientAuthentication, endpoints: asserted, deed: .clock(ProofDefect.beyondTolerance))
    case .assertionReplayed: Row(use: .clientAuthentication, endpoints: asserted, deed: .usedID)
    case .assertionOtherKey: Row(use: .clientAuthentication, endpoints: asserted, deed: .otherSignature)
    case .assertionSubject:
      Row(use: .clientAuthentication, endpoints: asserted, deed: .claim("sub", "another-client"))
    }
  }
}

/// How a server plays with the nonces of DPoP proofs (RFC 9449 §8 and §9). It is not asked.
public enum NonceDefect: String, Hashable, Sendable, CaseIterable {
  /// Each answer demands another one.
  case alwaysNew = "dpop-nonce-always-new"
  /// One is demanded and none given.
  case withheld = "dpop-nonce-withheld"
  /// One is demanded, and what is given is none.
  case malformed = "dpop-nonce-malformed"
}

/// What is wrong with an authorization request by the time that it counts.
public enum RequestDefect: String, Hashable, Sendable, CaseIterable {
  /// It binds the code to another key (`dpop_jkt`, RFC 9449 §10).
  case otherKey = "wrong-dpop-jkt"
  /// Another browser has opened the pushed request first (RFC 9126 §7.3).
  case used = "request-uri-used"
  /// The browser opens it when the server no longer knows it.
  case expired = "request-uri-expired"
}

/// What becomes of the phone's secure element and of what it keeps.
public enum ElementDefect: String, Hashable, Sendable, CaseIterable {
  /// The key is deleted, for good.
  case clientKeyLost = "client-key-lost"
  case tokenKeyLost = "token-key-lost"
  case unavailable = "element-unavailable"
  case nonsense = "element-nonsense"
  case damaged = "element-damaged"
  case full = "element-full"
  /// The user says no, whatever was pressed.
  case presenceRefused = "presence-refused"
  /// The user's word comes too late.
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
