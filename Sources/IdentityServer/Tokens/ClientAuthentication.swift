/// RFC 6749 §2.3: by a secret in header or body, by an assertion (RFC 7523 §2.2), or, for public clients, not at all.
extension Provider {
  /// The form of a request that a client has to authenticate. A request with another body is still one of the client that the header names.
  func form(ofClient request: ServerRequest, mayBeEmpty: Bool = false) throws -> FormParameters {
    do { return try mayBeEmpty ? request.formWithoutRepetitions() : request.requiredForm() } catch {
      if let basic = request.basicCredentials, let client = try store.client(PercentCoding.repaired(basic.id)) {
        RequestNotes.note(client: client.id)
      }
      throw error
    }
  }

  /// The client of a request to the token, revocation, introspection or pushed authorization request endpoint. Two ways at once
  /// are `invalid_request`, everything else is `invalid_client`. A fault may replace the answer here.
  func authenticatedClient(_ request: ServerRequest, _ form: FormParameters) async throws -> Client {
    let isAsserted = form["client_assertion"] != nil || form["client_assertion_type"] != nil
    let client = isAsserted ? try assertedClient(request, form) : try clientBySecret(request, form)
    guard !configuration.demands.privateKey || client.metadata.authMethod == .privateKey || client.onlyRegisters else {
      throw OAuthError.invalidClient("the policy wants private_key_jwt")
    }
    try replaceAnswer(to: request)
    return client
  }

  private func assertedClient(_ request: ServerRequest, _ form: FormParameters) throws -> Client {
    guard let text = form["client_assertion"], let type = form["client_assertion_type"] else {
      throw OAuthError(.invalidRequest, "client_assertion and client_assertion_type go together")
    }
    guard form["client_secret"] == nil, request.headers[first: "Authorization"] == nil else {
      throw OAuthError(.invalidRequest, "more than one way of client authentication is used")
    }
    guard type == ClientAssertion.type else { throw OAuthError.invalidClient("another client_assertion_type") }
    let assertion = try ClientAssertion(text)
    guard form["client_id"] == nil || form["client_id"] == assertion.clientID else {
      throw OAuthError(.invalidRequest, "client_id differs from the sub of the assertion")
    }
    let client = try liveClient(assertion.clientID)
    guard client.metadata.authMethod == .privateKey else {
      throw OAuthError.invalidClient("registered for another authentication method")
    }
    guard client.metadata.assertionAlgorithm.map(configuration.demands.algorithms.contains) ?? false else {
      throw OAuthError.invalidClient("registered for an alg that is not taken")
    }
    let id = try assertion.judge(client.metadata, issuer: addresses.issuer, now: now)
    try assertions.useUp(id, of: client.id, client, now: now, orThrow: ClientAssertion.refused("was used before"))
    return client
  }

  private func liveClient(_ id: String) throws -> Client {
    guard let client = try store.client(id) else { throw OAuthError.invalidClient("unknown client") }
    RequestNotes.note(client: client.id)
    guard client.isLive else { throw OAuthError.invalidClient("client is \(client.kind) with status \(client.status)") }
    return client
  }

  private func clientBySecret(_ request: ServerRequest, _ form: FormParameters) throws -> Client {
    let presented = try presentedCredentials(request, form)
    let client = try liveClient(presented.id)
    guard let secret = presented.secret else {
      guard client.isPublic else { throw OAuthError.invalidClient("no secret was sent") }
      return client
    }
    guard let hash = client.secretHash, !client.isPublic else { throw OAuthError.invalidClient("client has no secret") }
    guard policy == .lenient || client.metadata.authMethod == presented.method else {
      throw OAuthError.invalidClient("registered for another authentication method")
    }
    guard Primitives.equal(Array(digest(secret)), Array(hash)) else { throw OAuthError.invalidClient("wrong secret") }
    guard client.secretExpires == 0 || client.secretExpires > seconds(now) else {
      throw OAuthError.invalidClient("the secret has expired")
    }
    return client
  }

  private typealias Credentials = (id: String, secret: String?, method: ClientMetadata.AuthMethod)

  private func presentedCredentials(
    _ request: ServerRequest, _ form: FormParameters
  ) throws(OAuthError) -> Credentials {
    let headers = request.headers[all: "Authorization"]
    guard !headers.isEmpty else {
      guard let id = form["client_id"] else { throw OAuthError.invalidClient("no client_id") }
      return (id, form["client_secret"], form["client_secret"] == nil ? .none : .post)
    }
    guard headers.count == 1, form["client_secret"] == nil else {
      throw OAuthError(.invalidRequest, "more than one way of client authentication is used")
    }
    guard let basic = request.basicCredentials, let encoded = basic.secret,
      let id = try? formDecoded(basic.id), let secret = try? formDecoded(encoded)
    else { throw OAuthError.invalidClient("the Authorization header is not readable") }
    guard form["client_id"] == nil || form["client_id"] == id else {
      throw OAuthError(.invalidRequest, "client_id differs from the one in the Authorization header")
    }
    // RFC 6749 §2.3.1: a client without a secret may leave it empty, here as in the form.
    return secret.isEmpty ? (id, nil, .none) : (id, secret, .basic)
  }
}

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
  /// - Returns: `jti`, which may be used once.
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
