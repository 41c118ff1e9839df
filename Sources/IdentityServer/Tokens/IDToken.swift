import JWTKit
import SharedValues

/// The claims of an ID token (OpenID Connect Core §2, §3.1.3.6).
struct IDTokenClaims: JWTPayload {
  var iss: String
  var sub: String
  var aud: String
  var exp: Int
  var iat: Int
  var auth_time: Int
  var nonce: String?
  var at_hash: String?
  var azp: String
  var acr: String

  /// The caller judges the expiry: a hint may be expired (RP-Initiated Logout §2), and the time is injected.
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

extension Provider {
  /// - Parameter nonce: only for the token that answers the authorization; a refreshed one has none (Core §12.2).
  func idToken(_ grant: Grant, client: Client, accessToken: String, nonce: String?) async throws -> String {
    let half = Primitives.sha256(accessToken.utf8).prefix(16)
    let claims =
      IDTokenClaims(
        iss: addresses.issuer, sub: subject(of: grant.user, for: client), aud: client.id,
        exp: seconds(now) + Int(lifetimes.idToken), iat: seconds(now), auth_time: grant.authenticated, nonce: nonce,
        at_hash: Base64URL.encode(Array(half)), azp: client.id, acr: grant.context.rawValue)
    return try await keys.sign(
      IDTokenPayload(claims: claims, about: UserClaims.members(grant.user, scope: [], and: grant.claims.idToken)),
      with: configuration.demands.idTokenAlgorithm(client.metadata))
  }

  /// A public subject is the same for all clients (by default the user's name, as with the Curity server). A pairwise one
  /// (Core §8.1) differs by sector and cannot be reversed without this server's secret.
  func subject(of user: User, for client: Client) -> String {
    guard client.metadata.subjectType == .pairwise else { return user.subject }
    let sector = client.metadata.sectorIdentifier ?? client.id
    return Base64URL.encode(Primitives.hmac(Array((sector + "\u{0}" + user.subject).utf8), key: subjectKey))
  }

  /// The claims of a hint (`id_token_hint`) that this server issued at any time.
  func hint(_ token: String) async throws -> IDTokenClaims? {
    guard let claims = try await keys.claims(of: token, as: IDTokenClaims.self), claims.iss == addresses.issuer else {
      return nil
    }
    return claims
  }
}
