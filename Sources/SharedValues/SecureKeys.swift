import FoundationEssentials

/// A key in the phone's secure element, without its private part, which never leaves the element.
public struct ElementKey: Hashable, Sendable {
  /// SHA-256 of the public key (RFC 7638), in base64url. It identifies the key.
  public var thumbprint: String
  public var use: KeyUse
  public var publicKey: P256PublicKey
  /// In whole seconds, by the element's own clock.
  public var madeAt: Date
  /// Whether each signature needs its user's consent.
  public var demandsUser: Bool

  public init(thumbprint: String, use: KeyUse, publicKey: P256PublicKey, madeAt: Date, demandsUser: Bool = false) {
    (self.thumbprint, self.use, self.publicKey) = (thumbprint, use, publicKey)
    (self.madeAt, self.demandsUser) = (madeAt, demandsUser)
  }
}

/// The user's answer to the question whether a key may sign (``SecureElementError/presenceDemanded(challenge:)``).
public struct PresenceAnswer: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable, CaseIterable { case confirmed, refused, cancelled }

  public var challenge: String
  public var verdict: Verdict

  public init(challenge: String, _ verdict: Verdict) { (self.challenge, self.verdict) = (challenge, verdict) }

  /// How long a question waits for its answer, in seconds.
  public static let patience = 60
}

/// The keys that this app owns in the phone's secure element. Errors are ``SecureElementError``.
public protocol SecureKeys: Sendable {
  func make(use: KeyUse, demandsUser: Bool) async throws -> ElementKey

  /// All keys of this app, the oldest first.
  func list() async throws -> [ElementKey]

  func delete(thumbprint: String) async throws

  /// Deletes every key of this phone, even if their file is damaged.
  func erase() async throws

  /// Signs with ES256 (RFC 7518 §3.4).
  ///
  /// - Parameter presence: for a key that needs its user's consent, the answer to the question of
  ///   ``SecureElementError/presenceDemanded(challenge:)``. It is valid once, for the same key and the same bytes, for
  ///   ``PresenceAnswer/patience`` seconds.
  /// - Returns: r and s, 32 bytes each.
  func sign(_ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?) async throws -> [UInt8]
}

/// The purpose of a key in the secure element. Each key serves one purpose.
public enum KeyUse: String, Hashable, Sendable, Codable, CaseIterable {
  /// `private_key_jwt` (OpenID Connect Core §9).
  case clientAuthentication = "client-authentication"
  /// DPoP (RFC 9449).
  case dpop
}

/// A JWS that a request will carry and that is not signed yet: which key signs which content, and where the result goes.
///
/// Code that builds requests has no key, and no clock to date the signature with. So requests are held, shown and compared unsigned; just before a
/// request is sent, the edge has each of its proofs signed and inserts it.
public struct KeyProof: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var use: KeyUse
    /// SHA-256 of the public key (RFC 7638), in base64url.
    public var thumbprint: String

    public init(_ use: KeyUse, thumbprint: String) { (self.use, self.thumbprint) = (use, thumbprint) }
  }

  public enum Place: Hashable, Sendable {
    /// The value of this header, e.g. `DPoP`.
    case header(String)
    /// This parameter of a body in `application/x-www-form-urlencoded`, e.g. `client_assertion`.
    case form(String)
  }

  public var key: Key
  public var place: Place
  /// The JOSE header (RFC 7515 §4), an object.
  public var header: JSON
  /// The claims, an object without `iat`, `jti` and `exp`: those are added when it is signed.
  public var claims: JSON
  /// Seconds between `iat` and `exp`; `nil`: no `exp`.
  public var lifetime: Int?

  public init(key: Key, place: Place, header: JSON, claims: JSON, lifetime: Int? = nil) {
    (self.key, self.place, self.header, self.claims, self.lifetime) = (key, place, header, claims, lifetime)
  }

  /// The bytes to sign (RFC 7515 §5.1): header and claims in base64url, joined by a dot.
  /// - Parameter id: the `jti`, which must be new for each proof.
  public func signingInput(now: Date, id: String) -> String { KeyProof.signingInput(header, claims(now: now, id: id)) }

  public func claims(now: Date, id: String) -> JSON {
    let second = Int(now.timeIntervalSince1970)
    return claims.setting("iat", .number(String(second))).setting("jti", .string(id))
      .setting("exp", lifetime.map { .number(String(second + $0)) })
  }

  public static func signingInput(_ header: JSON, _ claims: JSON) -> String {
    Base64URL.encode(header.compact.utf8) + "." + Base64URL.encode(claims.compact.utf8)
  }
}

extension HTTPRequest {
  /// A copy with the signed JWS, in compact form, in that place, and without the proofs that it replaces.
  ///
  /// The place becomes one of the request's secrets: until its receiver has seen the JWS, anyone could use it.
  public func carrying(_ compactJWS: Secret, at place: KeyProof.Place) -> HTTPRequest {
    var request = self
    request.proofs.removeAll { $0.place == place }
    switch place {
    case .header(let name):
      request.headers.removeAll { $0.isNamed(name) }
      request.headers.append(HTTPHeader(name, compactJWS.revealed))
      request.secretParts = secretParts.adding(headers: [name])
    case .form(let name):
      let pair = PercentCoding.encode([(name: name, value: compactJWS.revealed)], .form)
      request.body = body + (body.isEmpty ? "" : "&").utf8 + pair.utf8
      request.secretParts = secretParts.adding(body: [name])
    }
    return request
  }
}
