import Foundation
import Keystore
import OAuthClient
import SharedValues

/// Keeps what this instance of the app knows, as the class of that name in the seed's app does: the registration response
/// and the last ID token, over an encrypted keystore; and, in memory only, the server's metadata.
///
/// A registration is bound to the issuer that made it: one of another issuer is reported, never used and never overwritten.
/// When a `save` or `clear` returns, the new state is on disk; when it throws, the old one still is.
/// Calls block on the disk, so they belong off the main actor; being an actor keeps them one after another.
public actor ApplicationStateManager {
  private let keystore: any Keystore
  private let issuer: String
  private let time: TimeSource
  private var document: KeystoreDocument?

  /// Metadata of the issuer as discovery accepted it; not stored.
  public private(set) var metadata: AuthorizationServerMetadata?

  public init(keystore: any Keystore, issuer: String, time: TimeSource) {
    self.keystore = keystore
    self.issuer = issuer
    self.time = time
  }

  /// What was saved, or `nil` on a first run.
  public func load() throws(ApplicationStateError) -> StoredState? {
    let loaded: KeystoreDocument?
    do { loaded = try keystore.load() } catch { throw .keystore(error) }
    guard let loaded else { return nil }
    guard loaded.issuer == issuer else { throw .otherIssuer(stored: loaded.issuer, configured: issuer) }
    let registration: ClientRegistration
    do { registration = try RegistrationRequest.restore(loaded.registration) } catch { throw .unusable(error) }
    document = loaded
    return StoredState(registration: registration, registeredAt: loaded.registeredAt, idToken: loaded.idToken)
  }

  /// Saves a registration. An ID token of another client before goes with that client.
  public func save(_ registration: ClientRegistration, registeredAt: Date) throws(KeystoreError) {
    let isSameClient = document?.registration["client_id"] == registration.document["client_id"]
    try replace(
      KeystoreDocument(
        issuer: issuer, registration: registration.document, registeredAt: registeredAt,
        idToken: isSameClient ? document?.idToken : nil,
        savedAt: time.now))
  }

  /// Saves the last ID token beside the registration; without a registration there is nothing to keep it with.
  public func save(idToken: Secret) throws(KeystoreError) {
    try change { $0.idToken = idToken }
  }

  /// Drops the ID token and keeps the registration.
  public func clearTokens() throws(KeystoreError) {
    try change { $0.idToken = nil }
  }

  /// Removes everything. Returns the names of the files erased.
  public func erase() throws(KeystoreError) -> [String] {
    let files = try keystore.erase()
    document = nil
    return files
  }

  public func remember(_ metadata: AuthorizationServerMetadata) { self.metadata = metadata }

  private func change(_ edit: (inout KeystoreDocument) -> Void) throws(KeystoreError) {
    guard var changed = document else { return }
    edit(&changed)
    changed.savedAt = time.now
    try replace(changed)
  }

  private func replace(_ new: KeystoreDocument) throws(KeystoreError) {
    try keystore.save(new)
    document = new
  }
}
