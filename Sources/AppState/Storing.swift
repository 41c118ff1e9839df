import Keystore

/// What the keystore answers. The app reports success only here, once the data is on disk.
extension AppState {
  /// Loads the keystore at the start, and again when the user retries a keystore that failed.
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
    storedIDToken = isFirst ? nil : stored?.tokens.idToken
    // With an application server, data that another mode keeps here is neither used nor dropped.
    guard let stored, !usesApplicationServer else { return [] }
    guard settings.silentStart else {
      // Silent start was switched off: its refresh token is removed at once, whichever client it belongs to.
      return stored.holdsRefreshToken ? [.saveTokens(0, KeptTokens(idToken: stored.tokens.idToken))] : []
    }
    guard !isFirst, let refreshToken = stored.tokens.refreshToken, !settings.isUnattended else { return [] }
    // Tokens granted for another scope sign no user in (MMMothClient, seeds/002).
    guard stored.isFor(scope: settings.scope) else {
      notice = .scopeChanged
      return [.saveTokens(0, KeptTokens(idToken: stored.tokens.idToken))]
    }
    return startSilently(refreshToken, stored.tokens.idToken, boundTo: stored.tokens.key)
  }

  mutating func logSaved() { log(from: .app, to: .keystore, .keystoreSaved(file: "keystore.age")) }

  package func keystoreFailure(_ error: KeystoreError) -> AppError {
    AppError(code: .keystore(error.code), step: flow?.step, cause: .keystore(error))
  }
}

extension StoredState {
  /// Whether the refresh token was requested with this scope; the order of its words does not matter (RFC 6749 §3.3). A document of an earlier
  /// version has no scope; the registration's scope decides instead.
  fileprivate func isFor(scope: String) -> Bool {
    guard let known = tokens.scope ?? registration?.asked?["scope"]?.stringValue else { return true }
    return Set(known.split(scalar: " ")) == Set(scope.split(scalar: " "))
  }
}
