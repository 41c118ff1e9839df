import AppState
import SecureElement
import SharedValues

extension KeyFailure {
  /// - Parameter key: what it was about to sign with.
  init(_ error: any Error, _ key: KeyProof.Key?) {
    guard let error = error as? SecureElementError else {
      self.init(.unavailable, ["detail": "\(error)"])
      return
    }
    switch error {
    case .noSuchKey: self.init(key?.use == .dpop ? .tokenKeyLost : .clientKeyLost)
    case .keyOfAnotherApp: self.init(.keyOfAnotherApp)
    case .presenceRefused: self.init(.presenceRefused)
    case .presenceTimedOut: self.init(.presenceTimedOut)
    case .damaged: self.init(.damaged)
    case .full: self.init(.full)
    case .unavailable, .presenceDemanded, .protocolBroken: self.init(.unavailable)
    }
  }
}
