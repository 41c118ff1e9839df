import JWTKit

/// The application server's half of OpenID Connect: sends the token request with its secret, judges the ID token, asks
/// userinfo and introspection (seeds/004, "2 bis").
///
/// The app gets answers only in the documented form: errors, tokens and descriptions stay here; the log gets the codes.
struct ApplicationClient: Sendable {
  var id: String
  var secret: Secret
  var redirectURI: String
  var addresses: Addresses
  var time: TimeSource
  var ask: @Sendable (ServerRequest) async -> ServerResponse

  struct Tokens: Sendable {
    var accessToken: String
    var subject: String
    /// Seconds since 1970; set when the ID token says when the login was.
    var authenticated: Int?
  }

  // MARK: The steps

  /// RFC 6749 §4.1.3, RFC 7636 §4.5. With `maxAge` the ID token must say when the login was; an older one: `login_required`.
  func redeem(_ code: String, _ verifier: String, redirectURI: String?, maxAge: Double? = nil) async throws -> Tokens {
    let response = await post(
      Addresses.tokenPath,
      [
        ("grant_type", "authorization_code"), ("code", code), ("code_verifier", verifier),
        ("redirect_uri", redirectURI ?? self.redirectURI),
      ])
    guard response.status == 200 else {
      let reported = json(response)["error"]?.stringValue ?? ""
      guard response.status == 400, reported == "invalid_grant" || reported == "invalid_request" else {
        throw failure("token endpoint", response)
      }
      throw OAuthError(
        .invalidGrant, "the code is unknown, used, expired or bound to something else", detail: "token: \(reported)")
    }
    let answer = json(response)
    guard let accessToken = answer["access_token"]?.stringValue, let idToken = answer["id_token"]?.stringValue else {
      throw failure("token answer without openid", response)
    }
    let claims = try await checkIDToken(idToken, needsAuthTime: maxAge != nil)
    if let maxAge, let login = claims.auth_time, login + maxAge + ApplicationClient.tolerance < now {
      throw OAuthError(.loginRequired, "the login is longer ago than max_age allows", detail: "auth_time is too old")
    }
    return Tokens(accessToken: accessToken, subject: claims.sub, authenticated: claims.auth_time.map { Int($0) })
  }

  /// OpenID Connect Core §5.3; the subject must be the ID token's (§5.3.2).
  func userInfo(_ tokens: Tokens) async throws -> JSON {
    let response = await send(
      "GET", Addresses.userInfoPath, [HTTPHeader("Authorization", "Bearer " + tokens.accessToken)])
    let claims = json(response)
    guard response.status == 200, claims["sub"]?.stringValue == tokens.subject else {
      throw failure("userinfo", response)
    }
    return claims
  }

  /// Of a token that was issued to this client (RFC 7662): one that the same person gave to another app is refused.
  func subject(of accessToken: String) async throws -> String {
    let response = await post(Addresses.introspectionPath, [("token", accessToken)])
    guard response.status == 200 else { throw failure("introspection", response) }
    let answer = json(response)
    guard answer["active"]?.boolValue == true, answer["client_id"]?.stringValue == id,
      let subject = answer["sub"]?.stringValue
    else { throw OAuthError.invalidToken("introspection: not active for this client") }
    return subject
  }

  // MARK: The ID token

  private struct Claims: JWTPayload {
    var iss: String
    var sub: String
    var aud: AudienceClaim
    var exp: Double
    var iat: Double
    var azp: String?
    var auth_time: Double?

    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  /// The tolerated difference between two clocks, in seconds.
  private static let tolerance = 60.0

  private var now: Double { time.now.timeIntervalSince1970 }

  /// OpenID Connect Core §3.1.3.7: signature by the published keys, iss, aud, azp, exp, iat; auth_time where required. The
  /// verifier ties the token to the request. There is no nonce: only the app could compare it, and the app never sees the
  /// token.
  private func checkIDToken(_ token: String, needsAuthTime: Bool) async throws -> Claims {
    let response = await send("GET", Addresses.keySetPath, [])
    do {
      let keys = JWTKeyCollection()
      try await keys.add(jwksJSON: String(decoding: response.body, as: UTF8.self))
      let claims = try await keys.verify(token, as: Claims.self)
      let tolerance = ApplicationClient.tolerance
      guard header(of: token)["alg"]?.stringValue == "RS256", claims.iss == addresses.issuer,
        claims.aud.value == [id], claims.azp ?? id == id, claims.exp + tolerance > now, claims.iat <= now + tolerance,
        !claims.sub.isEmpty, claims.auth_time.map({ (0...now + tolerance).contains($0) }) ?? !needsAuthTime
      else { throw OAuthError(.serverError, "", detail: "a claim does not fit") }
      return claims
    } catch {
      throw OAuthError(
        .serverError, "the identity server's answer cannot be used", detail: "ID token refused", status: 502)
    }
  }

  private func header(of token: String) -> JSON {
    let first = token.prefix(whileScalar: { $0 != "." })
    return Base64URL.decode(String(first)).flatMap { try? JSON.parse($0) } ?? .null
  }

  // MARK: Exchanges

  private func post(_ path: String, _ fields: [(name: String, value: String)]) async -> ServerResponse {
    let pair = PercentCoding.encode(id, .unreserved) + ":" + PercentCoding.encode(secret.revealed, .unreserved)
    return await send(
      "POST", path,
      [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
        HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()),
      ], Array(FormParameters(fields).encoded.utf8))
  }

  private func send(
    _ method: String, _ path: String, _ headers: [HTTPHeader], _ body: [UInt8] = []
  ) async -> ServerResponse {
    let origin = addresses.origin
    return await ask(
      ServerRequest(
        method: method, target: path, headers: headers, host: String(origin.without(prefix: "https://") ?? origin[...]),
        body: body, address: "application-server"))
  }

  private func json(_ response: ServerResponse) -> JSON { (try? JSON.parse(response.body)) ?? .null }

  private func failure(_ what: String, _ response: ServerResponse) -> OAuthError {
    let reported = json(response)["error"]?.stringValue ?? ""
    return OAuthError(
      .serverError, "the identity server's answer cannot be used", detail: "\(what): \(response.status) \(reported)",
      status: 502)
  }
}
