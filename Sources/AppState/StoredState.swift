import FoundationEssentials
import Keystore
import OAuthClient
import SharedValues

/// What the app remembers between starts, judged and ready for use.
public struct StoredState: Hashable, Sendable {
  /// `nil` where a static client is used.
  var registration: ClientRegistration?
  var registeredAt: Date?
  var tokens: KeptTokens
  /// Whether the disk holds a refresh token: this client's, or that of another static client, which cannot be used here.
  var holdsRefreshToken: Bool

  public init(registration: ClientRegistration?, registeredAt: Date?, tokens: KeptTokens) {
    (self.registration, self.registeredAt, self.tokens) = (registration, registeredAt, tokens)
    holdsRefreshToken = tokens.refreshToken != nil
  }

  /// Whether the refresh token was requested with this scope; the order of its words does not matter (RFC 6749 §3.3). A document of an earlier
  /// version has no scope; the registration's scope decides instead.
  fileprivate func isFor(scope: String) -> Bool {
    guard let known = tokens.scope ?? registration?.asked?["scope"]?.stringValue else { return true }
    return Set(known.split(scalar: " ")) == Set(scope.split(scalar: " "))
  }
}

/// The tokens that outlive a run. The access token never does.
public struct KeptTokens: Hashable, Sendable {
  public var idToken: Secret?
  /// The refresh token for a silent start.
  public var refreshToken: Secret?
  /// Thumbprint of the key that the tokens are bound to (RFC 9449); `nil`: none.
  var key: String?
  /// The scope that the refresh token was requested with; `nil`: unknown.
  var scope: String?

  public init(idToken: Secret? = nil, refreshToken: Secret? = nil, key: String? = nil, scope: String? = nil) {
    (self.idToken, self.refreshToken, self.key, self.scope) = (idToken, refreshToken, key, scope)
  }
}

/// Why the stored state cannot be used. Nothing was changed on disk.
public enum ApplicationStateError: Error, Hashable, Sendable {
  case keystore(KeystoreError)
  /// The registration belongs to another issuer than the configured one.
  case otherIssuer(stored: String, configured: String)
  /// The stored registration response does not pass today's checks.
  case unusable(ProtocolError)
  /// The device is registered, but configured to use a static client.
  case registered(clientID: String)

  /// The codes of a document that was read but does not fit.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case otherIssuer = "registration_bound_to_other_issuer"
    case unusable = "registration_unusable"
    case registered = "device_is_registered"
  }

  public var code: AppError.Code {
    switch self {
    case .keystore(let error): .keystore(error.code)
    case .otherIssuer: .storedState(.otherIssuer)
    case .unusable: .storedState(.unusable)
    case .registered: .storedState(.registered)
    }
  }
}

extension ApplicationStateError: WordedError {
  public var values: [String: Term] {
    switch self {
    case .keystore(let error): error.values
    case .otherIssuer(let stored, let configured): ["received": .value(stored), "expected": .value(configured)]
    case .unusable(let error): error.values
    case .registered(let clientID): ["received": .value(clientID)]
    }
  }
}

/// What the keystore answers. The app reports success only here, once the data is on disk.
extension AppState {
  /// Loads the keystore at the start, and again when the user retries a keystore that failed.
  mutating func load() -> [Effect] {
    guard flow == nil else { return [] }
    keystore = .loading
    return [.loadKeystore, .ensureServer]
  }

  mutating func loaded(_ stored: StoredState?) -> [Effect] {
    // A device that only ever used a static client holds no registration: for registering it is a first run.
    let isFirst = stored == nil || (stored?.registration == nil && settings.registration.registers)
    keystore = isFirst ? .empty : .open
    registration = stored?.registration
    registeredAt = stored?.registeredAt
    storedIDToken = isFirst ? nil : stored?.tokens.idToken
    if isRegistrationInDoubt, canUpdateRegistration { notice = .updateCancelled }
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

  func keystoreFailure(_ error: KeystoreError) -> AppError {
    AppError(code: .keystore(error.code), step: flow?.step, cause: .keystore(error))
  }
}
