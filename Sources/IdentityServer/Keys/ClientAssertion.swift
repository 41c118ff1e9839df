import Foundation
import SharedValues

/// A client's signed authentication: `private_key_jwt` (OpenID Connect Core §9, RFC 7523 §3 and its revision).
///
/// The audience must be the issuer, as one string, as the revision of RFC 7523 demands: a server that accepts an endpoint's URL
/// can be sent assertions that a client made for another server, which had lied about its endpoint.
struct ClientAssertion: Sendable {
  /// The only `client_assertion_type` (RFC 7523 §2.2).
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// How far in the future `exp` may be, in seconds.
  static let longestLife: TimeInterval = 300
  /// The tolerated difference between the clocks of client and server, in seconds.
  static let tolerance: TimeInterval = 60
  /// The longest time for which one assertion can be accepted, in seconds.
  static let window = longestLife + 2 * tolerance

  private let token: SignedToken
  /// `sub`, not proved yet.
  let clientID: String

  /// - Throws: `invalid_client` for text that cannot be an assertion of any client.
  init(_ text: String) throws(OAuthError) {
    do throws(SignedToken.Defect) { token = try SignedToken(text) } catch {
      throw ClientAssertion.refused(error.rawValue)
    }
    guard [nil, "jwt", "client-authentication+jwt"].contains(token.type) else {
      throw ClientAssertion.refused("must have JWT or client-authentication+jwt as its typ")
    }
    guard let subject = token.payload["sub"]?.stringValue, token.payload["iss"]?.stringValue == subject else {
      throw ClientAssertion.refused("must have the client_id as its iss and as its sub")
    }
    clientID = subject
  }

  /// Judges the signature, then the claims. Until the signature is valid, the reason of a refusal goes only to the log.
  ///
  /// - Returns: `jti`, which may be used once.
  /// - Throws: `invalid_client`.
  func judge(_ metadata: ClientMetadata, issuer: String, now: Date) throws(OAuthError) -> String {
    guard let key = metadata.keySet?.key(named: token.header["kid"]?.stringValue),
      token.header["kid"] == nil || token.header["kid"]?.stringValue != nil
    else { throw OAuthError.invalidClient("no registered key is the one of the assertion's kid") }
    guard token.algorithm == metadata.assertionAlgorithm else {
      throw OAuthError.invalidClient("the assertion has another alg than the registered one")
    }
    do throws(SignedToken.Defect) { try token.verify(key) } catch {
      throw OAuthError.invalidClient("the assertion \(error.rawValue)")
    }
    guard token.payload["aud"]?.stringValue == issuer else {
      throw ClientAssertion.refused("must have the issuer as its aud, as one string")
    }
    do throws(SignedToken.TimeDefect) { try judgeTimes(now.timeIntervalSince1970) } catch {
      throw ClientAssertion.refused("has \(error.claim) that is missing, no number or out of bounds")
    }
    guard let id = token.id else { throw ClientAssertion.refused("must have a jti of 1 to 256 bytes") }
    return id
  }

  private func judgeTimes(_ now: TimeInterval) throws(SignedToken.TimeDefect) {
    let tolerance = ClientAssertion.tolerance
    guard let expires = try token.time("exp"), expires + tolerance > now,
      expires <= now + ClientAssertion.longestLife + tolerance
    else { throw .init(claim: "exp") }
    if let start = try token.time("nbf"), start > now + tolerance || start > expires { throw .init(claim: "nbf") }
    // An assertion with an old `iat` that is still valid now has a longer lifetime than allowed.
    if let issued = try token.time("iat"),
      issued > now + tolerance || issued > expires || issued < now - ClientAssertion.window
    {
      throw .init(claim: "iat")
    }
  }

  static func refused(_ reason: String) -> OAuthError {
    var error = OAuthError.invalidClient("the assertion \(reason)")
    error.description = "client authentication failed: the assertion \(reason)"
    return error
  }
}
