import OAuthClient
import SharedValues

/// How flows come to keys, and what becomes of them. Signing is the edge's: the state holds public keys alone.
extension AppState {
  /// For a registration: a key for the new client, and one that its tokens are bound to.
  var needsToRegister: KeyNeeds {
    KeyNeeds(
      client: keyDemands.privateKey ? newClientKey : .none,
      token: keyDemands.dpop ? .any : .none)
  }

  var newClientKey: KeyNeeds.ClientKey {
    .new(demandsUser: settings.keys.userPresence, keeping: registration?.keyThumbprint)
  }

  /// For a login, or another deed of this client with tokens that are bound to no key yet.
  func needsToAsk(as client: LoginClient) -> KeyNeeds {
    KeyNeeds(client: client.credentials.neededKey, token: keyDemands.dpop ? .any : .none)
  }

  /// For a deed with tokens that are bound to that key; `nil`: to none.
  func needs(of client: LoginClient, boundTo thumbprint: String?) -> KeyNeeds {
    KeyNeeds(
      client: client.credentials.neededKey,
      token: thumbprint.map { .bound(thumbprint: $0) } ?? (keyDemands.dpop ? .any : .none))
  }

  /// For a deed that sends no token along.
  func needs(of client: LoginClient) -> KeyNeeds { KeyNeeds(client: client.credentials.neededKey) }

  /// The registration at hand was made when the configuration may have said something else.
  mutating func matchRegistration() throws(AppError) {
    guard registers, let registration = currentRegistration else { return }
    guard !keyDemands.privateKey || registration.usesKey || settings.keys.allowsDowngrade else {
      throw keyFailure(.clientWithoutKey)
    }
    try judgeIDTokens(of: registration)
    // A client that is registered so gets no other tokens (RFC 9449 §5.2), and its server takes no other requests (RFC 9126 §6).
    if registration.bindsTokens { keyDemands.dpop = true }
    if registration.pushes { keyDemands.pushedAuthorization = true }
  }

  func judgeIDTokens(of registration: ClientRegistration) throws(AppError) {
    try judged { () throws(ProtocolError) in try registration.judgeIDTokens(isFAPI: refusesRS256) }
  }

  /// The profile is about ID tokens that are asked for.
  var refusesRS256: Bool { settings.keys.isFAPI && AuthorizationRequest.asksForIDToken(scope: settings.scope) }

  mutating func keysArrived(_ result: Result<InstanceKeys, KeyFailure>) throws(AppError) {
    do { keys = try result.get() } catch { throw keyFailure(error) }
  }

  /// What tokens that are asked for now are bound to; `nil`: to nothing.
  var binding: TokenBinding? {
    keys.dpop.map { TokenBinding(key: $0, allowsBearer: settings.keys.allowsDowngrade) }
  }

  /// What a registration says of this instance's keys.
  var registeredKeys: RegisteredKeys {
    RegisteredKeys(
      client: keys.client, bindsTokens: keys.dpop != nil,
      pushes: settings.keys.pushedAuthorization && keyDemands.pushedAuthorization,
      allowsDowngrade: settings.keys.allowsDowngrade, isFAPI: refusesRS256)
  }

  /// Once a registration is on disk, the keys of the clients before it are of no use.
  func retireOtherKeys() -> [Effect] {
    keys.client == nil ? [] : [.retireKeys(keeping: registration?.keyThumbprint)]
  }

  func keyFailure(_ failure: KeyFailure) -> AppError {
    AppError(code: failure.code, step: flow?.step, cause: .key(failure))
  }

  // MARK: What the edge tells

  mutating func didWithKeys(_ id: FlowID, _ deeds: [KeyDeed]) {
    guard flow?.id == id else { return }
    presence = nil
    for deed in deeds { log(from: .app, to: .secureElement, .keys(deed)) }
  }

  mutating func asksForPresence(_ question: PresenceQuestion) {
    guard flow?.id == question.flow else { return }
    presence = question
    settle()
  }

  mutating func answerPresence(_ isConfirmed: Bool) -> [Effect] {
    guard presence != nil else { return [] }
    presence = nil
    return [.answerPresence(isConfirmed)]
  }
}

extension ClientCredentials {
  fileprivate var neededKey: KeyNeeds.ClientKey {
    if case .privateKey(let thumbprint) = authentication { .registered(thumbprint: thumbprint) } else { .none }
  }
}

extension AppError {
  /// Whether the tokens at hand are of no use any more, and a login brings new ones.
  var endsSession: Bool { [.server(.invalidGrant), .key(.tokenKeyLost)].contains(code) }
}
