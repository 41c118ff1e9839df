import SharedValues

/// Statements that a client signs with its key instead of sending a secret: `private_key_jwt` (RFC 7523 §2.2 and §3, OpenID Connect Core §9).
public enum ClientAssertion {
  /// The form parameter for the assertion.
  public static let parameter = "client_assertion"
  /// The form parameter for the kind of assertion (RFC 7521 §4.2).
  public static let typeParameter = "client_assertion_type"
  /// The kind of assertion (RFC 7523 §2.2).
  public static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// Seconds that an assertion is valid: a minute for the request, and the time that a key may wait for its user, because the assertion is dated
  /// before the user is asked.
  public static let lifetime = 60 + PresenceAnswer.patience

  /// An assertion for this authorization server only: the issuer is its only audience. If the audience were an endpoint's address, a server could
  /// name another server's endpoint as its own and receive an assertion that is valid there.
  public static func build(clientID: String, thumbprint: String, issuer: Issuer) -> KeyProof {
    KeyProof(
      key: KeyProof.Key(.clientAuthentication, thumbprint: thumbprint), place: .form(parameter),
      header: ["typ": "JWT", "alg": .string(P256PublicKey.algorithm), "kid": .string(thumbprint)],
      claims: ["iss": .string(clientID), "sub": .string(clientID), "aud": .string(issuer.text)], lifetime: lifetime)
  }
}
