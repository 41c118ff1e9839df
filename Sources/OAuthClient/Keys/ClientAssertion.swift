import SharedValues

/// What a client says of itself and signs with its key in place of a secret: `private_key_jwt` (RFC 7523 §2.2 and §3, OpenID
/// Connect Core §9).
public enum ClientAssertion {
  /// The form parameter that the assertion stands in.
  public static let parameter = "client_assertion"
  /// The form parameter that says what kind of assertion it is (RFC 7521 §4.2).
  public static let typeParameter = "client_assertion_type"
  /// What kind of assertion it is (RFC 7523 §2.2).
  public static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// Seconds that it counts for: a minute on its way, and before that the time that a key may wait for its user, because what is signed
  /// is dated before the user is asked.
  public static let lifetime = 60 + PresenceAnswer.patience

  /// An assertion for this authorization server and no other: the issuer is its only audience. With the address of an endpoint as
  /// audience, a server that names another's endpoint as its own would be sent what opens that one.
  public static func build(clientID: String, thumbprint: String, issuer: Issuer) -> KeyProof {
    KeyProof(
      key: KeyProof.Key(.clientAuthentication, thumbprint: thumbprint), place: .form(parameter),
      header: ["typ": "JWT", "alg": .string(P256PublicKey.algorithm), "kid": .string(thumbprint)],
      claims: ["iss": .string(clientID), "sub": .string(clientID), "aud": .string(issuer.text)], lifetime: lifetime)
  }
}
