import Keystore
import SharedValues

/// What the keystore answers. Success is claimed only here, after the disk has it.
extension AppState {
  mutating func keystoreAnswered(_ action: Action) -> [Effect] {
    switch action {
    case .keystoreLoaded(let stored): return loaded(stored)
    case .keystoreFailed(let error): keystoreRefused(error)
    case .keystoreSaved(let id): return inFlow(id, .keystore) { (state) throws(AppError) in try state.saved() }
    case .keystoreSaveFailed(let id, let error):
      return inFlow(id, .keystore) { (state) throws(AppError) in try state.notSaved(error) }
    case .keystoreErased(let id, let files): return inFlow(id, .keystore) { $0.erased(files) }
    case .keystoreEraseFailed(let id, let error):
      return inFlow(id, .keystore) { (state) throws(AppError) in throw state.keystoreFailure(error) }
    default: break
    }
    return []
  }

  /// At the start, and again when the user wants a keystore that failed to be tried once more.
  mutating func load() -> [Effect] {
    guard flow == nil else { return [] }
    keystore = .loading
    return [.loadKeystore, .ensureServer]
  }

  private mutating func loaded(_ stored: StoredState?) -> [Effect] {
    // A device that only ever used a static client holds no registration: for registering it is a first run.
    let isFirst = stored == nil || (stored?.registration == nil && settings.registration.registers)
    keystore = isFirst ? .empty : .open
    registration = stored?.registration
    registeredAt = stored?.registeredAt
    storedIDToken = isFirst ? nil : stored?.idToken
    // With an application server, what another mode keeps here is not this one's to use or to drop.
    guard let stored, !usesApplicationServer else { return [] }
    guard settings.silentStart else {
      // It was switched off: what was kept for it goes at once, whichever client it is of.
      return stored.holdsRefreshToken ? [.saveTokens(0, KeptTokens(idToken: stored.idToken))] : []
    }
    guard !isFirst, stored.refreshToken != nil, !settings.isUnattended else { return [] }
    return secretHasExpired(at: .refresh) == nil ? startSilently(stored) : []
  }

  private mutating func saved() throws(AppError) -> [Effect] {
    guard let running = flow else { return [] }
    log(from: .app, to: .keystore, .keystoreSaved(file: "keystore.age"))
    if keystore == .empty { keystore = .open }
    switch running.kind {
    case .registration: if let registration = running.context.registration { registrationSaved(registration) }
    case .authentication, .silentStart:
      if let inquiry = running.context.inquiry { return try conclude(inquiry) }
      if running.context.savesRotation { return try goOnRefreshing() }
      signedIn()
    case .refresh:
      if let inquiry = running.context.inquiry { return try conclude(inquiry) }
      if running.context.savesRotation { return try goOnRefreshing() }
      refreshed()
    case .signOut: signedOut(running.context)
    case .revokeTokens: tokensRevoked(running.context)
    case .updateRegistration: if let registration = running.context.registration { updateSaved(registration) }
    case .checkRegistration: if let registration = running.context.registration { checked(registration) }
    case .forgetDevice, .signUp: break
    }
    return []
  }

  /// A login or refresh stands although its ID token could not be kept; a registration does not.
  private mutating func notSaved(_ error: KeystoreError) throws(AppError) -> [Effect] {
    guard let running = flow else { return [] }
    let failure = keystoreFailure(error)
    switch running.kind {
    case .authentication where running.context.inquiry != nil, .silentStart where running.context.inquiry != nil,
      .refresh where running.context.inquiry != nil:
      return fail(failure)
    // The server has taken the old refresh token back: the new one counts, though for this run alone.
    case .refresh where running.context.savesRotation, .silentStart where running.context.savesRotation:
      banner = Banner(error: failure, retry: nil)
      return try goOnRefreshing()
    case .authentication, .refresh, .silentStart:
      signedIn()
      banner = Banner(error: failure, retry: nil)
      return []
    case .signOut:
      flow?.context.signOutProblem = failure
      signedOut(flow?.context ?? running.context)
      return []
    case .revokeTokens:
      tokensRevoked(running.context, because: failure)
      return []
    case .registration, .updateRegistration, .checkRegistration, .forgetDevice, .signUp: return fail(failure)
    }
  }

  private mutating func erased(_ files: [String]) -> [Effect] {
    forgotten(files)
    return []
  }

  func keystoreFailure(_ error: KeystoreError) -> AppError {
    AppError(code: .keystore(error.code), step: flow?.step, cause: .keystore(error))
  }
}
