import FoundationEssentials
import SharedValues

/// What the app remembers between starts. Stored only encrypted.
public struct KeystoreDocument: Hashable, Sendable {
  /// The newest version that this program knows; a newer one is refused, never guessed at.
  ///
  /// 1 holds a registration. 2 holds none, but the id of the static client that is used instead. A document that fits
  /// into 1 is written as 1, so that earlier programs can still read it.
  public static let currentVersion = 2

  /// The issuer that the registration is bound to; it is valid for no other.
  public var issuer: String
  /// The registration response as it was received, unknown members included (RFC 7591 §3.2.1).
  /// `nil` where a static client is used.
  public var registration: JSON?
  public var registeredAt: Date?
  /// The metadata requested when the server last answered about the registration; it may have granted less.
  public var asked: JSON?
  /// The static client of this ID token, where nothing is registered.
  public var staticClientID: String?
  /// The last ID token, kept as a hint for the next login and for Sign Out.
  public var idToken: Secret?
  /// The refresh token, kept only if the app signs in silently at its next start.
  public var refreshToken: Secret?
  /// Thumbprint (RFC 7638) of the key that the refresh token came with; `nil`: none.
  public var tokenKey: String?
  /// The scope that the refresh token was requested with; `nil`: unknown.
  public var scope: String?
  public var savedAt: Date

  public init(
    issuer: String, registration: JSON, registeredAt: Date, idToken: Secret?, refreshToken: Secret? = nil, savedAt: Date
  ) {
    (self.issuer, self.registration, self.registeredAt, self.idToken) = (issuer, registration, registeredAt, idToken)
    (self.refreshToken, self.savedAt) = (refreshToken, savedAt)
  }

  /// The document of an app whose client is configured, not registered.
  public init(issuer: String, staticClientID: String, idToken: Secret?, savedAt: Date) {
    (self.issuer, self.staticClientID, self.idToken, self.savedAt) = (issuer, staticClientID, idToken, savedAt)
  }

  /// The registered or static client of this login.
  public var clientID: String? { registration?["client_id"]?.stringValue ?? staticClientID }

  /// The version in which this document is written.
  public var version: Int { registration == nil ? 2 : 1 }
}

/// Loads and saves the document. Calls block as long as the disk does; callers keep them off the main actor.
public protocol Keystore: Sendable {
  /// The document, or `nil` when nothing was ever saved here (a first run).
  func load() throws(KeystoreError) -> KeystoreDocument?
  /// Replaces the document. When it returns, the new one is on disk; when it throws, the old one still is.
  func save(_ document: KeystoreDocument) throws(KeystoreError)
  /// Removes the document and a key that belongs only to it. Returns the names of the files erased.
  func erase() throws(KeystoreError) -> [String]
}

/// Why a keystore operation failed. `code` is stable; `path` names the file concerned.
public struct KeystoreError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case wrongKey = "keystore_wrong_key"
    case wrongPassphrase = "keystore_wrong_passphrase"
    case keyMissing = "keystore_key_missing"
    case damagedKey = "keystore_damaged_key"
    case damagedHeader = "keystore_damaged_header"
    case damagedPayload = "keystore_damaged_payload"
    case damagedDocument = "keystore_damaged_document"
    case newerVersion = "keystore_newer_version"
    case symlink = "keystore_symlink"
    case permissions = "keystore_permissions"
    case unreadable = "keystore_unreadable"
    case unwritable = "keystore_unwritable"
    case noSpace = "keystore_no_space"
    case locked = "keystore_locked"
    case passphraseNeeded = "keystore_passphrase_needed"
    case protectionChanged = "keystore_protection_changed"
    case workFactor = "keystore_work_factor"
    case tooLarge = "keystore_too_large"
  }

  public var code: Code
  public var path: String
  public var detail: Term
  /// An injected fault (``DiskFault``) caused it: the files are intact, and advice for damaged ones does not apply.
  public var isSimulated = false

  public init(_ code: Code, path: String, detail: Term = "") {
    (self.code, self.path, self.detail) = (code, path, detail)
  }
}

extension KeystoreError: WordedError { public var values: [String: Term] { ["path": .value(path), "detail": detail] } }
