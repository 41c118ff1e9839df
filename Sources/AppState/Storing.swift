import Keystore
import SharedValues

/// What the keystore answers. Success is claimed only here, after the disk has it.
extension AppState {
  mutating func keystoreAnswered(_ action: Action) -> [Effect] {
    switch action {
    case .keystoreLoaded(let stored): loaded(stored)
    case .keystoreFailed(let error): keystore = .failed(error)
    case .keystoreSaved(let id): return inFlow(id, .keystore) { (state) throws(AppError) in try state.saved() }
    case .keystoreSaveFailed(let id, let error): return inFlow(id, .keystore) { $0.notSaved(error) }
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

  private mutating func loaded(_ stored: StoredState?) {
    keystore = stored == nil ? .empty : .open
    registration = stored?.registration
    registeredAt = stored?.registeredAt
    storedIDToken = stored?.idToken
  }

  private mutating func saved() throws(AppError) -> [Effect] {
    guard let running = flow else { return [] }
    log(from: .app, to: .keystore, .keystoreSaved(file: "keystore.age"))
    switch running.kind {
    case .registration: if let registration = running.context.registration { registrationSaved(registration) }
    case .authentication:
      if let outcome = running.context.visit { return try conclude(outcome) }
      signedIn()
    case .refresh: refreshed()
    case .signOut: signedOut(running.context)
    case .forgetDevice: break
    }
    return []
  }

  /// A login or refresh stands although its ID token could not be kept; a registration does not.
  private mutating func notSaved(_ error: KeystoreError) -> [Effect] {
    guard let running = flow else { return [] }
    let failure = keystoreFailure(error)
    switch running.kind {
    case .authentication where running.context.visit != nil: return fail(failure)
    case .authentication, .refresh:
      signedIn()
      banner = Banner(error: failure, retry: nil)
      return []
    case .signOut:
      flow?.context.signOutProblem = failure
      signedOut(flow?.context ?? running.context)
      return []
    case .registration, .forgetDevice: return fail(failure)
    }
  }

  private mutating func erased(_ files: [String]) -> [Effect] {
    forgotten(files)
    return []
  }

  func keystoreFailure(_ error: KeystoreError) -> AppError {
    AppError(code: error.code.rawValue, step: flow?.step, cause: .keystore(error))
  }
}
