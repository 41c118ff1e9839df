/// What is known of the keystore.
public enum KeystoreCondition: Hashable, Sendable {
  case loading, empty, open
  /// The keystore opens with a passphrase, which the user is asked for.
  case locked(Unlock)
  /// Damaged, of another issuer, or not to be opened; nothing is overwritten until the user decides.
  case failed(ApplicationStateError)
}

/// What is known of the server that the issuer names.
public enum ServerCondition: Hashable, Sendable {
  case unknown, starting, ready
  /// Somebody else's, or one that was running already.
  case external
  case failed(String)
}
