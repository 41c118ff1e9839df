/// A live access token of a live client, presented in the required way.
struct PresentedAccess: Sendable {
  var access: Access
  var challenge: Challenge

  var record: TokenRecord { access.record }

  /// - Throws: `insufficient_scope`, 403 (RFC 6750 §3.1).
  func require(_ scope: String) throws(OAuthError) {
    guard !record.scope.contains(scope) else { return }
    throw challenge.refusal(.insufficientScope, "the scope \(scope) is required", status: 403, [("scope", scope)])
  }
}

/// Access control of this server's protected resources: userinfo, registration by a `dcr` token, the accounts.
extension Provider {
  /// The access token of a request, `Authorization: Bearer` (RFC 6750 §2.1) or `Authorization: DPoP` with a proof (RFC 9449
  /// §7.1). A token that is bound to a key is never accepted as Bearer, an unbound one never as DPoP.
  /// - Parameters:
  ///   - inForm: whether a Bearer token may be in the body's form instead (RFC 6750 §2.2).
  ///   - resourceMetadata: the URL that the challenges name (RFC 9728 §5.1).
  func presentedAccess(
    _ request: ServerRequest, inForm: Bool = false, resourceMetadata: String? = nil
  ) throws -> PresentedAccess {
    let presented: (scheme: Challenge.Scheme, token: String)?
    do throws(OAuthError) { presented = try presentedToken(request, inForm: inForm) } catch {
      // RFC 6750 §3.1: a malformed request is 400, with the error in the challenge, too.
      throw challenge(.bearer, resourceMetadata).refusal(error.code, error.description, status: error.status)
    }
    guard let (scheme, token) = presented else { throw accessTokenMissing(resourceMetadata) }
    let challenge = self.challenge(scheme, resourceMetadata)
    let proof: DPoPProof?
    do throws(OAuthError) { proof = scheme == .dpop ? try requiredProof(request, token) : nil } catch {
      throw challenge.refusal(error)
    }
    guard let access = try store.access(token, now: now) else {
      throw challenge.refusal(.invalidToken, OAuthError.deadToken, detail: "no live access token")
    }
    if let mismatch = mismatch(access, proof) {
      let isForProof = access.record.keyThumbprint != nil || access.client.mustProveKey(configuration.demands)
      throw self.challenge(isForProof ? .dpop : .bearer, resourceMetadata).refusal(.invalidToken, mismatch)
    }
    do throws(OAuthError) { if let proof { try useUp(proof, access.client) } } catch { throw challenge.refusal(error) }
    RequestNotes.note(client: access.client.id)
    RequestNotes.note(user: access.record.grant.user.name)
    return PresentedAccess(access: access, challenge: challenge)
  }

  /// RFC 6750 §3.1 and RFC 9449 §7.1: a request without a token gets challenges without error codes.
  func accessTokenMissing(_ resourceMetadata: String? = nil) -> OAuthError {
    var error = OAuthError.tokenMissing
    let schemes: [Challenge.Scheme] = configuration.demands.dpop ? [.dpop] : [.bearer, .dpop]
    error.challenges = schemes.map { challenge($0, resourceMetadata).header() }
    return error
  }

  private func challenge(_ scheme: Challenge.Scheme, _ resourceMetadata: String?) -> Challenge {
    Challenge(scheme: scheme, resourceMetadata: resourceMetadata, algorithms: configuration.demands.algorithms)
  }

  private func requiredProof(_ request: ServerRequest, _ token: String) throws(OAuthError) -> DPoPProof {
    guard let proof = try proof(of: request, accessToken: token) else { throw Provider.proofMissing }
    return proof
  }

  /// Why the token must not be presented in this way; `nil`: it may.
  private func mismatch(_ access: Access, _ proof: DPoPProof?) -> String? {
    switch (access.record.keyThumbprint, proof?.keyThumbprint) {
    case (nil, nil) where access.client.mustProveKey(configuration.demands):
      "tokens of this client must be bound to a key"
    case (nil, nil): nil
    case (nil, _?): "the token is bound to no key and must be presented as Bearer"
    case (_?, nil): "the token is bound to a key and must be presented as DPoP with a proof"
    case (let bound?, let proven?): bound == proven ? nil : "the token is bound to another key than the proof's"
    }
  }

  private func presentedToken(
    _ request: ServerRequest, inForm: Bool
  ) throws(OAuthError) -> (scheme: Challenge.Scheme, token: String)? {
    let isForm = inForm && request.method == "POST" && request.contentType == "application/x-www-form-urlencoded"
    let inBody = isForm ? try request.formWithoutRepetitions()["access_token"] : nil
    let inHeader = request.authorizationToken
    guard inHeader == nil || inBody == nil else {
      throw OAuthError(.invalidRequest, "the access token is sent in two ways")
    }
    return inHeader ?? inBody.map { (.bearer, $0) }
  }
}
