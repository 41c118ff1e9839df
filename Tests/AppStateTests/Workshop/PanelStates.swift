import AppState

@testable import Workshop

/// The states of tools with a panel, which a test may also set.
extension AppState {
  var keystoreInsight: KeystoreInsight { self[KeystoreInsight.self] }

  var phases: PhaseHistory {
    get { self[PhaseHistory.self] }
    set { tools[PhaseHistory.self] = newValue }
  }
}
