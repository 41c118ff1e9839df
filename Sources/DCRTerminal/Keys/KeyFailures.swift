import AppState
import SharedValues

extension KeyFailure {
  /// - Parameter use: the use of the key that should sign; `nil`: no key was named.
  init(_ error: any Error, _ use: KeyUse? = nil) {
    let error = error as? SecureElementError ?? .unavailable(detail: "\(error)")
    switch (error.code, use) {
    case (.noSuchKey, .clientAuthentication): self = .clientKeyLost
    case (.noSuchKey, .dpop): self = .tokenKeyLost
    default: self = .element(error)
    }
  }
}
