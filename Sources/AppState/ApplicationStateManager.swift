import FoundationEssentials
import Keystore
import OAuthClient
import SharedValues

/// Keeps what this instance of the app knows, as the class of that name in the seed's app does: the registration response
/// and the last ID token (and, for a silent start, the refresh token), over an encrypted keystore.
///
/// A registration is bound to the issuer that made it: one of another issuer is reported, never used and never overwritten.
/// When a `save` or `clear` returns, the new state is on disk; when it throws, the old one still is.
/// Calls block on the disk, so they belong off the main actor; being an actor keeps them one after another.
public actor ApplicationStateManager {
  private let keystore: any Keystore
  private let issuer: Issuer
  private let time: TimeSource
  /// The client that logs in where nothing is registered; `nil` where this instance has a client of its own.
  private let staticClientID: String?
  private var document: KeystoreDocument?

  public init(keystore: any Keystore, issuer: Issuer, time: TimeSource, staticClientID: String? = nil) {
    (self.keystore, self.issuer, self.time, self.staticClientID) = (keystore, issuer, time, staticClientID)
  }

  /// What was saved, or `nil` on a first run.
  public func load() throws(ApplicationStateError) -> StoredState? {
    let loaded: KeystoreDocument?
    do { loaded = try keystore.load() } catch { throw .keystore(error) }
    guard let loaded else { return nil }
    guard loaded.issuer == issuer.text else { throw .otherIssuer(stored: loaded.issuer, configured: issuer.text) }
    if let staticClientID { return try withoutRegistration(loaded, staticClientID) }
    var registration: ClientRegistration?
    if let stored = loaded.registration {
      do { registration = try RegistrationRequest.restore(stored) } catch { throw .unusable(error) }
      registration?.asked = loaded.asked
    }
    document = loaded
    return StoredState(registration: registration, registeredAt: loaded.registeredAt, tokens: loaded.tokens)
  }

  /// Throws when the device holds a registration: what a static client saves would overwrite it. Tokens of another static client are left out.
  private func withoutRegistration(
    _ loaded: KeystoreDocument, _ clientID: String
  ) throws(ApplicationStateError) -> StoredState {
    if let registration = loaded.registration {
      throw .registered(clientID: registration["client_id"]?.stringValue ?? "")
    }
    document = loaded
    let isSame = loaded.staticClientID == clientID
    var stored = StoredState(registration: nil, registeredAt: nil, tokens: isSame ? loaded.tokens : KeptTokens())
    stored.holdsRefreshToken = loaded.refreshToken != nil
    return stored
  }

  /// Saves a registration. Tokens of a previous client are dropped.
  public func save(_ registration: ClientRegistration, registeredAt: Date) throws(KeystoreError) {
    let isSameClient = document?.registration?["client_id"] == registration.document["client_id"]
    var new = KeystoreDocument(
      issuer: issuer.text, registration: registration.document, registeredAt: registeredAt, idToken: nil,
      savedAt: time.now)
    new.asked = registration.asked
    if isSameClient, let document { new.tokens = document.tokens }
    try replace(new)
  }

  /// Saves both tokens in one step: with the registration, or for the static client. Without either, nothing is saved.
  public func save(_ tokens: KeptTokens) throws(KeystoreError) {
    if let staticClientID {
      guard document != nil || tokens != KeptTokens() else { return }
      var document = KeystoreDocument(
        issuer: issuer.text, staticClientID: staticClientID, idToken: nil, savedAt: time.now)
      document.tokens = tokens
      return try replace(document)
    }
    guard var changed = document else { return }
    changed.tokens = tokens
    changed.savedAt = time.now
    try replace(changed)
  }

  /// Drops the tokens and keeps the registration.
  public func clearTokens() throws(KeystoreError) { try save(KeptTokens()) }

  /// Removes everything. Returns the names of the files erased.
  public func erase() throws(KeystoreError) -> [String] {
    let files = try keystore.erase()
    document = nil
    return files
  }

  private func replace(_ new: KeystoreDocument) throws(KeystoreError) {
    try keystore.save(new)
    document = new
  }
}

extension KeystoreDocument {
  fileprivate var tokens: KeptTokens {
    get { KeptTokens(idToken: idToken, refreshToken: refreshToken, key: tokenKey, scope: scope) }
    set {
      (idToken, refreshToken, tokenKey, scope) = (newValue.idToken, newValue.refreshToken, newValue.key, newValue.scope)
    }
  }
}
