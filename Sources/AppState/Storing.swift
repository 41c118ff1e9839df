import ForeignText
import Keystore

/// What the keystore answers. Success is claimed only here, after the disk has it.
extension AppState {
  /// At the start, and again when the user wants a keystore that failed to be tried once more.
  package mutating func load() -> [Effect] {
    guard flow == nil else { return [] }
    keystore = .loading
    return [.loadKeystore, .ensureServer]
  }

  package mutating func loaded(_ stored: StoredState?) -> [Effect] {
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
    guard !isFirst, let refreshToken = stored.refreshToken, !settings.isUnattended else { return [] }
    // Nobody is signed in with what was granted for something else (MMMothClient, seeds/002).
    guard stored.isFor(scope: settings.scope) else {
      notice = .scopeChanged
      return [.saveTokens(0, KeptTokens(idToken: stored.idToken))]
    }
    return startSilently(refreshToken, stored.idToken, boundTo: stored.tokenKey)
  }

  mutating func logSaved() { log(from: .app, to: .keystore, .keystoreSaved(file: "keystore.age")) }

  package func keystoreFailure(_ error: KeystoreError) -> AppError {
    AppError(code: .keystore(error.code), step: flow?.step, cause: .keystore(error))
  }
}

extension StoredState {
  /// Whether the refresh token was asked for with this scope; the order of its words means nothing (RFC 6749 §3.3). What an earlier version
  /// kept does not say so, and counts by what the client was registered for.
  fileprivate func isFor(scope: String) -> Bool {
    guard let known = self.scope ?? registration?.asked?["scope"]?.stringValue else { return true }
    return Set(known.split(scalar: " ")) == Set(scope.split(scalar: " "))
  }
}
