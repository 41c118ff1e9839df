import OAuthClient

/// How flows get keys and what becomes of the keys. The edge signs: the state holds only public keys.
extension AppState {
  /// For a registration: a key for the new client, and one that its tokens are bound to.
  var needsToRegister: KeyNeeds {
    KeyNeeds(client: keyRequirements.privateKey ? newClientKey : .none, token: keyRequirements.dpop ? .any : .none)
  }

  var newClientKey: KeyNeeds.ClientKey {
    .new(demandsUser: settings.keys.userPresence, keeping: registration?.keyThumbprint)
  }

  /// For a request with tokens that are bound to that key; `nil`: to none yet, as before a login.
  func needs(of client: LoginClient, boundTo thumbprint: String?) -> KeyNeeds {
    KeyNeeds(
      client: client.credentials.neededKey,
      token: thumbprint.map { .bound(thumbprint: $0) } ?? (keyRequirements.dpop ? .any : .none))
  }

  func needs(of client: LoginClient) -> KeyNeeds { KeyNeeds(client: client.credentials.neededKey) }

  /// The present registration may have been made under a different configuration.
  mutating func matchRegistration() throws(AppError) {
    guard registers, let registration = currentRegistration else { return }
    guard !keyRequirements.privateKey || registration.usesKey || settings.keys.allowsDowngrade else {
      throw keyFailure(.clientWithoutKey)
    }
    try judgeIDTokens(of: registration)
    // A client registered with these members gets no other tokens (RFC 9449 §5.2), and its server accepts no other requests (RFC 9126 §6).
    if registration.bindsTokens { keyRequirements.dpop = true }
    if registration.pushes { keyRequirements.pushedAuthorization = true }
  }

  func judgeIDTokens(of registration: ClientRegistration) throws(AppError) {
    try judged(try registration.judgeIDTokens(isFAPI: refusesRS256))
  }

  /// The profile restricts ID tokens, so that it applies only where one is requested.
  var refusesRS256: Bool { settings.keys.isFAPI && AuthorizationRequest.asksForIDToken(scope: settings.scope) }

  mutating func keysArrived(_ result: Result<InstanceKeys, KeyFailure>) throws(AppError) {
    do { keys = try result.get() } catch { throw keyFailure(error) }
  }

  /// The key that newly requested tokens are bound to; `nil`: none.
  var binding: TokenBinding? { keys.dpop.map { TokenBinding(key: $0, allowsBearer: settings.keys.allowsDowngrade) } }

  var registeredKeys: RegisteredKeys {
    RegisteredKeys(
      client: keys.client, bindsTokens: keys.dpop != nil,
      pushes: settings.keys.pushedAuthorization && keyRequirements.pushedAuthorization,
      allowsDowngrade: settings.keys.allowsDowngrade, isFAPI: refusesRS256)
  }

  /// Deletes the keys of previous clients once the registration is on disk.
  func retireOtherKeys() -> [Effect] { keys.client == nil ? [] : [.retireKeys(keeping: registration?.keyThumbprint)] }

  func keyFailure(_ failure: KeyFailure) -> AppError {
    AppError(code: failure.code, step: flow?.step, cause: .key(failure))
  }
}

extension ClientCredentials {
  fileprivate var neededKey: KeyNeeds.ClientKey {
    if case .privateKey(let thumbprint) = authentication { .registered(thumbprint: thumbprint) } else { .none }
  }
}

extension AppError {
  /// Whether the present tokens can no longer be used, so that only a login helps.
  var endsSession: Bool { [.server(.invalidGrant), .key(.tokenKeyLost)].contains(code) }
}

/// The nonces of DPoP proofs (RFC 9449 §8 and §9): the last nonce of a server goes into the next proof to it, and a request that was refused for lack
/// of one is sent again, once. The stages of flows know nothing of nonces.
extension AppState {
  func withNonces(_ effects: [Effect]) -> [Effect] {
    effects.map { effect in
      guard case .send(let id, let request, let reply) = effect, let origin = DPoPNonce.origin(of: request.url),
        let nonce = nonces[origin]
      else { return effect }
      return .send(id, DPoPNonce.adding(nonce, to: request), reply)
    }
  }

  /// Reads the nonce of an answer.
  ///
  /// - Returns: the same request with the new nonce; `nil`: the answer goes to the flow.
  /// - Throws: when the server demanded a nonce but gave none, or a malformed one.
  mutating func retryWithNonce(of answer: FlowAnswer, in running: Flow) throws(AppError) -> [Effect]? {
    guard case .response(let reply, .success(let response)) = answer, let request = running.sent,
      let origin = DPoPNonce.origin(of: request.url), request.hasDPoPProof
    else { return nil }
    guard DPoPNonce.isDemanded(by: response) else {
      // A malformed nonce must not discard what the answer brings, such as tokens or a payment.
      if let given = try? DPoPNonce.given(in: response) { nonces[origin] = given }
      return nil
    }
    guard let given = try judged(try DPoPNonce.given(in: response)) else { throw protocolFailure(DPoPNonce.missing) }
    nonces[origin] = given
    // A server that refuses its own nonce could otherwise keep the app retrying for ever.
    guard !running.hasRetriedWithNonce else { return nil }
    flow?.hasRetriedWithNonce = true
    return [.send(running.id, DPoPNonce.adding(given, to: request), reply)]
  }
}
