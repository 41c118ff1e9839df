public enum KeystoreCondition: Hashable, Sendable {
  case loading, empty, open
  /// The keystore needs a passphrase, which the app asks the user for.
  case locked(Unlock)
  /// The keystore is damaged, belongs to another issuer or cannot be opened; nothing is
  /// overwritten until the user decides.
  case failed(ApplicationStateError)
}

public enum ServerCondition: Hashable, Sendable {
  case unknown, starting, ready
  /// A server that this app did not start.
  case external
  /// - exitCode: with which the server's own program ended.
  case failed(String, exitCode: Int32? = nil)
}
